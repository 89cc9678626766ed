static int x;
static void reset(int *p) { x = *p; }
int main(void)
{
    int guard __attribute__((cleanup(reset))) = 1;
    return guard;
}

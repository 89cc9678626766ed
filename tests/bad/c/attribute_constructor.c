static int x;
__attribute__((__constructor__)) static void early(void) { x = 1; }
int main(void)
{
    return x;
}

void *malloc(unsigned long);
static int n;
int main(void)
{
    int *p = malloc(n++ * 4);
    return p != 0;
}

int a[3];
int two(int *p)
{
    *p = 2;
    return 1;
}
int main(void)
{
    int i = 0;
    a[i] = two(&i);
    assert(a[0] == 1);
    return 0;
}

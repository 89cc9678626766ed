int x;
int five(int *p)
{
    *p = 5;
    return 1;
}
int main(void)
{
    int v = 0;
    x = v + five(&v);
    assert(x == 1);
    return 0;
}

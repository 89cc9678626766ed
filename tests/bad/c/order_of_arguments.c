int x;
int next(void)
{
    return ++x;
}
int less(int a, int b)
{
    return a < b;
}
int main(void)
{
    assert(less(next(), next()));
    return 0;
}

int x;
int set(void)
{
    x = 2;
    return 1;
}
int main(void)
{
    x += set();
    assert(x == 3);
    return 0;
}

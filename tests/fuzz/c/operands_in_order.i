int x;
int set(void)
{;
}
int main(void)
{
    x += set();
    assert(x == 3);
    return 0;
}

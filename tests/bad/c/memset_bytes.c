struct {
    int a, b;
} s = {1, 2};
int main(void)
{
    memset(&s, 0, 4);
    assert(s.b == 2);
    return 0;
}

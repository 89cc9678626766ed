int x;
int main(void)
{
    __VERIFIER_assert(x == 0);
    return 0;
}
//@ unsafe count(nowhere) >= 2;

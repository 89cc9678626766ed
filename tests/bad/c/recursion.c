int f(int n) { return n ? f(n - 1) : 0; }
int x, y;
void *worker(void *arg)
{
    x = f(3);
    return 0;
}
int main(void)
{
    x = __VERIFIER_nondet_int();
    y = __VERIFIER_nondet_int();
    worker(0);
    return 0;
}

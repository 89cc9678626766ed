int g(int n);
int f(int n) { return g(n); }
int g(int n) { return f(n); }
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

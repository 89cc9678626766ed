int x, y;
void *worker(void *arg)
{
    struct s { int a; } p = {1}, q = {2}, r; r = x ? p : q; x = r.a;
    return 0;
}
int main(void)
{
    x = __VERIFIER_nondet_int();
    y = __VERIFIER_nondet_int();
    worker(0);
    return 0;
}

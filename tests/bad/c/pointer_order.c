int x, y, a[4];
void *worker(void *arg)
{
    x = &a[x] < &a[y];
    return 0;
}
int main(void)
{
    x = __VERIFIER_nondet_int();
    y = __VERIFIER_nondet_int();
    worker(0);
    return 0;
}

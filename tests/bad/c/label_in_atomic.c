int x, y;
void *worker(void *arg)
{
    __VERIFIER_atomic_begin(); L: x = 1; __VERIFIER_atomic_end(); if (y) goto L;
    return 0;
}
int main(void)
{
    x = __VERIFIER_nondet_int();
    y = __VERIFIER_nondet_int();
    worker(0);
    return 0;
}

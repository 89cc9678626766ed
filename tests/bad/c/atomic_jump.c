int x, y;
void *worker(void *arg)
{
    __VERIFIER_atomic_begin(); goto L; __VERIFIER_atomic_end(); L: x = 1;
    return 0;
}
int main(void)
{
    x = __VERIFIER_nondet_int();
    y = __VERIFIER_nondet_int();
    worker(0);
    return 0;
}

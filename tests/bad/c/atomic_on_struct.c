int x, y;
void *worker(void *arg)
{
    struct { int a; int b; } s; __atomic_load_n(&s, 5);
    return 0;
}
int main(void)
{
    x = __VERIFIER_nondet_int();
    y = __VERIFIER_nondet_int();
    worker(0);
    return 0;
}

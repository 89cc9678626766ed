int x, y;
void *worker(void *arg)
{
    struct { struct { int b; } a; } s = {.a.b = 1}; x = s.a.b;
    return 0;
}
int main(void)
{
    x = __VERIFIER_nondet_int();
    y = __VERIFIER_nondet_int();
    worker(0);
    return 0;
}

int x, y;
void *worker(void *arg)
{
    int a[2]; memset(a, 1, sizeof a);
    return 0;
}
int main(void)
{
    x = __VERIFIER_nondet_int();
    y = __VERIFIER_nondet_int();
    worker(0);
    return 0;
}

static int x, n;
int main(void)
{
    return __atomic_load_n(&x, (n++, 5));
}

//@ unsafe count(crit) >= 2;
int x;
void section(void)
{
    x = 1;
crit:
    x = 0;
}
int main(void)
{
    section();
    section();
    return 0;
}

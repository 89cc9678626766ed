void (*signal(int, void (*)(int)))(int);
static int stop;
static void handler(int number) { stop = number; }
int main(void)
{
    signal(2, handler);
    return stop;
}

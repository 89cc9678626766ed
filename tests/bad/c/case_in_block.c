int x, k = 4;
int main(void)
{
    switch (k) {
    case 1: {
        x = 1;
        break;
    default:
        x = 2;
    }
    }
    return 0;
}

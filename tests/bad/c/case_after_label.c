int x, k = 4;
int main(void)
{
    switch (k) {
    case 1:
    again:
    case 4:
        x = 1;
    }
    if (x > 1) goto again;
    return 0;
}

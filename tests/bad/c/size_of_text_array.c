static char text[] = "abc";
int main(void)
{
    return sizeof text == 4;
}

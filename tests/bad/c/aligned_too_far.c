struct far {
    char a;
} __attribute__((aligned(9223372036854775807)));
int main(void)
{
    return sizeof(struct far) > 0;
}

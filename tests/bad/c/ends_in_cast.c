int main(void)
{
    return (struct s
struct node {
    struct node { int value; } inner;
};
int main(void) { return 0; }

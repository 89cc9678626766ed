struct node {
    int value;
    struct node next;
};
int main(void) { struct node n; return n.value; }

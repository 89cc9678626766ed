void *malloc(unsigned long size);
struct node { struct node *next; int v; };
struct node *head;
int main(int argc, char **argv)
{
    for (int i = 0; i < argc; i++) {
        struct node *n = malloc(sizeof *n);
        n->next = head;
        head = n;
    }
    __VERIFIER_assert(head->v == 0);
    return 0;
}

# 1 "/usr/include/pthreadtypes.h" 1 3
typedef unsigned long int pthread_t;
int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
# 5 "loop_memory_thread.c" 2
void *malloc(unsigned long size);
struct node { struct node *next; int v; };
struct node *head;
void *f(void *a)
{
    for (int i = 0; i < 10; i++) {
        struct node *n = malloc(sizeof *n);
        n->next = head;
        head = n;
    }
    __VERIFIER_assert(head->v == 0);
    return 0;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, f, 0);
    return 0;
}

/* truth: safe, expect: safe -- linked list */
#include <assert.h>
#include <pthread.h>

struct node {
    int val;
    struct node *next;
};
static struct node *head;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static struct node nodes[2];
static int count;

static void push(struct node *n)
{
    pthread_mutex_lock(&m);
    n->next = head;
    head = n;
    count++;
    pthread_mutex_unlock(&m);
}

static void *w(void *a)
{
    struct node *n = a;
    n->val = 5;
    push(n);
    return NULL;
}

int main(void)
{
    pthread_t t[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, w, &nodes[i]);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    int n = 0;
    for (struct node *p = head; p != NULL; p = p->next) {
        assert(p->val == 5);
        n++;
    }
    assert(n == 2 && count == 2);
    return 0;
}

// hash_table.c: a table with a lock for each bucket and nodes that threads allocate; truth: safe; expect: safe
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct node {
    unsigned key;
    int value;
    struct node *next;
};

static struct {
    pthread_mutex_t lock;
    struct node *first;
} table[2];

static void put(unsigned key, int value)
{
    unsigned b = key % 2;
    struct node *x = malloc(sizeof *x);
    x->key = key;
    x->value = value;
    pthread_mutex_lock(&table[b].lock);
    x->next = table[b].first;
    table[b].first = x;
    pthread_mutex_unlock(&table[b].lock);
}

static int get(unsigned key)
{
    int found = -1;
    unsigned b = key % 2;
    pthread_mutex_lock(&table[b].lock);
    for (struct node *x = table[b].first; x; x = x->next)
        if (x->key == key) {
            found = x->value;
            break;
        }
    pthread_mutex_unlock(&table[b].lock);
    return found;
}

static void *worker(void *arg)
{
    unsigned key = *(unsigned *)arg;
    put(key, (int)key * 10);
    assert(get(key) == (int)key * 10);
    return NULL;
}

int main(void)
{
    pthread_t t[2];
    unsigned keys[2] = {1, 3};
    for (int i = 0; i < 2; i++)
        pthread_mutex_init(&table[i].lock, NULL);
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, worker, &keys[i]);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    assert(get(1) == 10 && get(3) == 30 && get(2) == -1);
    return 0;
}

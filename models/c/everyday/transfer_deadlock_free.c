/* truth: safe, expect: safe -- transfer deadlock free */
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#define ACCOUNTS 3
struct account { int id; long balance; pthread_mutex_t mutex; };
static struct account accounts[ACCOUNTS];
struct transfer { int from, to; long amount; };
static void do_transfer(struct account *from, struct account *to, long amount) {
    struct account *first = from->id < to->id ? from : to;
    struct account *second = from->id < to->id ? to : from;
    pthread_mutex_lock(&first->mutex);
    pthread_mutex_lock(&second->mutex);
    if (from->balance >= amount) { from->balance -= amount; to->balance += amount; }
    pthread_mutex_unlock(&second->mutex);
    pthread_mutex_unlock(&first->mutex);
}
static void *worker(void *p) { const struct transfer *t = p; do_transfer(&accounts[t->from], &accounts[t->to], t->amount); return NULL; }
int main(void) {
    struct transfer ts[] = { { 0, 1, 30 }, { 1, 2, 50 }, { 2, 0, 10 } };
    pthread_t th[3];
    long sum = 0;
    for (int i = 0; i < ACCOUNTS; i++) { accounts[i].id = i; accounts[i].balance = 100; pthread_mutex_init(&accounts[i].mutex, NULL); }
    for (int i = 0; i < 3; i++) if (pthread_create(&th[i], NULL, worker, &ts[i])) { fprintf(stderr, "create\n"); exit(1); }
    for (int i = 0; i < 3; i++) pthread_join(th[i], NULL);
    for (int i = 0; i < ACCOUNTS; i++) { sum += accounts[i].balance; assert(accounts[i].balance >= 0); }
    assert(sum == 300);
    return 0;
}

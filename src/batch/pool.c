/* pool.c -- see pool.h */
#include "batch/pool.h"

#include <assert.h>
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/mem.h"
#include "batch/child.h"

struct pool {
    const struct pw_pool_config *config;
    const struct pw_pool_events *events;
    struct pw_batch_row *rows;
    const bool *todo;
    size_t n, next; /* tasks below next are started or not to do */
    size_t total, done, running;
    struct pw_child *slots; /* config->jobs of them */
    struct pollfd *polled;  /* 1 + 2 * jobs */
    int signals;
    double begun;
    enum pw_pool_end end;
    bool over;
};

static void stop(struct pool *p, enum pw_pool_end why)
{
    if (!p->over) p->end = why;
    p->over = true;
}

static void tick(struct pool *p)
{
    struct pw_pool_progress g = {p->total, p->done, p->running, pw_child_clock() - p->begun,
                                 NULL,     NULL};
    double oldest = 0;
    for (unsigned i = 0; i < p->config->jobs; i++) {
        const struct pw_child *c = &p->slots[i];
        if (!c->pid || (g.file && c->started >= oldest)) continue;
        oldest = c->started;
        g.file = p->rows[c->task].file;
        g.params = p->rows[c->task].params;
    }
    if (p->events->tick) p->events->tick(p->events->arg, &g);
}

static bool start_next(struct pool *p, struct pw_child *slot, const char **why)
{
    struct pw_batch_row *r = &p->rows[p->next];
    pw_row_describe(r);
    if (!pw_child_start(slot, p->config, r->file, r->params)) {
        *why = strerror(errno);
        stop(p, PW_POOL_BROKEN);
        return false;
    }
    slot->task = p->next++;
    p->running++;
    if (p->events->started) p->events->started(p->events->arg, slot->task);
    return true;
}

static void fill(struct pool *p, const char **why)
{
    for (unsigned i = 0; i < p->config->jobs && !p->over; i++) {
        while (p->next < p->n && !p->todo[p->next])
            p->next++;
        if (p->next >= p->n) return;
        if (!p->slots[i].pid && !start_next(p, &p->slots[i], why)) return;
    }
}

static void settle(struct pool *p, struct pw_child *c)
{
    struct pw_batch_outcome o;
    if (!pw_child_ended(c, &o)) return;
    size_t i = c->task;
    if (!p->over) pw_row_settle(&p->rows[i], &o);
    pw_child_release(c);
    p->running--;
    if (p->over) return;
    p->done++;
    if (!p->events->finished(p->events->arg, i)) stop(p, PW_POOL_STOPPED);
    tick(p);
}

static void read_signals(struct pool *p)
{
    struct signalfd_siginfo s;
    while (read(p->signals, &s, sizeof s) == (ssize_t)sizeof s)
        if (s.ssi_signo != SIGCHLD) stop(p, PW_POOL_INTERRUPTED);
}

/* Waits for output, a signal, or the time to look at the limits again. */
static void wait_some(struct pool *p)
{
    nfds_t n = 1;
    p->polled[0] = (struct pollfd){p->signals, POLLIN, 0};
    for (unsigned i = 0; i < p->config->jobs; i++)
        for (int k = 0; k < 2; k++)
            p->polled[n++] = (struct pollfd){p->slots[i].pid ? p->slots[i].fd[k] : -1, POLLIN, 0};
    if (poll(p->polled, n, 50) < 0 && errno != EINTR) stop(p, PW_POOL_BROKEN);
    read_signals(p);
    for (unsigned i = 0; i < p->config->jobs; i++)
        for (int k = 0; k < 2; k++)
            if (p->slots[i].pid && p->polled[1 + 2 * i + (unsigned)k].revents)
                pw_child_read(&p->slots[i], k);
}

static void serve(struct pool *p)
{
    for (unsigned i = 0; i < p->config->jobs; i++) {
        if (!p->slots[i].pid) continue;
        pw_child_watch(&p->slots[i], p->config->memory_limit);
        settle(p, &p->slots[i]);
    }
    tick(p);
}

static void kill_all(struct pool *p)
{
    for (unsigned i = 0; i < p->config->jobs; i++)
        if (p->slots[i].pid) pw_child_kill(&p->slots[i]);
    while (p->running > 0) {
        wait_some(p);
        for (unsigned i = 0; i < p->config->jobs; i++)
            if (p->slots[i].pid) settle(p, &p->slots[i]);
    }
}

static void loop(struct pool *p, const char **why)
{
    while (!p->over) {
        fill(p, why);
        if (p->running == 0) return;
        wait_some(p);
        serve(p);
    }
    kill_all(p);
}

static size_t count(const bool *todo, size_t n)
{
    size_t k = 0;
    for (size_t i = 0; i < n; i++)
        k += todo[i];
    return k;
}

enum pw_pool_end pw_pool_run(const struct pw_pool_config *c, struct pw_batch_row *rows,
                             const bool *todo, size_t n, const struct pw_pool_events *events,
                             const char **why)
{
    sigset_t set, old;
    sigemptyset(&set);
    sigaddset(&set, SIGCHLD);
    sigaddset(&set, SIGINT);
    sigaddset(&set, SIGTERM);
    sigprocmask(SIG_BLOCK, &set, &old);
    struct pool p = {.config = c,
                     .events = events,
                     .rows = rows,
                     .todo = todo,
                     .n = n,
                     .total = count(todo, n),
                     .begun = pw_child_clock()};
    p.signals = signalfd(-1, &set, SFD_NONBLOCK | SFD_CLOEXEC);
    p.slots = PW_NEWS(struct pw_child, c->jobs);
    p.polled = PW_NEWS(struct pollfd, 1 + 2 * (size_t)c->jobs);
    if (p.signals < 0) {
        *why = strerror(errno);
        p.end = PW_POOL_BROKEN;
    } else {
        loop(&p, why);
        close(p.signals);
    }
    PW_FREES(p.slots, c->jobs);
    PW_FREES(p.polled, 1 + 2 * (size_t)c->jobs);
    sigprocmask(SIG_SETMASK, &old, NULL);
    return p.end;
}

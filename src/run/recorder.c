#include "run/recorder.h"

#include <assert.h>

static const char *text_or_null(struct pw_execution *e, const char *s)
{
    return s ? pw_execution_text(e, s) : NULL;
}

void pw_recorder_start(struct pw_recorder *r, const struct pw_state_reader *reader,
                       const void *state, size_t threads)
{
    struct pw_execution *e = pw_execution_new();
    *r = (struct pw_recorder){e, reader};
    assert(!threads || reader->local);
    reader->shared(state, e, &e->shared);
    for (size_t k = 0; k < threads; k++) {
        struct pw_execution_thread t = {
            .template_name = pw_execution_text(e, reader->template_name(state, k)),
            .location = pw_execution_text(e, reader->location(state, k))};
        reader->local(state, k, e, &t.local);
        pw_vec_push(&e->threads, t);
    }
}

struct pw_execution_step *pw_recorder_step(struct pw_recorder *r, const void *state,
                                           const struct pw_recorded *what)
{
    struct pw_execution *e = r->e;
    struct pw_execution_step x = {.template_name = "", .location = "", .line = what->line};
    x.statement = pw_execution_text(e, what->statement);
    x.way = text_or_null(e, what->way);
    x.others = text_or_null(e, what->others);
    r->reader->shared(state, e, &x.shared);
    if (e->threads.n) {
        assert(what->thread < e->threads.n);
        x.thread = (unsigned)what->thread + 1;
        x.template_name = e->threads.at[what->thread].template_name;
        x.location = pw_execution_text(e, r->reader->location(state, what->thread));
        r->reader->local(state, what->thread, e, &x.local);
    }
    pw_vec_push(&e->steps, x);
    return &pw_vec_last(&e->steps);
}

void pw_recorder_changed(struct pw_recorder *r, const void *state, size_t thread)
{
    struct pw_execution *e = r->e;
    assert(e->steps.n && thread < e->threads.n && pw_vec_last(&e->steps).thread != thread + 1);
    struct pw_execution_change c = {.thread = (unsigned)thread + 1,
                                    .location =
                                        pw_execution_text(e, r->reader->location(state, thread))};
    r->reader->local(state, thread, e, &c.local);
    pw_vec_push(&pw_vec_last(&e->steps).changed, c);
}

struct pw_execution *pw_recorder_end(struct pw_recorder *r, const char *conclusion)
{
    struct pw_execution *e = r->e;
    r->e = NULL;
    if (conclusion) {
        e->conclusion = pw_execution_text(e, conclusion);
        return e;
    }
    pw_execution_free(e);
    return NULL;
}

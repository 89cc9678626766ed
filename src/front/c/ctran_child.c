/* The translation: threads that create and join threads, as main does.
 *
 * A thread of which there is one creates others one by one; each waits until it has been created.
 * Where that may be done several times, or by several threads, they are any number. */
#include <assert.h>

#include "front/c/ctran.h"

bool pw_ct_is_single(const struct pw_ct *t)
{
    return t->in_main || t->groups.at[t->group].count == 1;
}

/* Is it also the only one with its function? Then its local variables are told from all others. */
bool pw_ct_is_sole(const struct pw_ct *t)
{
    if (t->in_main) return true;
    for (size_t i = 0; i < t->groups.n; i++)
        if (i != t->group && t->groups.at[i].fn == t->groups.at[t->group].fn) return false;
    return pw_ct_is_single(t);
}

/* Has a thread like it created the one at work, or one before that? */
static bool is_repeated(struct pw_ct *t, const struct pw_cdecl *fn, const struct pw_cval *arg,
                        uint32_t token)
{
    enum { DEEPEST = 12 };
    unsigned depth = 0;
    for (int32_t i = (int32_t)t->group; i >= 0; i = t->groups.at[i].parent) {
        const struct pw_cgroup *g = &t->groups.at[i];
        bool alike = !pw_ct_is_known_argument(arg) || pw_ct_same_value(&g->arg, arg);
        if (g->fn == fn && (alike || g->any_arg || g->numbered)) return true;
        if (++depth == DEEPEST)
            pw_ct_fail(t, token, "create all threads in main",
                       "unsupported: threads that create threads, and so on, so deep");
    }
    return false;
}

int64_t pw_ct_child_count(struct pw_ct *t, const struct pw_cdecl *fn, const struct pw_cval *arg,
                          uint32_t token)
{
    return !pw_ct_is_single(t) || t->loops || is_repeated(t, fn, arg, token) ? -1 : 1;
}

/* Any number of threads may be created by several others; nobody joins those one by one. */
int32_t pw_ct_find_child(const struct pw_ct *t, const struct pw_cdecl *fn,
                         const struct pw_cval *arg, uint32_t token)
{
    if (pw_ct_is_single(t)) return -1;
    for (size_t i = 0; i < t->groups.n; i++) {
        const struct pw_cgroup *g = &t->groups.at[i];
        bool alike = g->any_arg ? !pw_ct_is_known_argument(arg) : pw_ct_same_value(&g->arg, arg);
        if (g->parent >= 0 && g->count < 0 && g->fn == fn && g->token == token && alike &&
            g->root == t->groups.at[t->group].root)
            return (int32_t)i;
    }
    return -1;
}

/* Its handle is put where others may look for it. */
bool pw_ct_hides_handle(struct pw_ct *t, const struct pw_clv *lv, uint32_t token)
{
    if (t->in_main || !lv->obj->shared) return false;
    bool used = t->facts->handles;
    for (int64_t i = 0; i < lv->obj->ncells; i++)
        used = used || lv->obj->cells[i].known || lv->obj->cells[i].var >= 0;
    if (used)
        pw_ct_fail(t, token, "use a local variable",
                   "unsupported: '%s' keeps handles of threads that main and others create",
                   lv->obj->name);
    return true;
}

/* The threads of a group that has been translated say when they are done, from the next translation
 * on. */
static struct pw_cfact *joined(struct pw_ct *t, int32_t group)
{
    return pw_cfacts_of(t->facts, pw_cir_text(t->ir, "joined:%d", group));
}

bool pw_ct_is_joined_by_thread(struct pw_ct *t, int32_t group)
{
    return joined(t, group)->late;
}

bool pw_ct_may_join(struct pw_ct *t, const struct pw_cval *h, uint32_t token)
{
    const struct pw_cgroup *g = &t->groups.at[h->group];
    assert(!t->in_main && h->kind == PW_CV_THREAD);
    bool own = g->parent == (int32_t)t->group;
    if (own && !pw_ct_is_single(t)) {
        pw_ct_note(t, token, true,
                   "this pthread_join waits for one of several threads; it is read as not waiting");
        return false;
    }
    if (own) return true;
    if (g->count != 1 || h->group == (int32_t)t->group)
        pw_ct_fail(t, token, "join in main",
                   "unsupported: a thread that joins threads it has not created");
    if (!joined(t, h->group)->late) joined(t, h->group)->late = t->again = true;
    return true;
}

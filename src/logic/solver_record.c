/* Recording of the questions asked, as a script for other solvers. */
#include "logic/smtout.h"
#include "logic/solver_state.h"

static _Thread_local struct pw_strbuf *record_all;

void pw_solver_record_all(struct pw_strbuf *out)
{
    record_all = out;
}

void pw_solver_record(struct pw_solver *s, struct pw_strbuf *out)
{
    if (s->rec) {
        pw_smtout_clear(s->rec);
        PW_FREE(s->rec);
        s->rec = NULL;
    }
    if (!out) return;
    s->rec = PW_NEW(struct pw_smtout);
    pw_smtout_init(s->rec, s->terms, out);
}

void pw_solver_record_start(struct pw_solver *s)
{
    if (!record_all) return;
    pw_solver_record(s, record_all);
    pw_smtout_push(s->rec);
}

void pw_solver_record_end(struct pw_solver *s)
{
    if (s->rec && s->rec->out == record_all) pw_smtout_pop(s->rec);
    pw_solver_record(s, NULL);
}

void pw_solver_record_assert(struct pw_solver *s, pw_term a)
{
    if (s->rec) pw_smtout_assert(s->rec, a);
}

void pw_solver_record_check(struct pw_solver *s, const pw_term *assume, size_t n, bool sat)
{
    if (!s->rec) return;
    pw_strbuf_printf(s->rec->out, "(set-info :status %s)\n", sat ? "sat" : "unsat");
    pw_smtout_check(s->rec, assume, n);
}

void pw_solver_record_scope(struct pw_solver *s, bool push)
{
    if (!s->rec) return;
    if (push)
        pw_smtout_push(s->rec);
    else
        pw_smtout_pop(s->rec);
}

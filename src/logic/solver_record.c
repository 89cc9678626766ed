#include "logic/solver_state.h"

void pw_solver_record(struct pw_solver *s, struct pw_strbuf *out) { s->rec.out = out; }

void pw_solver_record_assert(struct pw_solver *s, pw_term a)
{
    (void)s;
    (void)a;
}

void pw_solver_record_check(struct pw_solver *s, const pw_term *assume, size_t n, bool sat)
{
    (void)s;
    (void)assume;
    (void)n;
    (void)sat;
}

void pw_solver_record_scope(struct pw_solver *s, bool push)
{
    (void)s;
    (void)push;
}

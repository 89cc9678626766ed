#include "check/traps.h"

#include <inttypes.h>

#include "base/limits.h"

void pwc_read_traps(struct pwc_reader *r, struct pwc_space *s, size_t n)
{
    for (; n > 0; n--) {
        pwc_next(r);
        struct pwc_trap t = {.line = r->line, .at = PW_NEWS(struct pwc_may, s->globals)};
        for (size_t lines = pwc_count(r); lines > 0; lines--) {
            pwc_next(r);
            uint32_t g = (uint32_t)pwc_int(r, 0, (int64_t)s->globals - 1);
            if (t.at[g].occurs) pwc_refuse(r, "global %" PRIu32 " for the second time", g);
            t.at[g].occurs = true;
            pwc_read_places(r, s->places, &t.at[g]);
        }
        pw_vec_push(&s->traps, t);
    }
    s->result->traps = s->traps.n;
}

bool pwc_in_trap(const struct pwc_trap *t, uint32_t global, uint32_t place) { return pwc_has_place(&t->at[global], place); }

/* Of a step whose active thread does not end in the trap. */
static void check_passive(struct pwc_system *s, const struct pwc_trap *t, const struct pwc_step *step, pw_uints *next)
{
    for (size_t i = 0; i < pwc_may_count(s->space, step->from); i++) {
        uint32_t place = pwc_may_at(s->space, step->from, i);
        pw_limits_poll();
        if (!pwc_in_trap(t, step->from, place)) continue;
        pw_vec_reset(next);
        s->ahead(s->self, step->rel, place, next);
        for (size_t k = 0; k < next->n; k++)
            if (!pwc_in_trap(t, step->to, next->at[k]))
                pwc_fail(s->space->result, PWC_INVALID, t->line, "not a trap: the step of line %lu takes a passive thread from (%" PRIu32 ", %" PRIu32 ") out of it", step->line,
                         step->from, place);
    }
}

void pwc_check_traps(struct pwc_system *s)
{
    pw_uints next = {0};
    for (size_t i = 0; i < s->space->traps.n; i++) {
        const struct pwc_trap *t = &s->space->traps.at[i];
        for (size_t k = 0; k < s->steps.n; k++) {
            const struct pwc_step *step = &s->steps.at[k];
            pw_limits_poll();
            if (pwc_in_trap(t, step->to, s->toks.at[step->post].place)) continue;
            if (pwc_in_trap(t, step->from, s->toks.at[step->pre].place))
                pwc_fail(s->space->result, PWC_INVALID, t->line, "not a trap: the step of line %lu takes its active thread out of it", step->line);
            check_passive(s, t, step, &next);
        }
    }
    pw_vec_clear(&next);
}

/* Programs (.dr): abstraction, closure, search; a candidate run is made concrete and replayed, or
 * explained. */
#include <inttypes.h>
#include <string.h>

#include "engine/conclude.h"
#include "engine/counterexample.h"
#include "engine/decide.h"
#include "engine/offers.h"
#include "engine/unneeded.h"
#include "prog/checked.h"
#include "report/property_words.h"

/* Why so many threads, unless it is two. */
static void explain_bound(const struct pw_verify_stats *s, struct pw_strbuf *out)
{
    if (s->bound == 2) return;
    pw_strbuf_puts(out, " (2");
    if (s->inter_thread) pw_strbuf_puts(out, ", and 4 for each inter-thread predicate");
    if (s->bound > 4 * s->inter_thread + 2)
        pw_strbuf_printf(out, ", and %" PRIu64 " that a step looks at",
                         s->bound - 4 * s->inter_thread - 2);
    pw_strbuf_puts(out, ")");
}

static void prove(struct pw_job *j, const struct pw_program *p)
{
    const struct pw_verify_stats *s = &j->result->stats;
    unsigned uses = pw_program_uses(p);
    struct pw_strbuf why = {0};
    explain_bound(s, &why);
    pw_job_proved(j, PW_OVER_TEMPLATE,
                  "an exact abstraction of %" PRIu64
                  " threads%s, which stands for any number%s; %ssequentially consistent memory",
                  s->bound, pw_strbuf_text(&why),
                  uses & PW_USES_EVERY ? "; one thread alone, where every(...) is true, is a case "
                                         "of its own in it"
                                       : "",
                  pw_program_has_ints(p) ? "mathematical integers; " : "");
    pw_strbuf_clear(&why);
    pw_conclude_proof(j);
}

/* The last words are the property, unless they have been said: "no two threads at crit". */
static void conclude(struct pw_job *j, const struct pw_program *p, struct pw_closed *c)
{
    const pw_lines *words = &j->result->words;
    pw_conclude(c, j);
    if (j->evidence.coverable != PW_NO || !j->options->explain) return;
    if (words->n == 1 && !strncmp(words->at[0], "no two threads at", 17) && p->nunsafe == 1) return;
    pw_words_property(p, "", &j->result->words);
}

/* ---- once more, with invariants ---- */

static void name_axioms(struct pw_job *j, const struct pw_axioms *x)
{
    struct pw_strbuf b = {0};
    for (size_t i = 0; i < pw_axioms_n(x); i++) {
        pw_strbuf_puts(&b, i ? "; " : "");
        pw_axioms_print(x, i, &b);
    }
    pw_strbuf_printf(&j->result->rests_on, "; steps from states with %s, which every step keeps",
                     pw_strbuf_text(&b));
    pw_strbuf_clear(&b);
}

/* The answer so far was a run that is none. */
static void forget_candidate(struct pw_job *j)
{
    enum pw_precision precision = j->evidence.precision;
    pw_execution_free(j->result->candidate);
    j->result->candidate = NULL;
    pw_lines_clear(&j->result->hints);
    pw_offers_free(j->result->offers);
    j->result->offers = NULL;
    pw_lines_clear(&j->result->predicates);
    j->evidence = (struct pw_evidence){
        .coverable = PW_UNDECIDED, .on_template = PW_UNDECIDED, .precision = precision};
}

/* A bad state is reached in the abstraction, and no run is known. Relative to counting and stated
 * invariants fewer steps are possible. */
static void decide_relative(struct pw_job *j, const struct pw_program *p)
{
    struct pw_axioms axioms = {0};
    struct pw_decision d;
    struct pw_mode mode = pw_mode_of(j);
    pw_axioms_find(&axioms, p);
    mode.axioms = &axioms;
    if (pw_axioms_n(&axioms) && pw_decide_aside(j, p, p->preds, &axioms)) {
        pw_job_say(j, "with %zu invariants as axioms of the abstraction", pw_axioms_n(&axioms));
        forget_candidate(j);
        if (pw_decide(&d, p, p->preds, &mode, j)) {
            j->evidence.precision = PW_OVER_TEMPLATE;
            if (j->evidence.coverable == PW_NO) {
                prove(j, p);
                name_axioms(j, &axioms);
                j->result->stated = axioms.stated.n == p->ninvariants;
            }
            conclude(j, p, &d.closed);
        }
        pw_decision_clear(&d);
    }
    pw_axioms_clear(&axioms);
}

static void decide(struct pw_job *j, const struct pw_program *p)
{
    struct pw_decision d;
    struct pw_mode mode = pw_mode_of(j);
    bool spurious = false;
    if (pw_decide(&d, p, p->preds, &mode, j)) {
        j->evidence.precision = PW_OVER_TEMPLATE;
        if (j->evidence.coverable == PW_NO) prove(j, p);
        if (j->evidence.coverable == PW_YES) pw_counterexample(j, p, d.abstraction, &d.closed);
        spurious = j->evidence.coverable == PW_YES && !j->evidence.replayed;
        conclude(j, p, &d.closed);
        if (j->evidence.coverable == PW_NO && j->options->unneeded) pw_unneeded_find(j, p);
    }
    pw_decision_clear(&d);
    if (spurious && !pw_program_uses(p)) decide_relative(j, p);
}

/* What it remembers of a program without predicates. */
static const char *remembers(const struct pw_program *p)
{
    if (p->preds.n) return NULL;
    if (pw_program_has_ints(p)) return "none, so nothing is remembered of integer variables";
    if (pw_program_uses(p) & PW_USES_ORDER)
        return "none: finite variables and locations are tracked exactly, the order of threads "
               "(self < other.self) is not";
    return "none: finite variables and locations are tracked exactly";
}

/* Properties that are formulas become steps; runs are replayed on the program itself. */
void pw_job_program(struct pw_job *j, const struct pw_program *p)
{
    struct pw_program *checked = pw_program_checked(p);
    j->result->forgets = remembers(p);
    decide(j, checked ? checked : p);
    pw_program_free(checked);
}

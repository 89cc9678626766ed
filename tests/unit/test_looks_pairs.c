/* Pair invariants of programs whose threads look at each other: the rule against the set of pairs
 * of finite programs, facts against every state of few threads, proofs against an interpreter that
 * shares no code (tests/oracle/looks_oracle.h). */
#include "unit/unit.h"

#include <string.h>

#include "cert/cert_pairs.h"
#include "check/check.h"
#include "finite/pairset.h"
#include "front/dr/dr.h"
#include "logic/smt.h"
#include "oracle/looks_oracle.h"
#include "oracle/pairs_oracle.h"
#include "pairs/pairs.h"
#include "prog/checked.h"
#include "run/concrete.h"

static struct pw_program *parse(const char *text)
{
    struct pw_source src;
    struct pw_diags diags = {0};
    pw_source_from_text(&src, "looks.dr", text, strlen(text));
    struct pw_program *p = pw_dr_parse(&src, NULL, 0, &diags);
    ck_assert_msg(p != NULL, "%s", text);
    pw_diags_clear(&diags);
    pw_source_clear(&src);
    return p;
}

static struct looks_options options_of(uint64_t seed, bool ints)
{
    return (struct looks_options){.every = seed % 7 != 0,
                                  .some = seed % 3 != 0,
                                  .others = seed % 2,
                                  .order = seed % 5 == 4,
                                  .tid = seed % 11 < 3,
                                  .two = seed % 4 == 3,
                                  .ints = ints};
}

/* ---- the rule: without integers the keys are the pairs ---- */

/* In how many orders may the two threads of the key be? Facts are of the order alone. */
static size_t orders(const struct pw_invariant_key *k, bool ordered)
{
    size_t n = ordered && k->u != k->v ? 2 : 1;
    for (size_t f = 0; f < k->facts.n && k->u != k->v; f++) {
        bool plain = k->facts.at[f]->kind == PW_EXPR_BEFORE ||
                     (k->facts.at[f]->kind == PW_EXPR_NOT &&
                      k->facts.at[f]->args[0]->kind == PW_EXPR_BEFORE);
        n -= plain;
    }
    return n;
}

static size_t real_pairs(const struct pw_invariant *v, bool ordered)
{
    size_t n = 0, kinds = v->p->ntemplates;
    for (size_t i = 0; i < v->keys.n; i++)
        if (pw_views_at(&v->views, v->keys.at[i].u)->kind < kinds &&
            pw_views_at(&v->views, v->keys.at[i].v)->kind < kinds)
            n += orders(&v->keys.at[i], ordered);
    return n;
}

START_TEST(keys_are_the_pairs)
{
    enum { PART = 60 };
    int compared = 0, with_order = 0;
    for (int i = 0; i < PART * unit_scale(); i++) {
        uint64_t seed = unit_seed() + (uint64_t)_i * 3000017 + (uint64_t)i;
        struct looks_program l;
        struct pw_strbuf text = {0};
        struct looks_options o = options_of(seed, false);
        o.order = i % 3 == 0;
        o.two &= !o.order;
        looks_random(&l, seed, o);
        looks_print(&l, &text);
        struct pw_program *p = parse(pw_strbuf_text(&text));
        if (pw_program_uses(p) & ~PW_USES_PAIRS && !p->has_assert) {
            struct pw_pairset_stats stats = {0};
            struct pw_pairset pairs;
            struct pw_invariant *v = pw_pairs_invariant(p, 0);
            pw_pairset_init(&pairs, p, &stats);
            if (v && (!pairs.ordered || p->ntemplates == 1)) {
                size_t found = real_pairs(v, pairs.ordered);
                ck_assert_msg(found == stats.pairs, "seed %llu: %zu in keys, %llu pairs\n%s",
                              (unsigned long long)seed, found, (unsigned long long)stats.pairs,
                              pw_strbuf_text(&text));
                compared++;
                with_order += pairs.ordered;
            }
            pw_pairset_clear(&pairs);
            pw_invariant_free(v);
        }
        pw_program_free(p);
        pw_strbuf_clear(&text);
    }
    ck_assert_int_ge(compared, PART / 6);
    ck_assert_int_ge(with_order, 1);
    if (getenv("PWQO_TEST_SCALE"))
        printf("the rule: %d sets of pairs, %d with an order\n", compared, with_order);
}
END_TEST

/* ---- facts hold ---- */

static bool has_failed(const struct pw_state *s)
{
    for (size_t i = 0; i < s->n; i++)
        if (s->p->templates[s->threads[i].template].locs[s->threads[i].loc].kind == PW_LOC_ERROR)
            return true;
    return false;
}

/* Every state with n threads satisfies the invariant. */
static size_t check_states(const struct pw_invariant *v, const struct pw_program *p, size_t n,
                           uint64_t seed, const char *text)
{
    struct pw_concrete x;
    struct pw_concrete_options o = {.threads = n};
    struct pw_strbuf why = {0};
    const char *reason;
    ck_assert(pw_concrete_init(&x, p, &o, &reason));
    pw_concrete_run(&x);
    size_t states = x.bag.items.n;
    for (uint32_t id = 0; id < states; id++) {
        struct pw_state *s = pw_statebag_get(&x.bag, p, id);
        if (!has_failed(s))
            ck_assert_msg(pairs_oracle_holds(v, s, &why), "seed %llu, n = %zu: %s\n%s",
                          (unsigned long long)seed, n, pw_strbuf_text(&why), text);
        pw_state_free(s);
    }
    pw_concrete_clear(&x);
    pw_strbuf_clear(&why);
    return states;
}

/* May there be n threads? Only programs of one template have a number. */
static bool is_number(const struct pw_program *p, size_t n)
{
    return p->templates[0].count < 0 || (size_t)p->templates[0].count == n;
}

static size_t check_facts(const struct pw_program *p, const struct looks_program *l, uint64_t seed,
                          const char *text)
{
    size_t states = 0;
    struct pw_invariant *v = pw_pairs_invariant(p, seed % 3 ? 0 : 2);
    for (size_t n = 1; v && n <= (l->o.two || l->o.order ? 3 : 4); n++)
        if (is_number(p, n)) states += check_states(v, p, n, seed, text);
    pw_invariant_free(v);
    return states;
}

/* ---- certificates ---- */

static void take_output(void *arg, const char *text, size_t n)
{
    struct pw_strbuf *out = arg;
    for (size_t i = 0; i < n; i++)
        pw_strbuf_putc(out, text[i]);
}

/* Is every answer unsat? */
static bool are_refuted(const struct pw_strbuf *questions, size_t *asked)
{
    struct pw_source src;
    struct pw_diags diags = {0};
    struct pw_strbuf out = {0};
    pw_source_from_text(&src, "questions.smt2", pw_strbuf_text(questions), questions->n);
    ck_assert(pw_smt_run(&src, &diags, take_output, &out, NULL));
    bool all = true;
    for (const char *at = pw_strbuf_text(&out); *at; at = strchr(at, '\n') + 1) {
        all &= !strncmp(at, "unsat\n", 6);
        ++*asked;
    }
    pw_strbuf_clear(&out);
    pw_diags_clear(&diags);
    pw_source_clear(&src);
    return all;
}

/* Both halves of the check of a certificate. */
static bool is_accepted(const struct pw_program *p, struct pw_invariant *v, const char *text,
                        size_t *asked)
{
    struct pw_source input, cert;
    struct pw_strbuf written = {0}, questions = {0};
    struct pw_cert_head head;
    struct pw_diags diags = {0};
    struct pwc_result r = {0};
    pw_source_from_text(&input, "looks.dr", text, strlen(text));
    const struct pw_source *inputs[] = {&input};
    ck_assert(
        pw_cert_write_pairs(&written, &(struct pw_cert_about){.inputs = inputs, .ninputs = 1}, v));
    pw_source_from_text(&cert, "looks.cert", pw_strbuf_text(&written), written.n);
    const char *body = pw_cert_read_pairs_head(&cert, &head, &diags);
    ck_assert(body != NULL);
    ck_assert(pw_cert_print_pairs_obligations(body, cert.text + cert.size, p, &questions));
    pwc_check(pw_strbuf_text(&written), written.n, NULL, &r);
    ck_assert_msg(r.status != PWC_MALFORMED, "line %lu: %s", r.line, r.message);
    bool accepted = r.status == PWC_VALID && are_refuted(&questions, asked);
    pw_cert_head_clear(&head);
    pw_diags_clear(&diags);
    pw_strbuf_clear(&written), pw_strbuf_clear(&questions);
    pw_source_clear(&input), pw_source_clear(&cert);
    return accepted;
}

static void drop_key(struct pw_invariant *v, size_t i)
{
    pw_vec_clear(&v->keys.at[i].facts);
    v->keys.at[i] = v->keys.at[--v->keys.n];
}

/* What a liar would write of a program that goes wrong: all pairs but those that fail, and some
 * more left out. */
static void check_forged(const struct pw_program *p, uint64_t seed, const char *text,
                         size_t *forged)
{
    enum { ROUNDS = 2, MOST_KEYS = 40 };
    for (int round = 0; round < ROUNDS; round++) {
        struct pw_invariant *v = pw_pairs_invariant(p, seed % 2);
        uint64_t random = seed * 3 + (uint64_t)round;
        size_t asked = 0;
        if (!v || v->keys.n > MOST_KEYS) {
            pw_invariant_free(v);
            return;
        }
        for (size_t i = v->keys.n; i-- > 0;) {
            const struct pw_invariant_key *k = &v->keys.at[i];
            random = random * 6364136223846793005u + 1442695040888963407u;
            if (pw_views_is_error(&v->views, k->u) || pw_views_is_error(&v->views, k->v) ||
                (round && (random >> 33) % 10 < 2))
                drop_key(v, i);
        }
        ck_assert_msg(!is_accepted(p, v, text, &asked), "seed %llu: forged\n%s",
                      (unsigned long long)seed, text);
        pw_invariant_free(v);
        ++*forged;
    }
}

/* ---- proofs ---- */

/* -1: no proof, although up to four threads do nothing wrong; 0: nor is it safe; 1: proved. */
static int check_proof(const struct pw_program *p, const struct looks_program *l, uint64_t seed,
                       const char *text, size_t *asked, size_t *forged)
{
    struct pw_pairs_result r = {0};
    struct pw_pairs_stats stats = {0};
    struct looks_result found;
    bool bad = false;
    pw_pairs_prove(p, false, &stats, &r);
    for (int n = 1; n <= (l->o.two || l->o.order ? 3 : 4); n++) {
        if (!is_number(p, (size_t)n)) continue;
        looks_search(l, n, &found);
        bad |= looks_bad(l, &found);
        ck_assert_msg(!bad || !r.invariant, "seed %llu: proved, but %d threads go wrong\n%s",
                      (unsigned long long)seed, n, text);
    }
    int out = r.invariant ? 1 : bad ? 0 : -1;
    if (r.invariant)
        ck_assert_msg(is_accepted(p, r.invariant, text, asked), "seed %llu: refused\n%s",
                      (unsigned long long)seed, text);
    else if (bad)
        check_forged(p, seed, text, forged);
    pw_pairs_result_clear(&r);
    return out;
}

START_TEST(random_integers)
{
    enum { PART = 8 };
    int tally[3] = {0};
    size_t states = 0, asked = 0, forged = 0;
    for (int i = 0; i < PART * unit_scale(); i++) {
        uint64_t seed = unit_seed() + (uint64_t)_i * 11000027 + (uint64_t)i;
        struct looks_program l;
        struct pw_strbuf text = {0};
        looks_random(&l, seed, options_of(seed, true));
        if (!l.o.two && seed % 6 == 5) l.o.number[0] = 1 + (int)(seed / 6 % 3);
        looks_print(&l, &text);
        struct pw_program *p = parse(pw_strbuf_text(&text)), *checked = pw_program_checked(p);
        states += check_facts(p, &l, seed, pw_strbuf_text(&text));
        tally[1 + check_proof(checked ? checked : p, &l, seed, pw_strbuf_text(&text), &asked,
                              &forged)]++;
        pw_program_free(checked);
        pw_program_free(p);
        pw_strbuf_clear(&text);
    }
    ck_assert(states > PART);
    ck_assert(tally[1]);
    if (getenv("PWQO_TEST_SCALE"))
        printf("integers: %d proved, %d wrong, %d left open, %zu states satisfy the facts, %zu "
               "obligations, %zu forged certificates refused\n",
               tally[2], tally[1], tally[0], states, asked, forged);
}
END_TEST

static void tests(TCase *c)
{
    tcase_set_timeout(c, 300);
    tcase_add_loop_test(c, keys_are_the_pairs, 0, 4);
    tcase_add_loop_test(c, random_integers, 0, 6);
}

UNIT_MAIN("looks pairs", tests)

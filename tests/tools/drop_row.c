/* drop_row -- takes one row out of the template of a program, or out of one of its some blocks, and
 * prints the one obligation that must then be satisfiable.
 *
 *   drop_row FILE.dr        prints how many rows (points of all relations) there are
 *   drop_row FILE.dr K      prints, as SMT-LIB 2, the question about the relation that row K was
 *                           taken from
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "abst/obligations.h"
#include "front/dr/dr.h"

/* A search for row number k over the relations, one after the other. */
struct search {
    struct pw_dual *t;
    unsigned *vars; /* that rows of this relation are over */
    size_t n_vars;
    uint64_t k; /* rows still to pass */
    bool found;
    pw_bdd row;
};

static void add_fields(struct search *s, enum pw_role role, uint32_t template, bool next)
{
    const pw_fields *f = pw_dual_fields(s->t, role, template);
    for (uint32_t i = 0; i < f->n; i++)
        for (unsigned b = 0; b < f->at[i].bits; b++)
            for (int w = PW_NOW; w <= (next ? PW_NEXT : PW_NOW); w++)
                s->vars[s->n_vars++] = pw_dual_var(s->t, role, template, i, (enum pw_when)w, b);
}

static void set_vars(struct search *s, uint32_t active, uint32_t passive, bool next)
{
    s->n_vars = 0;
    add_fields(s, PW_SHARED, 0, next);
    add_fields(s, PW_ACTIVE, active, next);
    add_fields(s, PW_PASSIVE, passive, next);
    if (!next) return;
    struct pw_bdds *m = s->t->bdds;
    pw_bdd at = pw_bdd_support(m, pw_dual_at(s->t, s->t->templates.at[passive].entry));
    for (; !pw_bdd_is_true(at); at = pw_bdd_hi(m, at))
        s->vars[s->n_vars++] = pw_bdd_top(m, at);
}

static bool visit_path(void *arg, const uint8_t *values)
{
    struct search *s = arg;
    unsigned open = 0;
    for (size_t i = 0; i < s->n_vars; i++)
        open += values[s->vars[i]] == PW_BDD_ANY;
    uint64_t points = (uint64_t)1 << open;
    if (s->k >= points) {
        s->k -= points;
        return true;
    }
    s->row = PW_BDD_TRUE;
    for (size_t i = 0; i < s->n_vars; i++) {
        bool value = values[s->vars[i]] == 1;
        if (values[s->vars[i]] == PW_BDD_ANY) value = s->k & 1, s->k >>= 1;
        s->row = pw_bdd_and(s->t->bdds, s->row, pw_bdd_literal(s->t->bdds, s->vars[i], value));
    }
    s->found = true;
    return false;
}

/* Takes the row out of a relation of a statement if it is there. */
static void take_from(struct search *s, uint32_t stmt, uint32_t passive, pw_bdd *relation)
{
    set_vars(s, s->t->stmts.at[stmt].template, passive, true);
    pw_bdd_paths(s->t->bdds, *relation, visit_path, s);
    if (s->found) *relation = pw_bdd_diff(s->t->bdds, *relation, s->row);
}

/* Looks in all relations; takes the row out and returns the number of its question, or -1.
 * Questions: one per statement, then the initial one. */
static int take(struct search *s)
{
    struct pw_dual *t = s->t;
    uint32_t n = (uint32_t)t->templates.n;
    for (uint32_t i = 0; i < t->n_steps; i++) {
        take_from(s, i / n, i % n, &t->steps[i]);
        if (s->found) return (int)(i / n);
    }
    for (uint32_t i = 0; i < t->stmts.n; i++)
        for (uint32_t k = 0; k < t->stmts.at[i].somes * n; k++) {
            take_from(s, i, k % n, &t->somes[t->stmts.at[i].first_some * n + k]);
            if (s->found) return (int)i;
        }
    for (uint32_t i = 0; i < t->n_initial; i++) {
        set_vars(s, i / n, i % n, false);
        pw_bdd_paths(t->bdds, t->initial[i], visit_path, s);
        if (!s->found) continue;
        t->initial[i] = pw_bdd_diff(t->bdds, t->initial[i], s->row);
        return (int)t->stmts.n;
    }
    return -1;
}

/* The k-th question of the text, with the logic. */
static void print_question(const char *text, int k)
{
    const char *from = strstr(text, "(push 1)");
    for (; k > 0; k--)
        from = strstr(from + 1, "(push 1)");
    const char *to = strstr(from, "(pop 1)");
    printf("(set-logic QF_LIA)\n%.*s(pop 1)\n", (int)(to - from), from);
}

int main(int argc, char **argv)
{
    struct pw_source src;
    struct pw_diags diags = {0};
    struct pw_strbuf out = {0};
    const char *why;
    if (argc < 2 || pw_source_read(&src, argv[1], &why) != PW_SOURCE_OK) return 66;
    struct pw_program *p = pw_dr_parse(&src, NULL, 0, &diags);
    struct pw_abstraction *a = p ? pw_abstract_template(p, &src, NULL, NULL, &diags) : NULL;
    if (!a) return 65;
    struct search s = {.t = a->template,
                       .vars = PW_NEWS(unsigned, pw_bdds_vars(a->template->bdds)),
                       .k = UINT64_MAX};
    if (argc > 2) s.k = strtoull(argv[2], NULL, 10);
    int question = take(&s);
    if (argc == 2)
        printf("%" PRIu64 "\n", UINT64_MAX - s.k);
    else if (question < 0)
        return 64;
    else {
        pw_obligations_print(p, &src, a->template, &out, &diags);
        print_question(pw_strbuf_text(&out), question);
    }
    return 0;
}

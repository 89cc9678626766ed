#include "modular/plain.h"

#include <assert.h>
#include <string.h>

#include "base/limits.h"

enum { NONE = PW_MTREE_NONE, DEEPEST = 40 };

/* --- which contracts ---------------------------------------------------------------------------*/

static bool has_module(const struct pw_munit *u, uint32_t module)
{
    for (size_t i = 0; i < u->modules.n; i++)
        if (u->modules.at[i] == module) return true;
    return false;
}

/* Is nothing assumed and nothing invariant, but what is implicit? */
static bool is_open(const struct pw_mtree *t, const struct pw_munit *u)
{
    for (size_t i = 0; i < t->assumptions.n; i++)
        if (!t->assumptions.at[i].implicit && has_module(u, t->assumptions.at[i].module))
            return false;
    for (size_t i = 0; i < t->invariants.n; i++)
        if (has_module(u, t->invariants.at[i].module)) return false;
    return true;
}

static void find_proved(const struct pw_mreport *r, bool *proved)
{
    for (size_t i = 0; i < r->units.n; i++) {
        const struct pw_munit_result *u = &r->units.at[i];
        if (u->unit && !u->unit->is_thread && !u->failed && !u->unknown)
            proved[u->unit->number] = true;
    }
}

unsigned pw_plain_usable(const struct pw_mreport *r, bool *use)
{
    const struct pw_mtree *t = r->t;
    bool closed = !r->failed && !r->unknown;
    unsigned n = 0;
    memset(use, 0, t->procs.n * sizeof *use);
    find_proved(r, use);
    for (bool changed = true; changed;) { /* what calls something unproved is not proved */
        changed = false;
        for (size_t i = 0; i < t->procs.n; i++) {
            const struct pw_munit *u = t->procs.at[i];
            bool ok = closed || is_open(t, u);
            for (size_t k = 0; k < u->calls.n; k++)
                ok = ok && (use[u->calls.at[k]] || !t->procs.at[u->calls.at[k]]->contract.given);
            if (!use[i] || ok) continue;
            use[i] = false;
            changed = true;
        }
    }
    for (size_t i = 0; i < t->procs.n; i++)
        n += use[i];
    return n;
}

/* --- writing ---------------------------------------------------------------------------------- */

struct frame {
    const struct pw_munit *unit;
    unsigned number; /* of the call; 0: the thread itself */
    unsigned depth;
    bool atomic;
    char *const *after; /* in an action, per shared variable: the text of x'; or NULL */
    bool later;         /* x means x' */
    const char *result; /* of an action: the returned variable after it, or NULL */
};

struct writer {
    const struct pw_mtree *t;
    struct pw_plain_choice choice;
    const struct pw_munit *thread;
    struct pw_strbuf *out; /* the body of the thread */
    struct pw_strbuf locals;
    unsigned calls, choices;
    bool *number; /* per mutex: its holder is asked for, so it becomes a number */
    bool again;   /* one more became a number */
    struct pw_plain_problem *problem;
};

static void refuse(struct writer *w, uint32_t token, const char *why)
{
    if (w->problem->why) return;
    *w->problem = (struct pw_plain_problem){why, token};
}

static void need_number(struct writer *w, uint32_t shared)
{
    if (!w->t->shared.at[shared].mutex || w->number[shared]) return;
    w->number[shared] = w->again = true;
}

static const char *name_of(const struct writer *w, uint32_t name)
{
    return pw_mtree_text(w->t, name);
}

/* x, or x__3 of the third call. */
static void write_local(struct writer *w, const struct frame *f, uint32_t index,
                        struct pw_strbuf *out)
{
    assert(index < f->unit->vars.n);
    pw_strbuf_puts(out, name_of(w, f->unit->vars.at[index].name));
    if (f->number) pw_strbuf_printf(out, "__%u", f->number);
}

static const char *sign_of(enum pw_mexpr_kind kind)
{
    static const char *const signs[] = {
        [PW_MX_AND] = "&&", [PW_MX_OR] = "||", [PW_MX_IMPLIES] = "=>", [PW_MX_EQ] = "==",
        [PW_MX_NE] = "!=",  [PW_MX_LT] = "<",  [PW_MX_LE] = "<=",      [PW_MX_GT] = ">",
        [PW_MX_GE] = ">=",  [PW_MX_ADD] = "+", [PW_MX_SUB] = "-",      [PW_MX_MUL] = "*",
        [PW_MX_DIV] = "/",  [PW_MX_MOD] = "%"};
    assert(kind < sizeof signs / sizeof *signs && signs[kind]);
    return signs[kind];
}

static void write_leaf(struct writer *w, const struct frame *f, const struct pw_mexpr *e,
                       struct pw_strbuf *out)
{
    switch (e->kind) {
    case PW_MX_NUMBER:
        pw_int_print(e->number, out);
        break;
    case PW_MX_TRUTH:
        pw_strbuf_puts(out, e->truth ? "true" : "false");
        break;
    case PW_MX_SHARED:
        need_number(w, e->index);
        if ((e->primed || f->later) && f->after && f->after[e->index])
            pw_strbuf_puts(out, f->after[e->index]);
        else
            pw_strbuf_puts(out, name_of(w, w->t->shared.at[e->index].name));
        break;
    case PW_MX_LOCAL:
        if (e->primed && f->result)
            pw_strbuf_puts(out, f->result);
        else
            write_local(w, f, e->index, out);
        break;
    case PW_MX_SELF:
        pw_strbuf_printf(out, "self__%u", w->thread->number);
        break;
    case PW_MX_NOBODY:
        pw_strbuf_putc(out, '0');
        break;
    case PW_MX_IS:
        pw_strbuf_puts(out, e->index == w->thread->number ? "true" : "false");
        break;
    default:
        refuse(w, e->first, "arrays, objects, sizes and threads by name cannot be said");
        pw_strbuf_puts(out, "false");
    }
}

static void write_expr(struct writer *w, const struct frame *f, const struct pw_mexpr *e,
                       struct pw_strbuf *out)
{
    if (e->kind < PW_MX_NOT) {
        write_leaf(w, f, e, out);
        return;
    }
    bool call = e->kind == PW_MX_MIN || e->kind == PW_MX_MAX;
    pw_strbuf_puts(out, e->kind == PW_MX_MIN ? "min(" : e->kind == PW_MX_MAX ? "max(" : "(");
    if (e->kind == PW_MX_NOT || e->kind == PW_MX_NEG) {
        pw_strbuf_putc(out, e->kind == PW_MX_NOT ? '!' : '-');
        write_expr(w, f, e->args[0], out);
    } else {
        write_expr(w, f, e->args[0], out);
        pw_strbuf_printf(out, "%s%s ", call ? "" : " ",
                         call                   ? ","
                         : e->kind == PW_MX_ITE ? "?"
                                                : sign_of((enum pw_mexpr_kind)e->kind));
        write_expr(w, f, e->args[1], out);
        if (e->kind == PW_MX_ITE) {
            pw_strbuf_puts(out, " : ");
            write_expr(w, f, e->args[2], out);
        }
    }
    pw_strbuf_putc(out, ')');
}

/* --- statements ------------------------------------------------------------------------------- */

static void write_target(struct writer *w, const struct frame *f, const struct pw_mexpr *e)
{
    if (e->kind == PW_MX_LOCAL)
        write_local(w, f, e->index, w->out);
    else if (e->kind == PW_MX_SHARED)
        pw_strbuf_puts(w->out, name_of(w, w->t->shared.at[e->index].name));
    else
        refuse(w, e->first, "a cell of an array is set");
}

static void assign(struct writer *w, const struct frame *to, const struct frame *from,
                   struct pw_mexpr *const *targets, struct pw_mexpr *const *values, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++) {
        if (i) pw_strbuf_puts(w->out, ", ");
        write_target(w, to, targets[i]);
    }
    pw_strbuf_puts(w->out, " = ");
    for (uint32_t i = 0; i < n; i++) {
        if (i) pw_strbuf_puts(w->out, ", ");
        write_expr(w, from, values[i], w->out);
    }
    pw_strbuf_puts(w->out, ";\n");
}

static void write_condition(struct writer *w, const struct frame *f, const char *word,
                            const struct pw_mexpr *e)
{
    pw_strbuf_printf(w->out, "%s(", word);
    write_expr(w, f, e, w->out);
    pw_strbuf_puts(w->out, ");\n");
}

static void write_type(struct writer *w, const struct pw_mvar *v, struct pw_strbuf *out)
{
    struct frame none = {0};
    pw_strbuf_puts(out, v->sort.kind == PW_SORT_BOOL ? "bool" : "int");
    if (!v->lo) return;
    pw_strbuf_putc(out, '[');
    write_expr(w, &none, v->lo, out);
    pw_strbuf_puts(out, "..");
    write_expr(w, &none, v->hi, out);
    pw_strbuf_putc(out, ']');
}

static void declare(struct writer *w, const struct frame *f, uint32_t index)
{
    assert(index < f->unit->vars.n);
    const struct pw_mvar *v = &f->unit->vars.at[index];
    if (v->sort.kind == PW_SORT_OBJECT) refuse(w, v->token, "objects cannot be said");
    if (v->sort.kind == PW_SORT_TID && !v->init && index >= f->unit->nparams)
        refuse(w, v->token, "a local tid without a value is any thread");
    pw_strbuf_puts(&w->locals, "    local ");
    write_type(w, v, &w->locals);
    pw_strbuf_putc(&w->locals, ' ');
    write_local(w, f, index, &w->locals);
    if (v->init && !f->number) {
        pw_strbuf_puts(&w->locals, " = ");
        write_expr(w, f, v->init, &w->locals);
    }
    pw_strbuf_puts(&w->locals, ";\n");
}

static void write_statements(struct writer *w, const struct frame *f, const struct pw_mstmt *s,
                             bool last);

/* --- contracts -------------------------------------------------------------------------------- */

static bool has_prime(const struct pw_mexpr *e)
{
    return e &&
           (e->primed || has_prime(e->args[0]) || has_prime(e->args[1]) || has_prime(e->args[2]));
}

/* E of a conjunct `x' == E` of an action, E without primes; NULL: there is none. */
static const struct pw_mexpr *value_after(const struct pw_mexpr *e, uint32_t shared)
{
    if (e->kind == PW_MX_AND) {
        const struct pw_mexpr *v = value_after(e->args[0], shared);
        return v ? v : value_after(e->args[1], shared);
    }
    if (e->kind != PW_MX_EQ) return NULL;
    for (int i = 0; i < 2; i++) {
        const struct pw_mexpr *x = e->args[i], *v = e->args[1 - i];
        if (x->kind == PW_MX_SHARED && x->primed && x->index == shared && !has_prime(v)) return v;
    }
    return NULL;
}

/* A new local of this sort with any value. */
static char *choose(struct writer *w, const struct pw_mvar *v)
{
    struct pw_strbuf b = {0};
    pw_strbuf_printf(&b, "any__%u", ++w->choices);
    pw_strbuf_printf(&w->locals, "    local %s %s;\n",
                     v->sort.kind == PW_SORT_BOOL ? "bool" : "int", pw_strbuf_text(&b));
    pw_strbuf_printf(w->out, "havoc %s; ", pw_strbuf_text(&b));
    if (v->sort.kind == PW_SORT_TID)
        pw_strbuf_printf(w->out, "assume(%s >= 0); ", pw_strbuf_text(&b));
    char *text = pw_mem_strdup(pw_strbuf_text(&b));
    pw_strbuf_clear(&b);
    return text;
}

/* Chooses values for what may change, as texts: E of a conjunct x' == E, otherwise any. */
static void choose_values(struct writer *w, const struct frame *f, const struct pw_mexpr *e,
                          const bool *changes, char **after)
{
    for (uint32_t i = 0; i < w->t->shared.n; i++) {
        const struct pw_mexpr *v = changes[i] && e ? value_after(e, i) : NULL;
        if (!changes[i]) continue;
        need_number(w, i);
        if (v) {
            struct pw_strbuf b = {0};
            write_expr(w, f, v, &b);
            after[i] = pw_mem_strdup(pw_strbuf_text(&b));
            pw_strbuf_clear(&b);
        } else
            after[i] = choose(w, &w->t->shared.at[i]);
    }
}

/* All at once. */
static void set_values(struct writer *w, const struct frame *f, char *const *after,
                       const char *returned)
{
    struct pw_strbuf targets = {0}, values = {0};
    for (uint32_t i = 0; i < w->t->shared.n; i++)
        if (after[i]) {
            pw_strbuf_printf(&values, "%s%s", targets.n ? ", " : "", after[i]);
            pw_strbuf_printf(&targets, "%s%s", targets.n ? ", " : "",
                             name_of(w, w->t->shared.at[i].name));
        }
    if (returned) {
        pw_strbuf_printf(&values, "%s%s", targets.n ? ", " : "", returned);
        if (targets.n) pw_strbuf_puts(&targets, ", ");
        write_local(w, f, f->unit->result, &targets);
    }
    if (targets.n)
        pw_strbuf_printf(w->out, "%s = %s; ", pw_strbuf_text(&targets), pw_strbuf_text(&values));
    else
        pw_strbuf_puts(w->out, "skip; ");
    pw_strbuf_clear(&targets);
    pw_strbuf_clear(&values);
}

/* Can a formula about one thread be said as it is? Mutexes would become numbers for it. */
static bool can_say(const struct writer *w, const struct pw_mexpr *e)
{
    if (!e) return true;
    if (e->kind == PW_MX_SHARED) {
        const struct pw_mvar *v = &w->t->shared.at[e->index];
        return !v->array && v->sort.kind != PW_SORT_OBJECT && (!v->mutex || w->number[e->index]);
    }
    if (e->kind < PW_MX_NOT)
        return e->kind == PW_MX_NUMBER || e->kind == PW_MX_TRUTH || e->kind == PW_MX_SELF ||
               e->kind == PW_MX_NOBODY || e->kind == PW_MX_IS;
    return can_say(w, e->args[0]) && can_say(w, e->args[1]) && can_say(w, e->args[2]);
}

static void assume_invariants(struct writer *w, const struct frame *f)
{
    for (size_t i = 0; i < w->t->invariants.n; i++) {
        const struct pw_mformula *v = &w->t->invariants.at[i];
        if (!v->nbound && can_say(w, v->expr)) write_condition(w, f, "assume", v->expr);
    }
}

/* One step of a contract: an action, or a silent one (NONE). */
static void contract_step(struct writer *w, const struct frame *f, uint32_t action)
{
    size_t n = w->t->shared.n;
    bool *changes = PW_NEWS(bool, n + 1);
    char **after = PW_NEWS(char *, n + 1), *returned = NULL;
    const struct pw_munit *u = f->unit;
    const struct pw_mexpr *e = action == NONE ? NULL : u->contract.actions.at[action].expr;
    bool result = pw_modular_modified(u, action, changes, n);
    pw_strbuf_puts(w->out, "atomic { ");
    choose_values(w, f, e, changes, after);
    if (result) returned = choose(w, &u->vars.at[u->result]);
    struct frame inside = *f;
    inside.after = after;
    inside.result = returned;
    if (e) write_condition(w, &inside, "assume", e);
    inside.later = true;
    if (w->choice.assumed) assume_invariants(w, &inside);
    set_values(w, f, after, returned);
    pw_strbuf_puts(w->out, "}\n");
    for (size_t i = 0; i < n; i++)
        if (after[i]) pw_mem_strfree(after[i]);
    if (returned) pw_mem_strfree(returned);
    PW_FREES(changes, n + 1);
    PW_FREES(after, n + 1);
}

static void silent_steps(struct writer *w, const struct frame *f)
{
    if (!f->unit->contract.modifies.n) return;
    pw_strbuf_puts(w->out, "while (*) {\n");
    contract_step(w, f, NONE);
    pw_strbuf_puts(w->out, "}\n");
}

static void contract_steps(struct writer *w, const struct frame *f, const struct pw_mspec *s)
{
    for (; s; s = s->next) {
        silent_steps(w, f);
        if (s->kind == PW_SPEC_ACTION)
            contract_step(w, f, s->number);
        else if (s->kind == PW_SPEC_REPEAT) {
            pw_strbuf_puts(w->out, "while (*) {\n");
            contract_steps(w, f, s->body);
            pw_strbuf_puts(w->out, "}\n");
        } else {
            for (uint32_t i = 0; i < s->nbranches; i++) {
                pw_strbuf_puts(w->out, i + 1 < s->nbranches ? "if (*) {\n" : "{\n");
                contract_steps(w, f, s->branches[i]);
                pw_strbuf_puts(w->out, i + 1 < s->nbranches ? "} else " : "}\n");
            }
        }
    }
    silent_steps(w, f);
}

static void write_contract(struct writer *w, const struct frame *f)
{
    const struct pw_mcontract *k = &f->unit->contract;
    for (size_t i = 0; i < k->requires.n; i++)
        write_condition(w, f, "assert", k->requires.at[i]);
    contract_steps(w, f, k->spec);
    for (size_t i = 0; i < k->ensures.n; i++)
        write_condition(w, f, "assume", k->ensures.at[i]);
}

/* --- calls ------------------------------------------------------------------------------------ */

static struct pw_mexpr result_leaf(const struct pw_munit *u)
{
    return (struct pw_mexpr){.kind = PW_MX_LOCAL,
                             .index = u->result,
                             .sort = u->vars.at[u->result].sort,
                             .name = u->vars.at[u->result].name};
}

/* Parameters, then the other variables of the call: their values or any. contract: only those that
 * a contract may name. */
static void enter(struct writer *w, const struct frame *caller, const struct frame *f,
                  const struct pw_mstmt *s, bool contract)
{
    const struct pw_munit *u = f->unit;
    for (uint32_t i = 0; i < u->vars.n; i++) {
        if (contract && i >= u->nparams && i != u->result) continue;
        const struct pw_mexpr *value = i < u->nparams ? s->values[i] : u->vars.at[i].init;
        declare(w, f, i);
        if (!value) pw_strbuf_puts(w->out, "havoc ");
        write_local(w, f, i, w->out);
        if (value) {
            pw_strbuf_puts(w->out, " = ");
            write_expr(w, i < u->nparams ? caller : f, value, w->out);
        }
        pw_strbuf_puts(w->out, ";\n");
    }
}

static void write_call(struct writer *w, const struct frame *caller, const struct pw_mstmt *s)
{
    struct frame f = {.unit = w->t->procs.at[s->index],
                      .number = ++w->calls,
                      .depth = caller->depth + 1,
                      .atomic = caller->atomic};
    if (f.depth > DEEPEST) {
        refuse(w, s->first, "recursion, or too deep");
        return;
    }
    bool contract = w->choice.use && w->choice.use[s->index] && !f.atomic;
    enter(w, caller, &f, s, contract);
    if (contract)
        write_contract(w, &f);
    else {
        write_statements(w, &f, f.unit->body, true);
        if (!f.atomic) pw_strbuf_printf(w->out, "return__%u: ;\n", f.number);
    }
    if (!s->ntargets) return;
    struct pw_mexpr result = result_leaf(f.unit), *value = &result;
    assign(w, caller, &f, s->targets, &value, 1);
}

static void write_return(struct writer *w, const struct frame *f, const struct pw_mstmt *s,
                         bool last)
{
    if (!f->number) {
        pw_strbuf_puts(w->out, "exit;\n");
        return;
    }
    if (s->nvalues) {
        write_local(w, f, f->unit->result, w->out);
        pw_strbuf_puts(w->out, " = ");
        write_expr(w, f, s->values[0], w->out);
        pw_strbuf_puts(w->out, ";\n");
    }
    if (last) return;
    if (f->atomic) refuse(w, s->first, "a return in the middle, inside atomic");
    pw_strbuf_printf(w->out, "goto return__%u;\n", f->number);
}

/* --- the rest --------------------------------------------------------------------------------- */

static void write_lock(struct writer *w, const struct frame *f, const struct pw_mstmt *s)
{
    bool lock = s->kind == PW_MS_LOCK;
    uint32_t x = s->targets[0]->index;
    assert(x < w->t->shared.n);
    const char *m = name_of(w, w->t->shared.at[x].name);
    if (s->targets[0]->kind != PW_MX_SHARED) {
        refuse(w, s->first, "a mutex of an array is locked");
        return;
    }
    if (!w->number[x]) {
        pw_strbuf_printf(w->out, "%s(%s);\n", lock ? "lock" : "unlock", m);
        return;
    }
    if (!f->atomic) pw_strbuf_puts(w->out, "atomic { ");
    if (lock)
        pw_strbuf_printf(w->out, "assume(%s == 0); %s = self__%u;", m, m, w->thread->number);
    else
        pw_strbuf_printf(w->out, "assert(%s == self__%u); %s = 0;", m, w->thread->number, m);
    pw_strbuf_puts(w->out, f->atomic ? "\n" : " }\n");
}

static void write_cas(struct writer *w, const struct frame *f, const struct pw_mstmt *s)
{
    struct pw_mexpr *v = s->targets[1];
    struct pw_mexpr same = {
        .kind = PW_MX_EQ, .sort = {PW_SORT_BOOL, 0}, .args = {v, s->values[0], NULL}};
    struct frame inside = *f;
    inside.atomic = true;
    if (!f->atomic) pw_strbuf_puts(w->out, "atomic { ");
    pw_strbuf_puts(w->out, "if (");
    write_expr(w, f, &same, w->out);
    pw_strbuf_puts(w->out, ") { ");
    assign(w, &inside, f, &v, &s->values[1], 1);
    write_target(w, f, s->targets[0]);
    pw_strbuf_puts(w->out, " = true; } else ");
    write_target(w, f, s->targets[0]);
    pw_strbuf_puts(w->out, f->atomic ? " = false;\n" : " = false; }\n");
}

static void write_branching(struct writer *w, const struct frame *f, const struct pw_mstmt *s,
                            bool last)
{
    pw_strbuf_puts(w->out, s->kind == PW_MS_IF ? "if (" : "while (");
    if (s->star)
        pw_strbuf_putc(w->out, '*');
    else
        write_expr(w, f, s->values[0], w->out);
    pw_strbuf_puts(w->out, ") {\n");
    write_statements(w, f, s->body, last && s->kind == PW_MS_IF);
    pw_strbuf_puts(w->out, "}\n");
    if (s->kind == PW_MS_WHILE || !s->otherwise) return;
    pw_strbuf_puts(w->out, "else {\n");
    write_statements(w, f, s->otherwise, last);
    pw_strbuf_puts(w->out, "}\n");
}

/* A loop comes back to its label, and labels of one statement are one place: there nothing comes
 * between them. */
static void write_label(struct writer *w, const struct frame *f, const struct pw_mstmt *s)
{
    bool together = s->next && (s->next->kind == PW_MS_WHILE || s->next->kind == PW_MS_LABEL);
    if (s->kind == PW_MS_GOTO) pw_strbuf_puts(w->out, "goto ");
    pw_strbuf_puts(w->out, name_of(w, s->name));
    if (f->number) pw_strbuf_printf(w->out, "__%u", f->number);
    pw_strbuf_puts(w->out, s->kind == PW_MS_GOTO ? ";\n" : together ? ":\n" : ": ;\n");
}

static void write_havoc(struct writer *w, const struct frame *f, const struct pw_mstmt *s)
{
    pw_strbuf_puts(w->out, "havoc ");
    for (uint32_t i = 0; i < s->ntargets; i++) {
        if (pw_sort_is_reference(s->targets[i]->sort)) refuse(w, s->first, "a tid gets any value");
        if (i) pw_strbuf_puts(w->out, ", ");
        write_target(w, f, s->targets[i]);
    }
    pw_strbuf_puts(w->out, ";\n");
}

static void write_block(struct writer *w, const struct frame *f, const struct pw_mstmt *s,
                        bool last)
{
    struct frame inside = *f;
    bool opens = s->kind == PW_MS_ATOMIC && !f->atomic;
    inside.atomic = f->atomic || s->kind == PW_MS_ATOMIC;
    pw_strbuf_puts(w->out, opens ? "atomic {\n" : "{\n");
    write_statements(w, &inside, s->body, last);
    pw_strbuf_puts(w->out, "}\n");
}

static void write_statement(struct writer *w, const struct frame *f, const struct pw_mstmt *s,
                            bool last)
{
    switch (s->kind) {
    case PW_MS_EMPTY:
    case PW_MS_CLAIM:
        break;
    case PW_MS_LABEL:
    case PW_MS_GOTO:
        write_label(w, f, s);
        break;
    case PW_MS_ASSIGN:
        assign(w, f, f, s->targets, s->values, s->ntargets);
        break;
    case PW_MS_CALL:
        write_call(w, f, s);
        break;
    case PW_MS_CAS:
        write_cas(w, f, s);
        break;
    case PW_MS_ASSUME:
    case PW_MS_ASSERT:
        write_condition(w, f, s->kind == PW_MS_ASSUME ? "assume" : "assert", s->values[0]);
        break;
    case PW_MS_HAVOC:
        write_havoc(w, f, s);
        break;
    case PW_MS_LOCK:
    case PW_MS_UNLOCK:
        write_lock(w, f, s);
        break;
    case PW_MS_IF:
    case PW_MS_WHILE:
        write_branching(w, f, s, last);
        break;
    case PW_MS_RETURN:
        write_return(w, f, s, last);
        break;
    case PW_MS_BLOCK:
    case PW_MS_ATOMIC:
        write_block(w, f, s, last);
        break;
    case PW_MS_NEW:
        refuse(w, s->first, "objects cannot be said");
        break;
    default:
        pw_strbuf_puts(w->out, s->kind == PW_MS_SKIP       ? "skip;\n"
                               : s->kind == PW_MS_BREAK    ? "break;\n"
                               : s->kind == PW_MS_CONTINUE ? "continue;\n"
                                                           : "exit;\n");
    }
}

/* last: nothing of the procedure comes after the list. */
static void write_statements(struct writer *w, const struct frame *f, const struct pw_mstmt *s,
                             bool last)
{
    for (; s && !w->problem->why; s = s->next) {
        pw_limits_poll();
        write_statement(w, f, s, last && !s->next);
    }
}

static void write_variable(struct writer *w, uint32_t index, struct pw_strbuf *out)
{
    assert(index < w->t->shared.n);
    const struct pw_mvar *v = &w->t->shared.at[index];
    struct frame none = {0};
    if (v->array || v->sort.kind == PW_SORT_OBJECT)
        refuse(w, v->token, "arrays and objects cannot be said");
    if (v->sort.kind == PW_SORT_TID && !v->mutex && !v->init)
        refuse(w, v->token, "a tid without a value is any thread");
    if (w->problem->why) return;
    pw_strbuf_puts(out, "shared ");
    if (v->mutex && !w->number[index])
        pw_strbuf_puts(out, "mutex");
    else
        write_type(w, v, out);
    pw_strbuf_printf(out, " %s", name_of(w, v->name));
    if (v->mutex)
        pw_strbuf_puts(out, w->number[index] ? " = 0" : "");
    else if (v->init) {
        pw_strbuf_puts(out, " = ");
        write_expr(w, &none, v->init, out);
    }
    pw_strbuf_puts(out, ";\n");
}

static void write_shared(struct writer *w, struct pw_strbuf *out)
{
    struct frame none = {0};
    for (uint32_t i = 0; i < w->t->shared.n; i++)
        write_variable(w, i, out);
    for (size_t i = 0; i < w->t->inits.n && !w->problem->why; i++) {
        const struct pw_mformula *f = &w->t->inits.at[i];
        if (f->names_self || f->nbound) refuse(w, f->first, "init speaks of threads or objects");
        if (w->problem->why) return;
        pw_strbuf_puts(out, "init ");
        write_expr(w, &none, f->expr, out);
        pw_strbuf_puts(out, ";\n");
    }
}

static void write_thread(struct writer *w, const struct pw_munit *u, struct pw_strbuf *out)
{
    struct pw_strbuf body = {0};
    struct frame f = {.unit = u};
    w->thread = u;
    w->out = &body;
    w->locals = (struct pw_strbuf){0};
    for (uint32_t i = 0; i < u->vars.n; i++)
        declare(w, &f, i);
    write_statements(w, &f, u->body, true);
    pw_strbuf_printf(out, "thread %s", name_of(w, u->name));
    if (u->count >= 0) pw_strbuf_printf(out, " [%lld]", (long long)u->count);
    pw_strbuf_printf(out, " {\n    local int self__%u;\n%s%s}\n", u->number,
                     pw_strbuf_text(&w->locals), pw_strbuf_text(&body));
    pw_strbuf_clear(&w->locals);
    pw_strbuf_clear(&body);
}

/* Identities are positive, and different. */
static void write_identities(const struct pw_mtree *t, const char *word, struct pw_strbuf *out)
{
    for (size_t i = 0; i < t->threads.n; i++) {
        if (t->threads.at[i]->count == 0) continue;
        pw_strbuf_printf(out, "%s self__%zu > 0;\n", word, i);
        for (size_t k = 0; k <= i; k++)
            if (t->threads.at[k]->count != 0 && (k < i || t->threads.at[i]->count != 1))
                pw_strbuf_printf(out, "%s self__%zu != other.self__%zu;\n", word, i, k);
    }
}

static void write_unsafe(struct writer *w, const struct pw_mexclusion *x, struct pw_strbuf *out)
{
    pw_strbuf_puts(out, "unsafe ");
    for (size_t i = 0; i < x->counts.n; i++)
        pw_strbuf_printf(out, "%scount(%s) >= %lld", i ? " && " : "",
                         name_of(w, x->counts.at[i].label_name), (long long)x->counts.at[i].least);
    pw_strbuf_puts(out, ";\n");
}

/* Labels are counted over all threads there, and of one thread here. */
static void refuse_double_labels(struct writer *w)
{
    const struct pw_mtree *t = w->t;
    for (size_t i = 0; t->unsafe.n && i < t->threads.n; i++)
        for (size_t a = 0; a < t->threads.at[i]->labels.n; a++)
            for (size_t k = 0; k < i; k++)
                for (size_t b = 0; b < t->threads.at[k]->labels.n; b++)
                    if (t->threads.at[i]->labels.at[a].name == t->threads.at[k]->labels.at[b].name)
                        refuse(w, t->threads.at[i]->labels.at[a].token,
                               "two threads have a label of this name");
}

/* Each that is asked for; for self, once per template, and then also what identities are. */
static void write_invariants(struct writer *w, struct pw_strbuf *out)
{
    struct frame none = {0};
    bool self = false;
    size_t threads = w->t->threads.n;
    for (size_t line = 0; w->choice.lines && line < pw_plain_lines(w->t); line++) {
        const struct pw_mformula *v = &w->t->invariants.at[line / threads];
        const struct pw_munit *u = w->t->threads.at[line % threads];
        bool meant = v->names_self ? u->count != 0 : line % threads == 0;
        if (!meant || v->nbound || !can_say(w, v->expr)) w->choice.lines[line] = false;
        if (!w->choice.lines[line]) continue;
        self = self || v->names_self;
        w->thread = u;
        pw_strbuf_puts(out, "invariant ");
        write_expr(w, &none, v->expr, out);
        pw_strbuf_puts(out, ";\n");
    }
    if (self) write_identities(w->t, "invariant", out);
}

size_t pw_plain_lines(const struct pw_mtree *t)
{
    return t->invariants.n * t->threads.n;
}

bool pw_plain_write(const struct pw_mtree *t, struct pw_plain_choice choice, struct pw_strbuf *out,
                    struct pw_plain_problem *problem)
{
    struct writer w = {.t = t, .choice = choice, .problem = problem};
    size_t start = out->n;
    *problem = (struct pw_plain_problem){0};
    w.number = PW_NEWS(bool, t->shared.n + 1);
    refuse_double_labels(&w);
    do {
        w.again = false;
        w.calls = w.choices = 0;
        out->n = start;
        write_shared(&w, out);
        for (size_t i = 0; i < t->threads.n && !problem->why; i++)
            if (t->threads.at[i]->count != 0) write_thread(&w, t->threads.at[i], out);
        write_identities(t, "init", out);
        for (size_t i = 0; i < t->unsafe.n; i++)
            write_unsafe(&w, &t->unsafe.at[i], out);
        if (!w.again && !problem->why) write_invariants(&w, out);
    } while (w.again && !problem->why);
    PW_FREES(w.number, t->shared.n + 1);
    return !problem->why;
}

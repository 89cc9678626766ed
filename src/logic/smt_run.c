/* Commands of a script. */
#include <assert.h>
#include <stdarg.h>
#include <string.h>

#include "base/decimal.h"
#include "base/limits.h"
#include "config.h"
#include "logic/smt_state.h"

/* Names. */

bool pw_smt_error(struct pw_smt *m, int32_t node, const char *format, ...)
{
    struct pw_strbuf text = {0};
    va_list args;
    va_start(args, format);
    pw_strbuf_vprintf(&text, format, args);
    va_end(args);
    pw_diag_add(m->diags, PW_ERROR, m->in.src, pw_smt_node(m, node)->from, pw_smt_node(m, node)->to,
                NULL, "%s", pw_strbuf_text(&text));
    pw_strbuf_clear(&text);
    return false;
}

struct pw_smt_binding *pw_smt_lookup(struct pw_smt *m, uint32_t name)
{
    return m->top.at[name] < 0 ? NULL : &m->bindings.at[m->top.at[name]];
}

struct pw_smt_binding *pw_smt_bind(struct pw_smt *m, uint32_t name, pw_term term)
{
    struct pw_smt_binding b = {
        .name = name, .below = m->top.at[name], .kind = PW_SMT_TERM, .term = term};
    assert(name < m->top.n);
    m->top.at[name] = (int32_t)m->bindings.n;
    pw_vec_push(&m->bindings, b);
    return &pw_vec_last(&m->bindings);
}

void pw_smt_unbind(struct pw_smt *m, size_t down_to)
{
    while (m->bindings.n > down_to) {
        assert(m->bindings.n > 0);
        struct pw_smt_binding b = pw_vec_pop(&m->bindings);
        assert(b.name < m->top.n);
        m->top.at[b.name] = b.below;
    }
}

/* with bars if it needs them */
static void smt_print_symbol(const char *name, struct pw_strbuf *out)
{
    bool plain = name[0] && !(name[0] >= '0' && name[0] <= '9');
    for (const char *c = name; *c; c++)
        plain &= (*c >= 'a' && *c <= 'z') || (*c >= 'A' && *c <= 'Z') || (*c >= '0' && *c <= '9') ||
                 strchr("~!@$%^&*_-+=<>.?/", *c);
    pw_strbuf_printf(out, plain ? "%s" : "|%s|", name);
}

/* Declarations and definitions. */

static bool read_sort(struct pw_smt *m, int32_t node, int32_t where, bool *is_int)
{
    *is_int = pw_sexpr_is(&m->in, node, "Int");
    if (*is_int || pw_sexpr_is(&m->in, node, "Bool")) return true;
    return pw_smt_error(m, node < 0 ? where : node, "sort must be Int or Bool");
}

bool pw_smt_variable(struct pw_smt *m, int32_t where, int32_t node)
{
    if (!pw_smt_is_symbol(m, node)) return pw_smt_error(m, where, "a symbol is needed here");
    return !pw_smt_reserved(pw_smt_name(m, node)) ||
           pw_smt_error(m, node, "this is a word of the language");
}

bool pw_smt_new_name(struct pw_smt *m, int32_t where, int32_t node, uint32_t *name)
{
    if (!pw_smt_variable(m, where, node)) return false;
    *name = pw_smt_name(m, node);
    return !pw_smt_lookup(m, *name) || pw_smt_error(m, node, "symbol is declared already");
}

/* Variables of the manager are anonymous: a script may declare a name again after pop, with another
 * sort. */
static pw_term fresh_var(struct pw_smt *m, bool is_int)
{
    return is_int ? pw_term_int_var(m->terms, NULL) : pw_term_bool_var(m->terms, NULL);
}

static bool declare(struct pw_smt *m, int32_t command, bool fun)
{
    int32_t symbol = pw_smt_next(m, pw_smt_first(m, command)), sort = pw_smt_next(m, symbol);
    uint32_t name;
    bool is_int;
    if (!pw_smt_new_name(m, command, symbol, &name)) return false;
    if (fun && pw_smt_is_list(m, sort) && pw_smt_first(m, sort) >= 0)
        return pw_smt_error(m, sort, "functions with arguments are not in QF_LIA");
    if (fun) sort = pw_smt_next(m, sort);
    if (!read_sort(m, sort, command, &is_int)) return false;
    pw_smt_bind(m, name, fresh_var(m, is_int))->declared = true;
    return true;
}

static bool bind_params(struct pw_smt *m, int32_t params)
{
    for (int32_t p = pw_smt_first(m, params); p >= 0; p = pw_smt_next(m, p)) {
        bool is_int;
        if (!pw_smt_is_list(m, p)) return pw_smt_error(m, p, "a parameter is (symbol sort)");
        if (!pw_smt_variable(m, p, pw_smt_first(m, p))) return false;
        if (!read_sort(m, pw_smt_next(m, pw_smt_first(m, p)), p, &is_int)) return false;
        pw_term var = fresh_var(m, is_int);
        pw_vec_push(&m->params, var);
        pw_smt_bind(m, pw_smt_name(m, pw_smt_first(m, p)), var);
    }
    return true;
}

/* (define-fun f (params) sort body) or (define-const f sort body) */
static bool define(struct pw_smt *m, int32_t command, bool fun)
{
    int32_t symbol = pw_smt_next(m, pw_smt_first(m, command)),
            params = fun ? pw_smt_next(m, symbol) : -1;
    int32_t sort = pw_smt_next(m, fun ? params : symbol), body = pw_smt_next(m, sort);
    uint32_t name, from = (uint32_t)m->params.n;
    bool is_int;
    pw_term value;
    if (!pw_smt_new_name(m, command, symbol, &name)) return false;
    if (body < 0 || (fun && !pw_smt_is_list(m, params)))
        return pw_smt_error(m, command, "incomplete definition");
    if (!read_sort(m, sort, command, &is_int)) return false;
    size_t before = m->bindings.n;
    if (fun && !bind_params(m, params)) return false;
    if (!pw_smt_term(m, body, &value)) return false;
    pw_smt_unbind(m, before);
    if (pw_term_is_int(m->terms, value) != is_int)
        return pw_smt_error(m, body, "body is not of the stated sort");
    struct pw_smt_binding *b = pw_smt_bind(m, name, value);
    b->params = from;
    b->n = (uint32_t)m->params.n - from;
    if (b->n > 0) b->kind = PW_SMT_MACRO;
    return true;
}

/* Assertions, scopes, checks. */

static bool assert_term(struct pw_smt *m, int32_t command)
{
    int32_t node = pw_smt_next(m, pw_smt_first(m, command));
    if (node < 0) return pw_smt_error(m, command, "assert needs a term");
    m->mode = PW_SMT_START;
    if (pw_smt_clause(m, node))
        return pw_solver_assert_any(m->solver, m->values.at, m->values.n), true;
    size_t before = m->bindings.n;
    pw_term formula;
    if (!pw_smt_bool(m, node, &formula)) return false;
    if (m->bindings.n > before && m->cores)
        pw_vec_push(&m->tracked, (uint32_t)before);
    else
        pw_solver_assert(m->solver, formula);
    return true;
}

static bool read_count(struct pw_smt *m, int32_t command, size_t *n)
{
    int32_t node = pw_smt_next(m, pw_smt_first(m, command));
    *n = 1;
    if (node < 0) return true;
    size_t length;
    const char *text = pw_sexpr_text(&m->in, node, &length);
    int64_t count;
    if (pw_smt_node(m, node)->kind != PW_SEXPR_NUMERAL ||
        !pw_decimal_read(text, length, 0, 999999, &count))
        return pw_smt_error(m, node, "a small numeral is needed here");
    *n = (size_t)count;
    return true;
}

static bool push(struct pw_smt *m, int32_t command)
{
    size_t n;
    if (!read_count(m, command, &n)) return false;
    for (; n > 0; n--) {
        struct pw_smt_scope scope = {m->bindings.n, m->tracked.n};
        pw_vec_push(&m->scopes, scope);
        pw_solver_push(m->solver);
    }
    m->mode = PW_SMT_START;
    return true;
}

static bool pop(struct pw_smt *m, int32_t command)
{
    size_t n;
    if (!read_count(m, command, &n)) return false;
    if (n > m->scopes.n) return pw_smt_error(m, command, "pop without push");
    for (; n > 0; n--) {
        struct pw_smt_scope scope = pw_vec_pop(&m->scopes);
        pw_smt_unbind(m, scope.bindings);
        m->tracked.n = scope.tracked;
        pw_solver_pop(m->solver);
    }
    m->mode = PW_SMT_START;
    return true;
}

static bool check(struct pw_smt *m, int32_t list)
{
    pw_vec_reset(&m->assumed);
    pw_vec_reset(&m->assumed_text);
    for (size_t i = 0; i < m->tracked.n; i++) {
        pw_vec_push(&m->assumed, m->bindings.at[m->tracked.at[i]].term);
        struct pw_smt_range none = {0, 0};
        pw_vec_push(&m->assumed_text, none);
    }
    for (int32_t node = list < 0 ? -1 : pw_smt_first(m, list); node >= 0;
         node = pw_smt_next(m, node)) {
        pw_term a;
        if (!pw_smt_bool(m, node, &a)) return false;
        pw_vec_push(&m->assumed, a);
        struct pw_smt_range range = {pw_smt_node(m, node)->from, pw_smt_node(m, node)->to};
        bool bars = pw_smt_node(m, node)->quoted;
        range.from -= bars;
        range.to += bars;
        pw_vec_push(&m->assumed_text, range);
    }
    bool sat = pw_solver_check(m->solver, m->assumed.at, m->assumed.n);
    m->mode = sat ? PW_SMT_SAT : PW_SMT_UNSAT;
    pw_strbuf_puts(&m->out, sat ? "sat\n" : "unsat\n");
    return true;
}

static bool check_assuming(struct pw_smt *m, int32_t command)
{
    int32_t list = pw_smt_next(m, pw_smt_first(m, command));
    if (!pw_smt_is_list(m, list))
        return pw_smt_error(m, command, "check-sat-assuming needs a list");
    return check(m, list);
}

/* Answers. */

static void print_value(struct pw_smt *m, pw_term a)
{
    if (!pw_term_is_int(m->terms, a)) {
        pw_strbuf_puts(&m->out, pw_solver_bool_value(m->solver, a) ? "true" : "false");
        return;
    }
    pw_int k;
    pw_int_init(&k);
    pw_solver_int_value(m->solver, a, &k);
    bool negative = pw_int_sgn(&k) < 0;
    if (negative) pw_int_neg(&k, &k);
    pw_strbuf_puts(&m->out, negative ? "(- " : "");
    pw_int_print(&k, &m->out);
    pw_strbuf_puts(&m->out, negative ? ")" : "");
    pw_int_clear(&k);
}

static bool get_model(struct pw_smt *m, int32_t command)
{
    if (m->mode != PW_SMT_SAT)
        return pw_smt_error(m, command, "no model: the last check did not say sat");
    pw_strbuf_puts(&m->out, "(\n");
    for (size_t i = 0; i < m->bindings.n; i++) {
        const struct pw_smt_binding *b = &m->bindings.at[i];
        if (!b->declared) continue;
        pw_strbuf_puts(&m->out, "  (define-fun ");
        assert(b->name < m->in.symbols.at.n);
        smt_print_symbol(m->in.symbols.at.at[b->name].text, &m->out);
        pw_strbuf_printf(&m->out, " () %s ", pw_term_is_int(m->terms, b->term) ? "Int" : "Bool");
        print_value(m, b->term);
        pw_strbuf_puts(&m->out, ")\n");
    }
    pw_strbuf_puts(&m->out, ")\n");
    return true;
}

static void print_source(struct pw_smt *m, int32_t node)
{
    size_t n;
    const char *text = pw_sexpr_text(&m->in, node, &n);
    bool quoted = pw_smt_node(m, node)->quoted;
    if (quoted) pw_strbuf_putc(&m->out, '|');
    pw_strbuf_write(&m->out, text, n);
    if (quoted) pw_strbuf_putc(&m->out, '|');
}

static bool get_value(struct pw_smt *m, int32_t command)
{
    int32_t list = pw_smt_next(m, pw_smt_first(m, command));
    if (m->mode != PW_SMT_SAT)
        return pw_smt_error(m, command, "no model: the last check did not say sat");
    if (!pw_smt_is_list(m, list) || pw_smt_first(m, list) < 0)
        return pw_smt_error(m, command, "get-value needs a list of terms");
    pw_strbuf_putc(&m->out, '(');
    for (int32_t node = pw_smt_first(m, list); node >= 0; node = pw_smt_next(m, node)) {
        pw_term a;
        if (!pw_smt_term(m, node, &a)) return false;
        pw_strbuf_puts(&m->out, node == pw_smt_first(m, list) ? "(" : " (");
        print_source(m, node);
        pw_strbuf_putc(&m->out, ' ');
        print_value(m, a);
        pw_strbuf_putc(&m->out, ')');
    }
    pw_strbuf_puts(&m->out, ")\n");
    return true;
}

static bool in_core(const struct pw_smt *m, pw_term a)
{
    size_t n;
    const pw_term *core = pw_solver_core(m->solver, &n);
    for (size_t i = 0; i < n; i++)
        if (pw_term_same(core[i], a)) return true;
    return false;
}

/* Named assertions (names true) or assumptions of the last check that the contradiction needs. */
static bool get_core(struct pw_smt *m, int32_t command, bool names)
{
    bool first = true;
    if (m->mode != PW_SMT_UNSAT)
        return pw_smt_error(m, command, "no core: the last check did not say unsat");
    pw_strbuf_putc(&m->out, '(');
    for (size_t i = 0; i < m->assumed.n; i++) {
        if ((i < m->tracked.n) != names || !in_core(m, m->assumed.at[i])) continue;
        if (!first) pw_strbuf_putc(&m->out, ' ');
        first = false;
        if (names)
            smt_print_symbol(m->in.symbols.at.at[m->bindings.at[m->tracked.at[i]].name].text,
                             &m->out);
        else
            pw_strbuf_write(&m->out, m->in.src->text + m->assumed_text.at[i].from,
                            m->assumed_text.at[i].to - m->assumed_text.at[i].from);
    }
    pw_strbuf_puts(&m->out, ")\n");
    return true;
}

static bool set_option(struct pw_smt *m, int32_t command)
{
    int32_t key = pw_smt_next(m, pw_smt_first(m, command)), value = pw_smt_next(m, key);
    if (key < 0 || value < 0) return pw_smt_error(m, command, "an option needs a name and a value");
    bool on = pw_sexpr_is(&m->in, value, "true");
    if (pw_sexpr_is(&m->in, key, ":produce-unsat-cores")) m->cores = on;
    if (pw_sexpr_is(&m->in, key, ":print-success")) m->success = on;
    return true;
}

static bool get_info(struct pw_smt *m, int32_t command)
{
    int32_t key = pw_smt_next(m, pw_smt_first(m, command));
    if (pw_sexpr_is(&m->in, key, ":name"))
        pw_strbuf_puts(&m->out, "(:name \"pwqo\")\n");
    else if (pw_sexpr_is(&m->in, key, ":version"))
        pw_strbuf_puts(&m->out, "(:version \"" PACKAGE_VERSION "\")\n");
    else if (pw_sexpr_is(&m->in, key, ":authors"))
        pw_strbuf_puts(&m->out, "(:authors \"pwqo developers\")\n");
    else
        pw_strbuf_puts(&m->out, "unsupported\n");
    return true;
}

static bool set_logic(struct pw_smt *m, int32_t command)
{
    static const char *const known[] = {"QF_LIA", "QF_IDL", "QF_UF", "ALL", "QF_LINEAR_INT"};
    int32_t name = pw_smt_next(m, pw_smt_first(m, command));
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (pw_sexpr_is(&m->in, name, known[i])) return true;
    return pw_smt_error(m, name < 0 ? command : name,
                        "logic is not supported (QF_LIA, QF_IDL, ALL)");
}

static bool echo(struct pw_smt *m, int32_t command)
{
    int32_t text = pw_smt_next(m, pw_smt_first(m, command));
    if (text < 0) return pw_smt_error(m, command, "echo needs a string");
    print_source(m, text);
    pw_strbuf_putc(&m->out, '\n');
    return true;
}

static void new_solver(struct pw_smt *m)
{
    pw_solver_free(m->solver);
    m->solver = pw_solver_new(m->terms);
    if (m->stats) pw_solver_count(m->solver, m->stats);
    pw_vec_reset(&m->tracked);
    pw_vec_reset(&m->scopes);
    m->mode = PW_SMT_START;
}

static void reset(struct pw_smt *m, bool all)
{
    pw_smt_unbind(m,
                  all || m->scopes.n == 0 ? (all ? 0 : m->bindings.n) : m->scopes.at[0].bindings);
    if (all) {
        pw_solver_free(m->solver);
        m->solver = NULL;
        pw_terms_free(m->terms);
        m->terms = pw_terms_new();
        m->cores = m->success = false;
    }
    new_solver(m);
}

/* The table of commands. */

static bool do_declare_fun(struct pw_smt *m, int32_t c)
{
    return declare(m, c, true);
}
static bool do_declare_const(struct pw_smt *m, int32_t c)
{
    return declare(m, c, false);
}
static bool do_define_fun(struct pw_smt *m, int32_t c)
{
    return define(m, c, true);
}
static bool do_define_const(struct pw_smt *m, int32_t c)
{
    return define(m, c, false);
}
static bool do_check(struct pw_smt *m, int32_t c)
{
    return (void)c, check(m, -1);
}
static bool do_core(struct pw_smt *m, int32_t c)
{
    return get_core(m, c, true);
}
static bool do_failed(struct pw_smt *m, int32_t c)
{
    return get_core(m, c, false);
}
static bool do_reset(struct pw_smt *m, int32_t c)
{
    return (void)c, reset(m, true), true;
}
static bool do_reset_assertions(struct pw_smt *m, int32_t c)
{
    return (void)c, reset(m, false), true;
}
static bool do_exit(struct pw_smt *m, int32_t c)
{
    return (void)c, m->ended = true;
}
static bool do_nothing(struct pw_smt *m, int32_t c)
{
    return (void)m, (void)c, true;
}

static const struct command {
    const char *name;
    bool (*run)(struct pw_smt *m, int32_t command);
    bool answers; /* prints something of its own: no "success" */
} commands[] = {
    {"assert", assert_term, false},
    {"check-sat", do_check, true},
    {"check-sat-assuming", check_assuming, true},
    {"declare-const", do_declare_const, false},
    {"declare-fun", do_declare_fun, false},
    {"define-const", do_define_const, false},
    {"define-fun", do_define_fun, false},
    {"echo", echo, true},
    {"exit", do_exit, true},
    {"get-info", get_info, true},
    {"get-model", get_model, true},
    {"get-unsat-assumptions", do_failed, true},
    {"get-unsat-core", do_core, true},
    {"get-value", get_value, true},
    {"pop", pop, false},
    {"push", push, false},
    {"reset", do_reset, false},
    {"reset-assertions", do_reset_assertions, false},
    {"set-info", do_nothing, false},
    {"set-logic", set_logic, false},
    {"set-option", set_option, false},
};

enum { COMMANDS = sizeof commands / sizeof *commands };

/* Names in `first_command` and after it are the commands of the table. */
static void reserve_names(struct pw_smt *m)
{
    m->first_command = pw_smt_reserve_words(m);
    for (size_t i = 0; i < COMMANDS; i++)
        pw_smt_reserve(m, commands[i].name);
}

static bool run_command(struct pw_smt *m)
{
    int32_t head = pw_smt_is_list(m, 0) ? pw_smt_first(m, 0) : -1;
    if (!pw_smt_is_symbol(m, head)) return pw_smt_error(m, 0, "a command is needed here");
    uint32_t number = pw_smt_name(m, head) - m->first_command;
    if (number >= COMMANDS) return pw_smt_error(m, head, "unknown command");
    if (!commands[number].run(m, 0)) return false;
    if (m->success && !commands[number].answers) pw_strbuf_puts(&m->out, "success\n");
    return true;
}

static void clear(struct pw_smt *m)
{
    pw_sexpr_clear(&m->in);
    pw_solver_free(m->solver);
    pw_terms_free(m->terms);
    pw_vec_clear(&m->top);
    pw_vec_clear(&m->bindings);
    pw_vec_clear(&m->scopes);
    pw_vec_clear(&m->tracked);
    pw_vec_clear(&m->params);
    pw_vec_clear(&m->values);
    pw_vec_clear(&m->frames);
    pw_vec_clear(&m->assumed);
    pw_vec_clear(&m->assumed_text);
    pw_strbuf_clear(&m->out);
}

bool pw_smt_run(const struct pw_source *src, struct pw_diags *diags, pw_smt_emit *emit, void *arg,
                struct pw_solver_stats *stats)
{
    struct pw_smt m = {.diags = diags, .stats = stats};
    bool ok = true;
    if (src->size >= UINT32_MAX)
        return pw_diag_add(diags, PW_ERROR, src, 0, 0, NULL, "a script of 4 GiB or more"), false;
    pw_sexpr_init(&m.in, src, diags);
    m.terms = pw_terms_new();
    new_solver(&m);
    reserve_names(&m);
    while (ok && !m.ended && pw_sexpr_read(&m.in)) {
        while (m.top.n < m.in.symbols.at.n)
            pw_vec_push(&m.top, -1);
        ok = run_command(&m);
        if (m.out.n > 0) emit(arg, m.out.at, m.out.n);
        pw_strbuf_reset(&m.out);
    }
    clear(&m);
    return ok && diags->errors == 0;
}

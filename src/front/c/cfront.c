#include "front/c/cfront.h"

#include <assert.h>
#include <ctype.h>
#include <string.h>

#include "base/guard.h"
#include "base/mem.h"
#include "front/c/cfinish.h"
#include "front/c/cfuse.h"
#include "front/c/cnotes.h"
#include "front/c/cparse.h"
#include "front/c/cpp.h"
#include "front/c/crange.h"
#include "front/c/cresidue.h"
#include "front/c/cunset.h"

enum { MOST_PASSES = 60 };

/* --- errors --- */

static void report(const struct pw_cfile *f, const struct pw_cerror *e, struct pw_diags *diags)
{
    pw_diag_add(diags, PW_ERROR, e->here ? f->src : NULL, e->from, e->to, *e->hint ? e->hint : NULL,
                "%s", e->text);
}

/* --- opening --- */

struct open_ctx {
    struct pw_cfile *f;
    struct pw_cerror error;
};

static void parse(void *arg)
{
    struct open_ctx *o = arg;
    struct pw_cfile *f = o->f;
    bool direct = !f->text.n;
    pw_cparse_unit(&f->unit, f->src, direct ? f->src->text : pw_strbuf_text(&f->text),
                   direct ? f->src->size : f->text.n, f->options.long_bits, &o->error);
}

static bool preprocess(struct pw_cfile *f, struct pw_diags *diags)
{
    struct pw_strbuf why = {0};
    if (!pw_cpp_needed(f->src)) return true;
    bool good = pw_cpp_run(f->src, f->options.long_bits, &f->text, &why);
    if (!good)
        pw_diag_add(diags, PW_ERROR, f->src, 0, 0, "set CC to a C compiler",
                    "the preprocessor failed: %s", pw_strbuf_text(&why));
    pw_strbuf_clear(&why);
    return good;
}

bool pw_cfile_open(struct pw_cfile *f, const struct pw_source *src, const struct pw_coptions *o,
                   struct pw_diags *diags)
{
    struct open_ctx work = {.f = f};
    *f = (struct pw_cfile){.src = src, .options = *o};
    if (!f->options.long_bits) f->options.long_bits = 64;
    if (!preprocess(f, diags)) {
        pw_strbuf_clear(&f->text);
        return false;
    }
    enum pw_stop why = pw_guard_run(parse, &work);
    if (why == PW_STOP_NONE) {
        f->has_unsafe = pw_cnotes_read(src, o->properties, o->nproperties, &f->labels, &f->notes);
        return true;
    }
    pw_strbuf_clear(&f->text);
    if (why != PW_STOP_DONE) pw_guard_throw(why);
    report(f, &work.error, diags);
    return false;
}

void pw_cfile_close(struct pw_cfile *f)
{
    pw_cparse_clear(&f->unit);
    pw_cfacts_clear(&f->facts);
    pw_strbuf_clear(&f->text);
    pw_strbuf_clear(&f->labels);
    pw_vec_clear(&f->notes.at);
}

/* --- translation --- */

struct work {
    struct pw_cfile *f;
    struct pw_cversion *v;
    struct pw_cfacts *facts;
    struct pw_cir ir;
    struct pw_cerror error;
    unsigned passes;
};

static void translate_once(struct work *w, bool *again)
{
    struct pw_ctrans_options o = {.integers = w->v->integers,
                                  .stop_overflow = w->v->stop_overflow,
                                  .any_unset = w->v->any_unset,
                                  .exact_main = w->v->exact_main,
                                  .labels = pw_strbuf_text(&w->f->labels)};
    if (w->passes) pw_cir_clear(&w->ir);
    pw_cir_init(&w->ir);
    *again = pw_ctrans_run(&w->f->unit, &o, w->facts, &w->ir, &w->error);
    if (pw_cunset_find(&w->ir, w->facts)) *again = true;
    pw_crange_prune(&w->ir, pw_strbuf_text(&w->f->labels), w->facts->rough && !w->facts->settled);
    if (pw_crange_find(&w->ir, w->facts)) *again = true;
    if (++w->passes > MOST_PASSES)
        pw_cerror_throw(&w->f->unit, &w->error, 0, NULL, "the translation does not settle");
}

static void stable(struct work *w)
{
    bool again = true;
    while (again)
        translate_once(w, &again);
}

static void translate(void *arg)
{
    struct work *w = arg;
    bool settled = w->facts->settled;
    do {
        if (w->facts->rough) settled = w->facts->settled = true;
        stable(w);
        for (int i = 0; i < 4 && pw_crange_keep(&w->ir, w->facts); i++)
            stable(w);
    } while (w->facts->rough && !settled);
    pw_cfuse(&w->ir);
    pw_cresidue_sharpen(&w->ir);
    for (size_t i = 0; i < w->ir.vars.n; i++) {
        struct pw_cvar *v = &w->ir.vars.at[i];
        pw_cint most = w->v->coarse && !v->shared && !v->hidden ? 4
                       : v->shared                              ? PW_CRANGE_SHARED
                                                                : PW_CRANGE_FINITE;
        bool near = v->lo >= -PW_CRANGE_FAR && v->hi <= PW_CRANGE_FAR;
        v->finite = near && v->hi - v->lo <= most && v->init != PW_CINIT_DISTINCT;
        /* what was left out because of a guess is right as long as leaving it is an error */
        if (v->guessed) v->finite = true;
    }
}

static void note(struct pw_cversion *v, const struct work *w, uint32_t token, const char *text)
{
    struct pw_strbuf b = {0};
    assert(token < w->f->unit.lex.tokens.n);
    pw_strbuf_printf(&b, "line %u: %s", w->f->unit.lex.tokens.at[token].line, text);
    pw_vec_push(&v->notes, pw_mem_strdup(pw_strbuf_text(&b)));
    pw_strbuf_clear(&b);
}

static void fill_version(struct pw_cversion *v, const struct work *w)
{
    const struct pw_cir *ir = &w->ir;
    v->main_dropped = ir->main_dropped;
    v->counting = ir->counting;
    v->has_property = ir->has_property || w->f->has_unsafe;
    for (size_t i = 0; i < ir->notes.n; i++) {
        uint32_t about = ir->notes.at[i].about;
        if (about && !ir->vars.at[about - 1].used) continue;
        uint32_t passed = ir->notes.at[i].passed;
        if (passed)
            pw_vec_push(&v->passed, pw_mem_strdup(ir->vars.at[passed - 1].name));
        else if (ir->notes.at[i].approximate)
            v->approximate = true;
        note(v, w, ir->notes.at[i].token, ir->notes.at[i].text);
    }
    for (size_t i = 0; i < ir->vars.n; i++)
        if (ir->vars.at[i].guessed && ir->vars.at[i].used) v->guessed = true;
}

/* What is found out under guesses holds only as long as they do: each translation starts from the
 * guesses alone. */
static void copy_guesses(const struct pw_cfacts *from, struct pw_cfacts *to)
{
    for (size_t i = 0; i < from->keys.n; i++) {
        assert(i < from->at.n);
        const struct pw_cfact *f = &from->at.at[i];
        if (f->guessed || f->unbounded)
            *pw_cfacts_of(to, from->keys.at[i]) = (struct pw_cfact){.guessed = f->guessed,
                                                                    .ranged = f->guessed,
                                                                    .unbounded = f->unbounded,
                                                                    .lo = f->lo,
                                                                    .hi = f->hi};
    }
}

/* Ranges that were found hold of runs as they were translated then. */
static void forget_other_facts(struct pw_cfile *f, const struct pw_cversion *v)
{
    if (f->meaning.integers == v->integers && f->meaning.stop_overflow == v->stop_overflow &&
        f->meaning.any_unset == v->any_unset && f->meaning.exact_main == v->exact_main)
        return;
    pw_cfacts_clear(&f->facts);
    f->facts = (struct pw_cfacts){0};
    f->meaning.integers = v->integers;
    f->meaning.stop_overflow = v->stop_overflow;
    f->meaning.any_unset = v->any_unset;
    f->meaning.exact_main = v->exact_main;
}

/* Translates into w->ir, with the facts of the version. False: an error, reported. */
static bool prepare(struct work *w, struct pw_diags *diags)
{
    struct pw_cfacts own = {0};
    forget_other_facts(w->f, w->v);
    w->facts = w->v->guesses ? &own : &w->f->facts;
    if (w->v->guesses) copy_guesses(w->v->guesses, &own);
    enum pw_stop why = pw_guard_run(translate, w);
    if (why == PW_STOP_NONE) {
        fill_version(w->v, w);
        if (w->v->guesses) pw_cfacts_clear(&own);
        return true;
    }
    *w->facts = (struct pw_cfacts){0};
    if (why != PW_STOP_DONE) pw_guard_throw(why);
    report(w->f, &w->error, diags);
    return false;
}

static bool check_property(const struct work *w, struct pw_diags *diags)
{
    /* under a guess, or by ranges, an assertion may turn out never to be reached */
    if (w->v->has_property || w->v->guesses) return true;
    pw_diag_add(diags, PW_ERROR, w->f->src, 0, 0,
                "add an assert(...), or '//@ unsafe count(LABEL) >= 2;'",
                "nothing to verify: the program states no property");
    return false;
}

static size_t lines_of(const struct pw_strbuf *text)
{
    size_t n = 0;
    for (size_t i = 0; i < text->n; i++)
        n += text->at[i] == '\n';
    return n;
}

static struct pw_program *program_of(struct work *w, const struct pw_dr_part *part,
                                     struct pw_diags *diags)
{
    struct pw_strbuf text = {0};
    struct pw_cmap map = {0};
    struct pw_source dr = {0};
    struct pw_diags inner = {0};
    pw_cprint(&w->f->unit, &w->ir, NULL, pw_strbuf_text(&w->f->labels), false, &text, &map);
    map.notes = &w->f->notes;
    map.first_note = 1 + lines_of(&text) - map.notes->at.n;
    pw_source_from_text(&dr, w->f->src->name, pw_strbuf_text(&text), text.n);
    struct pw_program *p = pw_dr_parse_part(&dr, NULL, 0, part, &inner);
    if (p)
        pw_cfinish_program(p, &w->f->unit, &w->ir, &map);
    else
        pw_cnotes_report(w->f->src, &inner, diags);
    pw_diags_clear(&inner);
    pw_source_clear(&dr);
    pw_vec_clear(&map.steps);
    pw_strbuf_clear(&text);
    return p;
}

struct pw_program *pw_cfile_program(struct pw_cfile *f, struct pw_cversion *v,
                                    struct pw_diags *diags)
{
    return pw_cfile_program_part(f, v, NULL, diags);
}

struct pw_program *pw_cfile_program_part(struct pw_cfile *f, struct pw_cversion *v,
                                         const struct pw_dr_part *part, struct pw_diags *diags)
{
    struct work w = {.f = f, .v = v};
    struct pw_program *p = NULL;
    if (!prepare(&w, diags)) return NULL;
    if (check_property(&w, diags)) p = program_of(&w, part, diags);
    if (p) pw_program_expectation(f->src, &p->truth, &p->expect);
    pw_cir_clear(&w.ir);
    return p;
}

bool pw_cfile_dr(struct pw_cfile *f, struct pw_cversion *v, struct pw_strbuf *out,
                 struct pw_diags *diags)
{
    struct work w = {.f = f, .v = v};
    struct pw_strbuf head = {0};
    if (!prepare(&w, diags)) return false;
    pw_strbuf_printf(&head, "// translated from %s\n", f->src->name);
    for (size_t i = 0; i < v->notes.n; i++)
        pw_strbuf_printf(&head, "// note: %s\n", v->notes.at[i]);
    pw_cprint(&f->unit, &w.ir, pw_strbuf_text(&head), pw_strbuf_text(&f->labels), true, out, NULL);
    pw_strbuf_clear(&head);
    pw_cir_clear(&w.ir);
    return true;
}

void pw_cversion_clear(struct pw_cversion *v)
{
    for (size_t i = 0; i < v->notes.n; i++)
        pw_mem_strfree(v->notes.at[i]);
    for (size_t i = 0; i < v->passed.n; i++)
        pw_mem_strfree(v->passed.at[i]);
    pw_vec_clear(&v->notes);
    pw_vec_clear(&v->passed);
}

/* --- other versions --- */

static bool ends_with(const char *s, const char *end)
{
    size_t n = strlen(s), k = strlen(end);
    return n >= k && !strcmp(s + n - k, end);
}

bool pw_cversion_overflows(const char *text)
{
    return ends_with(text, "[signed overflow]");
}

bool pw_cversion_other(struct pw_cversion *v, const char *text)
{
    if (ends_with(text, "[unsigned wrap-around]") && v->integers == PW_CINTEGERS_CHECK) {
        v->integers = PW_CINTEGERS_WRAP;
        return true;
    }
    if (ends_with(text, "[variable without a value]") && !v->any_unset) {
        v->any_unset = true;
        return true;
    }
    if (pw_cversion_overflows(text)) {
        if (v->stop_overflow) return false;
        v->stop_overflow = true;
        return true;
    }
    if (v->main_dropped && !v->exact_main) {
        v->exact_main = true;
        return true;
    }
    return false;
}

/* --- guesses --- */

void pw_cversion_guess(struct pw_cfile *f, struct pw_cversion *v, struct pw_cfacts *guesses)
{
    struct work w = {.f = f, .v = v};
    struct pw_diags none = {0};
    v->guesses = NULL;
    if (!prepare(&w, &none)) {
        pw_diags_clear(&none);
        return;
    }
    pw_crange_guess(&w.ir, guesses);
    pw_cir_clear(&w.ir);
    pw_cversion_clear(v);
}

/* A range grows to four times its size and then to none. */
static void widen(struct pw_cfact *f)
{
    if (!f->guessed) return;
    if (f->hi - f->lo > 6) {
        f->guessed = f->ranged = false;
        f->unbounded = true;
        return;
    }
    f->lo = f->lo < 0 ? f->lo - 3 : f->lo;
    f->hi = f->hi + 8;
}

bool pw_cversion_widen(struct pw_cfacts *guesses, const char *text)
{
    const char *p = text ? strstr(text, "[guess") : NULL;
    if (!p) return false;
    p += strlen("[guess");
    while (*p == ' ') {
        const char *end = ++p;
        while (*end && *end != ' ' && *end != ']')
            end++;
        char *key = pw_mem_strndup(p, (size_t)(end - p));
        widen(pw_cfacts_of(guesses, key));
        pw_mem_strfree(key);
        p = end;
    }
    return true;
}

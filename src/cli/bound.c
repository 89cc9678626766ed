#include "cli/bound.h"

#include <string.h>

#include "abst/obligations.h"
#include "cert/cert_finite.h"
#include "cert/cert_pairsets.h"
#include "cert/cert_parts.h"
#include "cert/certificate.h"
#include "cli/bound_c.h"
#include "cli/bound_parts.h"
#include "cli/defines.h"
#include "engine/verify.h"
#include "front/dr/dr.h"
#include "front/drt/drt.h"
#include "prog/checked.h"
#include "prog/wide.h"

struct bind_ctx {
    struct pw_app *app;
    const struct pw_source *src;   /* the input */
    struct pw_source beside, init; /* of a .tts file */
    struct pw_source target;       /* of a .pnml or .lola file */
    bool has_beside;
    struct pw_source cert;
    enum pw_input input;
    pw_defines defines;
    struct pw_diags diags;
    struct pw_strbuf *out;
};

static bool is_certificate(const struct pw_source *s)
{
    static const char magic[] = "pwqo-certificate ";
    return !strncmp(s->text, magic, strlen(magic));
}

/* ---- where it comes from ---- */

static bool has_define(const struct pw_define *at, size_t n, const struct pw_define *d)
{
    for (size_t i = 0; i < n; i++)
        if (!strcmp(at[i].name, d->name) && !strcmp(at[i].value, d->value)) return true;
    return false;
}

static bool same_defines(struct bind_ctx *b, const struct pw_cert_head *head)
{
    const char *cert = b->cert.name;
    for (size_t i = 0; i < head->defines.n; i++) {
        const struct pw_define *d = &head->defines.at[i];
        if (has_define(b->defines.at, b->defines.n, d)) continue;
        pw_diag_add(&b->diags, PW_ERROR, NULL, 0, 0, NULL, "%s was made with -D %s=%s", cert,
                    d->name, d->value);
        return false;
    }
    for (size_t i = 0; i < b->defines.n; i++) {
        const struct pw_define *d = &b->defines.at[i];
        if (has_define(head->defines.at, head->defines.n, d)) continue;
        pw_diag_add(&b->diags, PW_ERROR, NULL, 0, 0, NULL, "%s was made without -D %s=%s", cert,
                    d->name, d->value);
        return false;
    }
    return true;
}

/* The input, and for a .tts file its property, and nothing else. */
static bool is_about(struct bind_ctx *b, const struct pw_cert_head *head)
{
    const struct pw_source *inputs[] = {b->src, b->has_beside ? &b->beside : NULL};
    size_t n = inputs[1] ? 2 : 1;
    for (size_t i = 0; i < n; i++) {
        if (pw_cert_is_about(head, inputs[i])) continue;
        pw_diag_add(&b->diags, PW_ERROR, NULL, 0, 0, NULL,
                    "%s is not the certificate of %s: the SHA-256 differs", b->cert.name,
                    inputs[i]->name);
        return false;
    }
    if (head->inputs.n != n) {
        pw_diag_add(&b->diags, PW_ERROR, NULL, 0, 0, NULL, "%s names other inputs beside %s",
                    b->cert.name, b->src->name);
        return false;
    }
    return same_defines(b, head);
}

/* ---- programs and templates ---- */

static struct pw_dual *read_template(struct bind_ctx *b)
{
    struct pw_cert_head head;
    if (!is_certificate(&b->cert)) return pw_drt_parse(&b->cert, &b->diags);
    struct pw_dual *t = pw_cert_read_template(&b->cert, &head, &b->diags);
    if (!t) return NULL;
    bool fits = is_about(b, &head);
    pw_cert_head_clear(&head);
    if (fits) return t;
    pw_dual_free(t);
    return NULL;
}

/* The program of a pair invariant is the same to the byte; its facts are questions. */
static void bind_pairs(struct bind_ctx *b, const struct pw_program *p)
{
    struct pw_cert_head head;
    const char *text = pw_cert_read_pairs_head(&b->cert, &head, &b->diags);
    if (!text) return;
    if (is_about(b, &head) &&
        !pw_cert_print_pairs_obligations(text, b->cert.text + b->cert.size, p, b->out))
        pw_diag_add(&b->diags, PW_ERROR, NULL, 0, 0, NULL,
                    "the pair invariant of %s is not one of %s", b->cert.name, b->src->name);
    pw_cert_head_clear(&head);
}

static enum pw_cert_finite_fit finite_fits(const struct bind_ctx *b, const char *text,
                                           const struct pw_program *p)
{
    const char *end = b->cert.text + b->cert.size;
    if (!pw_cert_is_pairsets(&b->cert)) return pw_cert_finite_fits(text, end, p);
    return pw_cert_pairsets_fits(text, end, p) ? PW_CERT_FITS : PW_CERT_OTHER_PROGRAM;
}

/* The program of a thread-modular proof, or of pairs of threads, is the same to the byte, and
 * nothing is left. */
static void bind_finite(struct bind_ctx *b, const struct pw_program *p)
{
    struct pw_cert_head head;
    const char *text = pw_cert_read_finite_head(&b->cert, &head, &b->diags);
    if (!text) return;
    if (is_about(b, &head)) switch (finite_fits(b, text, p)) {
        case PW_CERT_FITS:
            pw_strbuf_puts(b->out, "; the program of the certificate is that of the input: nothing "
                                   "is left to ask\n(set-logic QF_LIA)\n");
            break;
        case PW_CERT_OTHER_PROGRAM:
            pw_diag_add(&b->diags, PW_ERROR, NULL, 0, 0, NULL,
                        "the program of %s is not that of %s", b->cert.name, b->src->name);
            break;
        case PW_CERT_NOT_LIFTED:
            pw_diag_add(&b->diags, PW_ERROR, NULL, 0, 0, NULL,
                        "%s proves %s for some number of threads, not for every one", b->cert.name,
                        b->src->name);
            break;
        }
    pw_cert_head_clear(&head);
}

/* Is it a certificate of the program itself, not of an abstraction? */
static bool is_exact(const struct bind_ctx *b)
{
    return pw_cert_is_finite(&b->cert) || pw_cert_is_pairsets(&b->cert);
}

static bool bind_composition(struct bind_ctx *b, const struct pw_program *p)
{
    if (pw_cert_is_pairs(&b->cert)) {
        bind_pairs(b, p);
        return !b->diags.errors;
    }
    if (is_exact(b)) {
        bind_finite(b, p);
        return !b->diags.errors;
    }
    struct pw_dual *t = read_template(b);
    bool fits = t && pw_obligations_print(p, b->src, t, b->out, &b->diags);
    pw_dual_free(t);
    return fits;
}

/* The composition is bound to the composed program, each thread that conforms to its own. */
static void bind_parts(struct bind_ctx *b)
{
    struct pw_cert_parts parts;
    struct pw_source outer = b->cert;
    if (!pw_cert_read_parts(&b->cert, &parts, &b->diags)) return;
    struct pw_bound_parts x = {.src = b->src,
                               .defines = b->defines.at,
                               .ndefines = b->defines.n,
                               .parts = &parts,
                               .diags = &b->diags};
    if (pw_bound_parts_open(&x)) {
        b->cert = parts.composition;
        if (bind_composition(b, x.abstract)) pw_bound_parts_print(&x, b->out);
        b->cert = outer;
    }
    pw_bound_parts_close(&x);
    pw_cert_parts_clear(&parts);
}

/* What is left that the certificate is one of p. */
static void bind_as_given(struct bind_ctx *b, const struct pw_program *p)
{
    if (is_exact(b)) {
        bind_finite(b, p);
        return;
    }
    struct pw_program *checked = pw_program_checked(p);
    const struct pw_program *steps = checked ? checked : p;
    struct pw_dual *t = NULL;
    if (pw_cert_is_pairs(&b->cert))
        bind_pairs(b, steps);
    else if ((t = read_template(b)) != NULL)
        pw_obligations_print(steps, b->src, t, b->out, &b->diags);
    pw_dual_free(t);
    pw_program_free(checked);
}

/* What the first attempt was refused for stays if the second one is refused, too. True: b->diags
 * has no errors. */
static bool bind_again(struct bind_ctx *b, const struct pw_program *p)
{
    struct pw_diags first = b->diags;
    b->diags = (struct pw_diags){0};
    pw_strbuf_reset(b->out);
    bind_as_given(b, p);
    bool fits = !b->diags.errors;
    if (fits || first.errors) {
        pw_diags_clear(fits ? &first : &b->diags);
        if (!fits) b->diags = first;
    }
    return fits;
}

/* The same of p, which it takes over, or of p with large ranges as integers. */
static void bind_one(struct bind_ctx *b, struct pw_program *p)
{
    struct pw_program *wide = pw_program_wide(p, PW_WIDE_VALUES);
    if (!wide || !bind_again(b, wide)) bind_again(b, p);
    pw_program_free(wide);
    pw_program_free(p);
}

static void bind_program(struct bind_ctx *b)
{
    if (pw_cert_is_parts(&b->cert)) {
        bind_parts(b);
        return;
    }
    struct pw_program *p = pw_dr_parse(b->src, b->defines.at, b->defines.n, &b->diags);
    if (p) bind_one(b, p);
}

/* One translation of a C file. True: the certificate is one of it, or it has errors itself. What
 * the first one is refused for is kept. */
static bool bind_translation(void *arg, struct pw_program *p)
{
    struct bind_ctx *b = arg;
    struct pw_diags first = b->diags;
    b->diags = (struct pw_diags){0};
    pw_strbuf_reset(b->out);
    bind_one(b, p);
    bool fits = !b->diags.errors;
    if (fits || first.errors) {
        pw_diags_clear(fits ? &first : &b->diags);
        if (!fits) b->diags = first;
    }
    return fits;
}

static void bind_c(struct bind_ctx *b)
{
    if (pw_cert_is_parts(&b->cert))
        pw_diag_add(&b->diags, PW_ERROR, NULL, 0, 0, "make one with --whole",
                    "proofs in parts are bound to .dr files only");
    else
        pw_bound_c_each(b->app, b->src, bind_translation, b, &b->diags);
}

static void bind_template(struct bind_ctx *b)
{
    struct pw_dual *own = pw_drt_parse(b->src, &b->diags), *t = own ? read_template(b) : NULL;
    if (t) pw_obligations_print_template(own, t, b->out, &b->diags);
    pw_dual_free(t);
    pw_dual_free(own);
}

/* ---- nets ---- */

static bool read_net(struct bind_ctx *b, struct pw_problem *p)
{
    const char *init = b->app->opt.init, *target = b->app->opt.target;
    if (init) pw_source_from_text(&b->init, "--init", init, strlen(init));
    if (target) pw_source_from_text(&b->target, "--target", target, strlen(target));
    struct pw_input_text text = {.input = b->input,
                                 .src = b->src,
                                 .beside = &b->beside,
                                 .init = init ? &b->init : NULL,
                                 .target = target ? &b->target : NULL};
    return pw_problem_read(p, &text, &b->diags);
}

static void compare_net(struct bind_ctx *b, const struct pw_net *net)
{
    struct pw_cert_head head;
    const char *text = pw_cert_read_net(&b->cert, &head, &b->diags);
    if (!text) return;
    if (is_about(b, &head) && !pw_cert_is_net(text, net))
        pw_diag_add(&b->diags, PW_ERROR, NULL, 0, 0, "was it made with another --init or --target?",
                    "the net of %s is not that of %s", b->cert.name, b->src->name);
    pw_cert_head_clear(&head);
}

static void bind_net(struct bind_ctx *b)
{
    struct pw_problem p;
    if (!read_net(b, &p)) return;
    compare_net(b, p.net);
    if (!b->diags.errors)
        pw_strbuf_puts(b->out, "; the net of the certificate is that of the input: nothing is left "
                               "to ask\n(set-logic QF_LIA)\n");
    pw_problem_clear(&p);
}

/* ---- all ---- */

/* For x.tts the property is in x.prop. */
static int read_beside(struct bind_ctx *b)
{
    struct pw_strbuf path = {0};
    int exit = PW_EXIT_OK;
    b->has_beside = pw_input_beside(b->app->files[0], &path);
    if (b->has_beside) exit = pw_app_read(b->app, pw_strbuf_text(&path), &b->beside);
    pw_strbuf_clear(&path);
    return exit;
}

int pw_bound_print(struct pw_app *app, const struct pw_source *src, struct pw_strbuf *out)
{
    struct bind_ctx b = {.app = app, .src = src, .input = pw_input_of(app->files[0]), .out = out};
    int exit = pw_defines_split(app, &b.defines);
    if (!exit) exit = read_beside(&b);
    if (!exit) exit = pw_app_read(app, app->opt.template, &b.cert);
    if (!exit) {
        if (pw_input_is(app->files[0], PW_ABOUT_TEMPLATE))
            bind_template(&b);
        else if (pw_input_is(app->files[0], PW_ABOUT_NET))
            bind_net(&b);
        else if (pw_input_kind(b.input)->in_c)
            bind_c(&b);
        else
            bind_program(&b);
        exit = pw_app_diags(app, &b.diags);
    }
    pw_diags_clear(&b.diags);
    pw_defines_clear(&b.defines);
    pw_source_clear(&b.beside), pw_source_clear(&b.init), pw_source_clear(&b.cert);
    pw_source_clear(&b.target);
    return exit;
}

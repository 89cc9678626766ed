#include "cli/bound_parts.h"

#include <assert.h>
#include <string.h>

#include "base/mem.h"
#include "conform/obligations.h"
#include "front/dr/dr.h"

static bool refuse(struct pw_bound_parts *x, const char *why, const char *thread)
{
    pw_diag_add(x->diags, PW_ERROR, NULL, 0, 0, "make it again from this program",
                "the certificate is not one of %s: %s%s%s%s", x->src->name, why,
                thread ? " (thread '" : "", thread ? thread : "", thread ? "')" : "");
    return false;
}

/* The threads of the file, in its order; only those with an abstract thread can conform to it. */
static bool same_threads(struct pw_bound_parts *x)
{
    const struct pw_program *p = x->concrete;
    if (x->parts->parts.n != p->ntemplates) return refuse(x, "it has other threads", NULL);
    for (size_t t = 0; t < p->ntemplates; t++) {
        assert(t < x->parts->parts.n);
        const struct pw_cert_part *c = &x->parts->parts.at[t];
        if (strcmp(c->name, p->templates[t].name))
            return refuse(x, "it has other threads", p->templates[t].name);
        if (c->proof && !p->templates[t].abstract)
            return refuse(x, "there is no abstract thread", c->name);
    }
    /* conformance says nothing about these */
    if (pw_program_uses(p)) return refuse(x, pw_program_untaken(p, 0), NULL);
    return !p->ninvariants || refuse(x, "the file states invariants", NULL);
}

static void parse_abstract(struct pw_bound_parts *x)
{
    const char **keep = PW_NEWS(const char *, x->parts->parts.n + 1);
    struct pw_dr_part part = {.abstract = true, .keep = keep};
    struct pw_diags again = {0};
    for (size_t t = 0; t < x->parts->parts.n; t++)
        if (!x->parts->parts.at[t].proof) keep[part.nkeep++] = x->parts->parts.at[t].name;
    x->abstract = pw_dr_parse_part(x->src, x->defines, x->ndefines, &part, &again);
    pw_diags_clear(&again);
    PW_FREES(keep, x->parts->parts.n + 1);
}

bool pw_bound_parts_open(struct pw_bound_parts *x)
{
    x->concrete = pw_dr_parse(x->src, x->defines, x->ndefines, x->diags);
    if (!x->concrete || !same_threads(x)) return false;
    parse_abstract(x);
    if (!x->abstract || pw_program_uses(x->abstract) ||
        x->abstract->nunsafe != x->concrete->nunsafe ||
        x->abstract->nshared != x->concrete->nshared)
        return refuse(x, "its abstract program does not exist", NULL);
    for (uint32_t t = 0; t < x->concrete->ntemplates; t++) {
        assert(t < x->parts->parts.n);
        const struct pw_cert_part *c = &x->parts->parts.at[t];
        const char *why =
            c->proof ? pw_conform_proof_misfit(c->proof, x->concrete, x->abstract, t) : NULL;
        if (why) return refuse(x, why, c->name);
    }
    return true;
}

size_t pw_bound_parts_print(const struct pw_bound_parts *x, struct pw_strbuf *out)
{
    size_t n = 0;
    pw_strbuf_puts(out, "; the same: each thread conforms to its abstract thread\n");
    for (uint32_t t = 0; t < x->concrete->ntemplates; t++)
        if (x->parts->parts.at[t].proof)
            n += pw_conform_obligations(x->concrete, x->abstract, t, x->parts->parts.at[t].proof,
                                        out);
    return n;
}

void pw_bound_parts_close(struct pw_bound_parts *x)
{
    pw_program_free(x->concrete);
    pw_program_free(x->abstract);
}

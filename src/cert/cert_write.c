#include "cert/cert_write.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/limits.h"
#include "base/mem.h"
#include "base/order.h"
#include "base/sha256.h"
#include "cert/cert_hints.h"

static void escape(struct pw_strbuf *out, const char *s, bool word)
{
    for (; *s; s++) {
        if (*s == '\\')
            pw_strbuf_puts(out, "\\\\");
        else if (*s == '\n')
            pw_strbuf_puts(out, "\\n");
        else if (*s == ' ' && word)
            pw_strbuf_puts(out, "\\s");
        else if ((unsigned char)*s < ' ')
            pw_strbuf_puts(out, word ? "\\s" : " ");
        else
            pw_strbuf_putc(out, *s);
    }
}

void pw_cert_text(struct pw_strbuf *out, const char *s)
{
    escape(out, s, false);
}

void pw_cert_word(struct pw_strbuf *out, const char *s)
{
    if (*s)
        escape(out, s, true);
    else
        pw_strbuf_puts(out, "\\e");
}

void pw_cert_put_head(struct pw_strbuf *out, const char *kind, const struct pw_cert_about *about)
{
    pw_strbuf_printf(out, "pwqo-certificate 2 %s\ninputs %zu\n", kind, about->ninputs);
    for (size_t i = 0; i < about->ninputs; i++) {
        char hash[PW_SHA256_HEX];
        pw_sha256_hex(about->inputs[i]->text, about->inputs[i]->size, hash);
        pw_strbuf_printf(out, "%s ", hash);
        pw_cert_text(out, about->inputs[i]->name);
        pw_strbuf_putc(out, '\n');
    }
    pw_strbuf_printf(out, "defines %zu\n", about->ndefines);
    for (size_t i = 0; i < about->ndefines; i++) {
        pw_cert_word(out, about->defines[i].name);
        pw_strbuf_putc(out, ' ');
        pw_cert_word(out, about->defines[i].value);
        pw_strbuf_putc(out, '\n');
    }
}

void pw_cert_put_bag(struct pw_strbuf *out, const struct pw_tok *toks, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        pw_strbuf_printf(out, " %" PRIu32, toks[i].local);
        if (toks[i].count != 1) pw_strbuf_printf(out, "*%" PRId64, toks[i].count);
    }
}

void pw_cert_put_places(struct pw_strbuf *out, const uint32_t *locals, size_t n)
{
    for (size_t i = 0, end; i < n; i = end) {
        for (end = i + 1; end < n && locals[end] == locals[end - 1] + 1;)
            end++;
        pw_strbuf_printf(out, " %" PRIu32, locals[i]);
        if (end > i + 1) pw_strbuf_printf(out, "-%" PRIu32, locals[end - 1]);
    }
}

void pw_cert_put_may(struct pw_strbuf *out, uint32_t global, const uint32_t *locals, size_t n)
{
    pw_strbuf_printf(out, "%" PRIu32, global);
    pw_cert_put_places(out, locals, n);
    pw_strbuf_putc(out, '\n');
}

static int by_local(const void *x, const void *y)
{
    const struct pw_tok *a = x, *b = y;
    return PW_ORDER(a->local, b->local);
}

/* The tokens under their new numbers, sorted; false if one is left out. */
static bool renumber(const struct pw_cert_numbers *n, const struct pw_tok *toks, size_t ntoks,
                     pw_toks *out)
{
    pw_vec_reset(out);
    for (size_t i = 0; i < ntoks; i++) {
        uint32_t now = n->local[toks[i].local];
        if (now == PW_NO_INDEX) return false;
        pw_vec_push(out, ((struct pw_tok){now, toks[i].count}));
    }
    if (out->n) qsort(out->at, out->n, sizeof *out->at, by_local);
    return true;
}

/* Weights of places that are left out do not matter: the places stay empty. */
static void put_linear(struct pw_strbuf *out, const struct pw_cert_numbers *n,
                       const struct pw_linear *l)
{
    pw_toks terms = {0};
    pw_strbuf_printf(out, "%" PRId64 " |", l->bound);
    for (uint32_t g = 0; l->offset && g < n->globals; g++)
        if (l->offset[g] && n->global[g] != PW_NO_INDEX)
            pw_vec_push(&terms, ((struct pw_tok){n->global[g], l->offset[g]}));
    if (terms.n) qsort(terms.at, terms.n, sizeof *terms.at, by_local);
    for (size_t i = 0; i < terms.n; i++)
        pw_strbuf_printf(out, " %" PRIu32 ":%" PRId64, terms.at[i].local, terms.at[i].count);
    pw_strbuf_puts(out, " |");
    pw_vec_reset(&terms);
    for (size_t i = 0; i < l->terms.n; i++)
        if (n->local[l->terms.at[i].local] != PW_NO_INDEX)
            pw_vec_push(&terms,
                        ((struct pw_tok){n->local[l->terms.at[i].local], l->terms.at[i].weight}));
    if (terms.n) qsort(terms.at, terms.n, sizeof *terms.at, by_local);
    for (size_t i = 0; i < terms.n; i++)
        pw_strbuf_printf(out, " %" PRIu32 ":%" PRId64, terms.at[i].local, terms.at[i].count);
    pw_strbuf_putc(out, '\n');
    pw_vec_clear(&terms);
}

void pw_cert_put_invariants(struct pw_strbuf *out, const struct pw_cert_numbers *n,
                            const struct pw_cover_result *proof, const struct pw_strbuf *extra,
                            size_t nextra)
{
    pw_strbuf_printf(out, "invariants %zu\n", proof->invariant.linear.n + nextra);
    for (size_t i = 0; i < proof->invariant.linear.n; i++)
        put_linear(out, n, &proof->invariant.linear.at[i]);
    if (nextra) pw_strbuf_puts(out, pw_strbuf_text(extra));
}

struct element {
    uint32_t global;
    size_t first, n; /* of the tokens */
};

static int by_global(const void *x, const void *y)
{
    const struct element *a = x, *b = y;
    return PW_ORDER(a->global, b->global) ?: PW_ORDER(a->first, b->first);
}

size_t pw_cert_put_basis(struct pw_strbuf *out, const struct pw_cert_numbers *n,
                         const struct pw_cover_result *proof)
{
    PW_VEC(struct element) elements = {0};
    pw_toks toks = {0}, all = {0};
    for (size_t i = 0; i < proof->basis.n; i++) {
        const struct pw_config *u = &proof->basis.at[i];
        uint32_t global = n->global[u->global];
        pw_limits_poll();
        if (global == PW_NO_INDEX || !renumber(n, u->toks.at, u->toks.n, &toks)) continue;
        pw_vec_push(&elements, ((struct element){global, all.n, toks.n}));
        for (size_t k = 0; k < toks.n; k++)
            pw_vec_push(&all, toks.at[k]);
    }
    if (elements.n) qsort(elements.at, elements.n, sizeof *elements.at, by_global);
    pw_strbuf_printf(out, "basis %zu\n", elements.n);
    for (size_t i = 0; i < elements.n; i++) {
        pw_strbuf_printf(out, "%" PRIu32, elements.at[i].global);
        if (elements.at[i].n) pw_cert_put_bag(out, all.at + elements.at[i].first, elements.at[i].n);
        pw_strbuf_putc(out, '\n');
    }
    size_t lines = elements.n;
    pw_vec_clear(&elements), pw_vec_clear(&toks), pw_vec_clear(&all);
    return lines;
}

static void put_checksum(struct pw_strbuf *out, size_t start)
{
    char hash[PW_SHA256_HEX];
    assert(start <= out->n);
    pw_sha256_hex(out->at + start, out->n - start, hash);
    pw_strbuf_printf(out, "end %s\n", hash);
}

void pw_cert_put_end(struct pw_strbuf *out, size_t start, size_t lines)
{
    struct pw_strbuf above = {0};
    size_t end = out->n;
    put_checksum(out, start);
    if (!pw_cert_hints(out->at + start, out->n - start, lines, &above)) return;
    out->n = end;
    pw_strbuf_puts(out, pw_strbuf_text(&above));
    put_checksum(out, start);
    pw_strbuf_clear(&above);
}

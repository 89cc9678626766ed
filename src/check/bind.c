#include "check/bind.h"

#include <stdio.h>
#include <string.h>

static void refuse(struct pwc_result *r, enum pwc_status status, const char *what, const char *why)
{
    r->status = status, r->line = status == PWC_INVALID ? 2 : 0;
    snprintf(r->message, sizeof r->message, "%.400s%s", what, why);
}

static void compare(struct pwc_result *r, const struct pwc_given *g)
{
    char line[2 + 64 + 1];
    for (size_t i = 0; i < g->nfiles; i++) {
        snprintf(line, sizeof line, "\n%.64s ", g->hashes.at + 65 * i);
        const char *found = strstr(r->inputs, line);
        if (!found || found > r->defines)
            refuse(r, PWC_INVALID, g->files[i], " is not an input of this certificate");
    }
    if (r->status == PWC_VALID &&
        (r->ndefines != g->ndefines ||
         strncmp(r->defines + 1, pw_strbuf_text(&g->defines), g->defines.n)))
        refuse(r, PWC_INVALID, g->files[0], ": this certificate was made with other -D options");
    if (r->status == PWC_VALID && (!r->bads || !r->starts || !r->moves))
        refuse(r, PWC_STOPPED,
               !r->bads     ? "no bad states"
               : !r->starts ? "no initial states"
                            : "no steps",
               " are in this certificate, so it would suit any file: use check-proof");
}

void pwc_bind(struct pwc_result *r, const struct pwc_given *g, struct pw_strbuf *out)
{
    if (r->open[0]) pw_strbuf_printf(out, "; %s", r->open);
    if (!g->nfiles) {
        pw_strbuf_puts(out, "; bound to no file (--input=FILE, or check-proof FILE CERT)");
        return;
    }
    compare(r, g);
    pw_strbuf_puts(out, "; bound: the text of");
    for (size_t i = 0; i < g->nfiles; i++)
        pw_strbuf_printf(out, " %s", g->files[i]);
    pw_strbuf_printf(out, ", %zu -D options; not bound:", g->ndefines);
    if (r->ninputs > g->nfiles)
        pw_strbuf_printf(out, " %zu more inputs of the certificate,", r->ninputs - g->nfiles);
    pw_strbuf_puts(out, " that what it proves is made from them (check-proof FILE CERT)");
}

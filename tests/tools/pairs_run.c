/* pairs_run [-v] [-n] [-p] FILE... -- looks for pair invariants of programs, their `predicate`
 * lines ignored, and prints one line each; -v also the invariant, -n of it the facts that the proof
 * needs; -p keeps the predicates. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/guard.h"
#include "base/limits.h"
#include "front/dr/dr.h"
#include "pairs/pairs.h"

struct run {
    const char *file;
    bool verbose, preds, needed;
    int status;
};

static double cpu(clock_t since)
{
    return 1e3 * (double)(clock() - since) / CLOCKS_PER_SEC;
}

static void print_bad(const struct pw_pairs_result *r)
{
    struct pw_strbuf text = {0};
    for (size_t i = 0; i < r->bad.n; i++) {
        pw_strbuf_puts(&text, i ? " and " : "    possible: ");
        pw_views_print(&r->views, r->bad.at[i], &text);
    }
    puts(pw_strbuf_text(&text));
    pw_strbuf_clear(&text);
}

static void prove(struct run *x, const struct pw_program *p)
{
    struct pw_pairs_result r = {0};
    struct pw_pairs_stats stats = {0};
    clock_t since = clock();
    pw_pairs_prove(p, x->needed, &stats, &r);
    printf("%-40s %-7s", x->file, r.invariant ? "SAFE" : "unknown");
#define X(field, help) printf(" " #field " %llu", (unsigned long long)stats.field);
    PW_PAIRS_STATS(X)
#undef X
    printf(" %.1f ms\n", cpu(since));
    if (!r.invariant) print_bad(&r);
    if (x->verbose && r.invariant) {
        struct pw_strbuf text = {0};
        pw_invariant_print(r.invariant, &text);
        fputs(pw_strbuf_text(&text), stdout);
        pw_strbuf_clear(&text);
    }
    pw_pairs_result_clear(&r);
}

static void run(void *arg)
{
    struct run *x = arg;
    struct pw_source src;
    struct pw_diags diags = {0};
    const char *why;
    x->status = 65;
    if (pw_source_read(&src, x->file, &why) != PW_SOURCE_OK) {
        fprintf(stderr, "%s: %s\n", x->file, why);
        return;
    }
    struct pw_program *p = pw_dr_parse(&src, NULL, 0, &diags);
    if (p) {
        x->status = 0;
        if (!x->preds) p->preds.n = 0;
        prove(x, p);
    } else
        fprintf(stderr, "%s: not a program\n", x->file);
    pw_program_free(p);
    pw_diags_clear(&diags);
    pw_source_clear(&src);
}

int main(int argc, char **argv)
{
    struct run x = {0};
    int status = 0;
    for (int i = 1; i < argc; i++) {
        if (!strcmp(argv[i], "-v"))
            x.verbose = true;
        else if (!strcmp(argv[i], "-p"))
            x.preds = true;
        else if (!strcmp(argv[i], "-n"))
            x.needed = true;
        else {
            x.file = argv[i];
            enum pw_stop stop = pw_guard_run(run, &x);
            if (stop) printf("%-40s stopped: %s\n", x.file, pw_guard_reason(stop));
            if (x.status) status = x.status;
        }
        fflush(stdout);
    }
    return status;
}

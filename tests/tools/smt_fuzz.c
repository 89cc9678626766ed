/* smt_fuzz SEED COUNT PREFIX [KIND [SECONDS]] -- solves COUNT random problems of that kind (of all
 * but the last two, if none is given), each for at most SECONDS (20), checks each model with the
 * oracle and each core by solving it again, and writes PREFIX.smt2, which asks another solver the
 * same questions, and PREFIX.ours with our answers, one per line: answer, seed, kind, processor
 * seconds. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/guard.h"
#include "base/limits.h"
#include "base/mem.h"
#include "logic/smt.h"
#include "oracle/smt_eval.h"
#include "oracle/smt_random.h"

struct run {
    struct pw_strbuf script;
    char answer[1 << 16];
    size_t n;
    bool ok;
    struct pw_solver_stats stats;
};

static void emit(void *arg, const char *text, size_t n)
{
    struct run *r = arg;
    if (r->n + n < sizeof r->answer) {
        memcpy(r->answer + r->n, text, n);
        r->n += n;
        r->answer[r->n] = '\0';
    }
}

static void solve(void *arg)
{
    struct run *r = arg;
    struct pw_source src;
    struct pw_diags diags = {0};
    r->n = 0;
    pw_source_from_text(&src, "problem", pw_strbuf_text(&r->script), r->script.n);
    r->ok = pw_smt_run(&src, &diags, emit, r, &r->stats);
    struct pw_strbuf text = {0};
    pw_diag_print(&diags, &text);
    if (!r->ok) fprintf(stderr, "%s", pw_strbuf_text(&text));
    pw_strbuf_clear(&text);
    pw_diags_clear(&diags);
    pw_source_clear(&src);
}

static void write_script(const struct smt_problem *p, struct run *r, const char *end)
{
    pw_strbuf_reset(&r->script);
    pw_strbuf_puts(&r->script, "(set-option :produce-unsat-cores true)\n");
    smt_problem_declare(p, &r->script);
    for (int i = 0; i < p->n; i++)
        pw_strbuf_printf(&r->script, "(assert (! %s :named a%d))\n", pw_strbuf_text(&p->asserts[i]),
                         i);
    pw_strbuf_puts(&r->script, "(check-sat)\n");
    pw_strbuf_puts(&r->script, end);
}

static bool model_is_right(const struct smt_problem *p, const char *text)
{
    struct smt_model *m = malloc(sizeof *m);
    bool right = smt_model_read(m, text);
    for (int i = 0; i < p->n && right; i++)
        right = smt_eval_bool(m, pw_strbuf_text(&p->asserts[i]));
    smt_model_clear(m);
    free(m);
    return right;
}

/* Keeps the assertions that the core names. */
static void reduce(struct smt_problem *p, const char *core)
{
    bool used[320] = {0};
    for (const char *c = strchr(core, 'a'); c; c = strchr(c + 1, 'a'))
        used[atoi(c + 1)] = true;
    int kept = 0;
    for (int i = 0; i < p->n; i++) {
        if (used[i])
            p->asserts[kept++] = p->asserts[i];
        else
            pw_strbuf_clear(&p->asserts[i]);
    }
    p->n = kept;
}

static void export(const struct smt_problem *p, FILE *f)
{
    struct pw_strbuf b = {0};
    pw_strbuf_puts(&b, "(push 1)\n");
    smt_problem_declare(p, &b);
    for (int i = 0; i < p->n; i++)
        pw_strbuf_printf(&b, "(assert %s)\n", pw_strbuf_text(&p->asserts[i]));
    pw_strbuf_puts(&b, "(check-sat)\n(pop 1)\n");
    fputs(pw_strbuf_text(&b), f);
    pw_strbuf_clear(&b);
}

struct total {
    unsigned long sat, unsat, late, wrong;
    double seconds, worst;
    unsigned long worst_seed;
    double limit; /* seconds */
};

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static void one(uint64_t seed, enum smt_random_kind kind, FILE *smt2, FILE *ours, struct total *t)
{
    static struct smt_problem p;
    static struct run r;
    smt_random(&p, seed, kind);
    write_script(&p, &r, "");
    export(&p, smt2);
    double start = now();
    if (pw_guard_run_for(t->limit, solve, &r) != PW_STOP_NONE) {
        t->late++;
        fprintf(ours, "unknown %lu %s 20\n", (unsigned long)seed, smt_random_names[kind]);
        fprintf(stderr, "late: seed %lu kind %s\n", (unsigned long)seed, smt_random_names[kind]);
        smt_problem_clear(&p);
        return;
    }
    double took = now() - start;
    t->seconds += took;
    if (took > t->worst) t->worst = took, t->worst_seed = seed;
    bool sat = !strncmp(r.answer, "sat", 3);
    fprintf(ours, "%s %lu %s %.4f\n", sat ? "sat" : "unsat", (unsigned long)seed,
            smt_random_names[kind], took);
    bool right = r.ok;
    if (right && sat) {
        t->sat++;
        write_script(&p, &r, "(get-model)\n");
        solve(&r);
        right = r.ok && model_is_right(&p, strchr(r.answer, '('));
    } else if (right) {
        t->unsat++;
        write_script(&p, &r, "(get-unsat-core)\n");
        solve(&r);
        reduce(&p, strchr(r.answer, '('));
        write_script(&p, &r, "");
        solve(&r);
        right = r.ok && !strncmp(r.answer, "unsat", 5);
        export(&p, smt2);
        fprintf(ours, "unsat %lu core of %s\n", (unsigned long)seed, smt_random_names[kind]);
    }
    if (!right) {
        t->wrong++;
        fprintf(stderr, "WRONG: seed %lu kind %s\n", (unsigned long)seed, smt_random_names[kind]);
    }
    smt_problem_clear(&p);
    pw_strbuf_clear(&r.script);
}

struct args {
    uint64_t seed;
    unsigned long count;
    const char *prefix;
    int kind;
    struct total total[SMT_RANDOM_KINDS];
};

static FILE *open_file(const char *prefix, const char *ending)
{
    char path[512];
    snprintf(path, sizeof path, "%s%s", prefix, ending);
    FILE *f = fopen(path, "w");
    if (!f) perror(path), exit(2);
    return f;
}

static void run_all(void *arg)
{
    struct args *a = arg;
    FILE *smt2 = open_file(a->prefix, ".smt2"), *ours = open_file(a->prefix, ".ours");
    fputs("(set-logic QF_LIA)\n", smt2);
    for (unsigned long i = 0; i < a->count; i++) {
        int kind = a->kind >= 0 ? a->kind : (int)(i % SMT_PLANTED);
        one(a->seed + i, (enum smt_random_kind)kind, smt2, ours, &a->total[kind]);
    }
    fclose(smt2);
    fclose(ours);
}

int main(int argc, char **argv)
{
    if (argc < 4) return fputs("usage: smt_fuzz SEED COUNT PREFIX [KIND]\n", stderr), 2;
    struct args a = {.seed = strtoull(argv[1], NULL, 10),
                     .count = strtoul(argv[2], NULL, 10),
                     .prefix = argv[3],
                     .kind = -1};
    double limit = argc > 5 ? atof(argv[5]) : 20;
    for (int k = 0; k < SMT_RANDOM_KINDS; k++)
        a.total[k].limit = limit;
    for (int k = 0; argc > 4 && k < SMT_RANDOM_KINDS; k++)
        if (!strcmp(argv[4], smt_random_names[k])) a.kind = k;
    pw_limits_start(0);
    if (pw_guard_run(run_all, &a) != PW_STOP_NONE) return 2;
    unsigned long bad = 0, late = 0;
    for (int k = 0; k < SMT_RANDOM_KINDS; k++) {
        const struct total *t = &a.total[k];
        if (!t->sat && !t->unsat && !t->late) continue;
        printf(
            "%-14s sat %6lu  unsat %6lu  late %3lu  wrong %3lu  %8.3f s  worst %.3f s (seed %lu)\n",
            smt_random_names[k], t->sat, t->unsat, t->late, t->wrong, t->seconds, t->worst,
            t->worst_seed);
        bad += t->wrong;
        late += t->late;
    }
    /* A late answer is none; single ones are for bench/, many are a failure. */
    return bad || late > a.count / 200 ? 1 : 0;
}

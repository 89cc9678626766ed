/* bench.c -- times a plan of runs and writes a table and a chart; run.sh makes the plan.
 *
 *   bench --plan=FILE --pwqo=PROGRAM --out=DIR [--repeat=N] [--limit=SECONDS]
 *   [--peer=NAME=COMMAND]...
 *
 * A line of the plan: kind, name, input file, further options of pwqo, separated by tabs. Kinds:
 *   program   `pwqo verify --json`; rows for the stages that its answer times (abstract, closure,
 *             cover, replay) and for the whole run
 *   net       `pwqo verify --json`, whole run; peers get the file as last argument and must print
 *             "safe" or "unsafe"
 *   formula   `pwqo solve`, whole run; peers get the file on standard input and must print "sat" or
 *             "unsat"
 * A peer takes part in a kind if it answers the first input of that kind. Every input is run N
 * times by everybody in turn; a row has the median, the least and the largest, in milliseconds of
 * wall time, the median of processor time for whole runs, and for a peer the ratio of its processor
 * time to ours (which a busy machine disturbs least). Answers that differ are said aloud. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bars.h"
#include "base/arena.h"
#include "base/guard.h"
#include "base/jread.h"
#include "base/mem.h"
#include "base/source.h"
#include "base/vec.h"
#include "measure.h"

enum { PEERS = 8, REPEATS = 1000 };
enum kind { PROGRAM, NET, FORMULA, KINDS };
static const char *const kind_names[KINDS] = {"program", "net", "formula"};
static const char *const stages[] = {"abstract", "closure", "cover", "replay"};
enum { STAGES = sizeof stages / sizeof *stages };

struct peer {
    const char *name, *command;
    bool takes[KINDS];
    bool tried[KINDS];
};

struct row {
    char *group, *name;
    struct pw_spread ms;
    double cpu_ms; /* median; 0 for stages inside a run */
    long peak_kib;
    char answer[16];
    struct {
        bool there;
        struct pw_spread ms;
        double cpu_ms;
        char answer[16];
    } peer[PEERS];
};

struct bench {
    const char *plan, *pwqo, *out;
    int repeat;
    double limit;
    struct peer peers[PEERS];
    size_t n_peers;
    PW_VEC(struct row) rows;
    struct pw_arena arena;
    int exit;
};

static void complain(struct bench *b, const char *name, const char *what)
{
    fprintf(stderr, "bench: %s: %s\n", name, what);
    b->exit = 1;
}

/* --- one input --- */

struct item {
    enum kind kind;
    char *name, *file;
    char **options;
    size_t n_options;
};

static void run_ours(const struct bench *b, const struct item *it, struct pw_run *r)
{
    const char *argv[32];
    size_t n = 0;
    argv[n++] = b->pwqo;
    argv[n++] = it->kind == FORMULA ? "solve" : "verify";
    if (it->kind != FORMULA) argv[n++] = "--json";
    for (size_t i = 0; i < it->n_options; i++)
        argv[n++] = it->options[i];
    argv[n++] = it->file;
    argv[n] = NULL;
    pw_measure_once((char *const *)argv, NULL, b->limit, r);
}

static void run_peer(const struct bench *b, const struct item *it, const struct peer *p,
                     struct pw_run *r)
{
    struct pw_strbuf script = {0};
    pw_strbuf_printf(&script, "exec %s%s", p->command, it->kind == FORMULA ? "" : " \"$0\"");
    const char *argv[] = {"sh", "-c", pw_strbuf_text(&script), it->file, NULL};
    pw_measure_once((char *const *)argv, it->kind == FORMULA ? it->file : NULL, b->limit, r);
    pw_strbuf_clear(&script);
}

/* The first of the words of this kind in the text, or "". "unsafe" is looked for before "safe",
 * which it contains. */
static const char *answer_in(enum kind kind, const char *text)
{
    static const char *const words[KINDS][3] = {
        {"unsafe", "unknown", "safe"}, {"unsafe", "unknown", "safe"}, {"unsat", "unknown", "sat"}};
    for (int i = 0; i < 3; i++)
        if (strstr(text, words[kind][i])) return words[kind][i];
    return "";
}

static void read_answer(struct bench *b, const struct item *it, struct pw_run *r, char answer[16],
                        double stage[STAGES])
{
    for (int i = 0; i < STAGES; i++)
        stage[i] = -1;
    if (it->kind == FORMULA) {
        snprintf(answer, 16, "%s", answer_in(FORMULA, pw_strbuf_text(&r->out)));
        return;
    }
    const struct pw_jnode *x = pw_jread(&b->arena, pw_strbuf_text(&r->out), r->out.n, NULL, NULL);
    const struct pw_jnode *seconds = pw_jread_get(pw_jread_get(x, "stats"), "seconds");
    snprintf(answer, 16, "%s", pw_jread_string(x, "verdict", ""));
    for (int i = 0; i < STAGES; i++)
        stage[i] = pw_jread_double(seconds, stages[i], -1);
}

static struct row *add_row(struct bench *b, const char *group, const struct item *it, double *ms,
                           size_t n)
{
    struct row r = {.group = pw_mem_strdup(group),
                    .name = pw_mem_strdup(it->name),
                    .ms = pw_measure_spread(ms, n)};
    pw_vec_push(&b->rows, r);
    return &pw_vec_last(&b->rows);
}

static void measure_peer(struct bench *b, const struct item *it, size_t k, struct row *row)
{
    static double ms[REPEATS], cpu[REPEATS];
    struct peer *p = &b->peers[k];
    struct pw_run r;
    if (it->kind == PROGRAM || (p->tried[it->kind] && !p->takes[it->kind])) return;
    for (int i = 0; i < b->repeat; i++) {
        run_peer(b, it, p, &r);
        ms[i] = r.seconds * 1000;
        cpu[i] = r.cpu * 1000;
        const char *said = r.status == -1 ? "" : answer_in(it->kind, pw_strbuf_text(&r.out));
        snprintf(row->peer[k].answer, 16, "%s", said);
        pw_strbuf_clear(&r.out);
        if (!p->tried[it->kind]) {
            p->tried[it->kind] = true;
            p->takes[it->kind] = *said != '\0';
            if (!*said) return;
        }
        if (!*said) { /* killed or without an answer: once is enough */
            row->peer[k].there = true;
            row->peer[k].ms = pw_measure_spread(ms, (size_t)i + 1);
            row->peer[k].cpu_ms = pw_measure_spread(cpu, (size_t)i + 1).median;
            return;
        }
    }
    row->peer[k].there = true;
    row->peer[k].ms = pw_measure_spread(ms, (size_t)b->repeat);
    row->peer[k].cpu_ms = pw_measure_spread(cpu, (size_t)b->repeat).median;
    if (strcmp(row->peer[k].answer, "unknown") && strcmp(row->answer, "unknown") &&
        strcmp(row->peer[k].answer, row->answer))
        complain(b, it->name, "a peer gives another answer");
}

static void measure(struct bench *b, const struct item *it)
{
    static double whole[REPEATS], cpu[REPEATS], stage[STAGES][REPEATS];
    static const char *const groups[KINDS] = {"whole run", "coverability of nets", "solver"};
    char answer[16] = "";
    long peak = 0;
    for (int i = 0; i < b->repeat; i++) {
        struct pw_run r;
        double t[STAGES];
        struct pw_arena_mark mark = pw_arena_mark(&b->arena);
        run_ours(b, it, &r);
        read_answer(b, it, &r, answer, t);
        pw_arena_release(&b->arena, mark);
        pw_strbuf_clear(&r.out);
        whole[i] = r.seconds * 1000;
        cpu[i] = r.cpu * 1000;
        for (int s = 0; s < STAGES; s++)
            stage[s][i] = t[s] * 1000;
        if (r.peak_kib > peak) peak = r.peak_kib;
    }
    if (!answer[0]) {
        complain(b, it->name, "no answer");
        return;
    }
    for (int s = 0; s < STAGES && it->kind == PROGRAM; s++)
        if (stage[s][0] > 0)
            snprintf(add_row(b, stages[s], it, stage[s], (size_t)b->repeat)->answer, 16, "%s",
                     answer);
    struct row *row = add_row(b, groups[it->kind], it, whole, (size_t)b->repeat);
    snprintf(row->answer, 16, "%s", answer);
    row->cpu_ms = pw_measure_spread(cpu, (size_t)b->repeat).median;
    row->peak_kib = peak;
    for (size_t k = 0; k < b->n_peers; k++)
        measure_peer(b, it, k, row);
}

/* --- plan and output --- */

static void do_line(struct bench *b, char *line)
{
    struct item it = {0};
    char *options[16], *save = NULL;
    char *kind = strtok_r(line, "\t", &save);
    it.name = strtok_r(NULL, "\t", &save);
    it.file = strtok_r(NULL, "\t", &save);
    if (!kind || !it.name || !it.file) return;
    for (char *o; it.n_options < 16 && (o = strtok_r(NULL, "\t", &save));)
        options[it.n_options++] = o;
    it.options = options;
    for (int k = 0; k < KINDS; k++)
        if (!strcmp(kind, kind_names[k])) {
            it.kind = (enum kind)k;
            fprintf(stderr, "%s: %s\n", kind, it.name);
            measure(b, &it);
            return;
        }
    complain(b, kind, "unknown kind");
}

static int by_group(const void *a, const void *b)
{
    static const char *const order[] = {
        "abstract", "closure", "cover", "replay", "whole run", "coverability of nets", "solver"};
    const struct row *x = a, *y = b;
    int i = 0, k = 0;
    while (strcmp(order[i], x->group))
        i++;
    while (strcmp(order[k], y->group))
        k++;
    return i - k ? i - k : strcmp(x->name, y->name);
}

static void save(struct bench *b, const char *name, const struct pw_strbuf *text)
{
    struct pw_strbuf path = {0};
    pw_strbuf_printf(&path, "%s/%s", b->out, name);
    FILE *f = fopen(pw_strbuf_text(&path), "w");
    if (!f || fwrite(pw_strbuf_text(text), 1, text->n, f) != text->n || fclose(f))
        complain(b, pw_strbuf_text(&path), "cannot be written");
    pw_strbuf_clear(&path);
}

static void write_table(struct bench *b)
{
    struct pw_strbuf t = {0};
    pw_strbuf_puts(&t,
                   "stage\tinput\tanswer\trepeats\tmedian_ms\tleast_ms\tmost_ms\tcpu_ms\tpeak_kib");
    for (size_t k = 0; k < b->n_peers; k++)
        pw_strbuf_printf(&t, "\t%s_answer\t%s_median_ms\t%s_cpu_ms\t%s_ratio", b->peers[k].name,
                         b->peers[k].name, b->peers[k].name, b->peers[k].name);
    pw_strbuf_putc(&t, '\n');
    for (size_t i = 0; i < b->rows.n; i++) {
        const struct row *r = &b->rows.at[i];
        pw_strbuf_printf(&t, "%s\t%s\t%s\t%zu\t%.3f\t%.3f\t%.3f\t", r->group, r->name, r->answer,
                         r->ms.n, r->ms.median, r->ms.least, r->ms.most);
        if (r->peak_kib)
            pw_strbuf_printf(&t, "%.3f\t%ld", r->cpu_ms, r->peak_kib);
        else
            pw_strbuf_putc(&t, '\t');
        for (size_t k = 0; k < b->n_peers; k++) {
            if (r->peer[k].there)
                pw_strbuf_printf(
                    &t, "\t%s\t%.3f\t%.3f\t%.2f", r->peer[k].answer[0] ? r->peer[k].answer : "none",
                    r->peer[k].ms.median, r->peer[k].cpu_ms, r->peer[k].cpu_ms / r->cpu_ms);
            else
                pw_strbuf_puts(&t, "\t\t\t\t");
        }
        pw_strbuf_putc(&t, '\n');
    }
    fwrite(pw_strbuf_text(&t), 1, t.n, stdout);
    save(b, "bench.tsv", &t);
    pw_strbuf_clear(&t);
}

static void write_chart(struct bench *b)
{
    PW_VEC(struct pw_bar) bars = {0};
    const char *series[1 + PEERS] = {"pwqo"};
    for (size_t k = 0; k < b->n_peers; k++)
        series[1 + k] = b->peers[k].name;
    for (size_t i = 0; i < b->rows.n; i++) {
        const struct row *r = &b->rows.at[i];
        struct pw_bar ours = {r->group, r->name, 0, r->ms};
        pw_vec_push(&bars, ours);
        for (size_t k = 0; k < b->n_peers; k++) {
            struct pw_bar theirs = {r->group, b->peers[k].name, 1 + (int)k, r->peer[k].ms};
            if (r->peer[k].there) pw_vec_push(&bars, theirs);
        }
    }
    struct pw_strbuf t = {0};
    pw_bars_svg("Stages of pwqo: median and spread", bars.at, bars.n, series, 1 + b->n_peers, &t);
    save(b, "bench.svg", &t);
    pw_strbuf_clear(&t);
    pw_vec_clear(&bars);
}

static void run_plan(void *arg)
{
    struct bench *b = arg;
    struct pw_source s;
    const char *why = "";
    pw_arena_init(&b->arena);
    if (pw_source_read(&s, b->plan, &why) != PW_SOURCE_OK) {
        complain(b, b->plan, why);
        return;
    }
    char *save_line = NULL;
    for (char *line = strtok_r(s.text, "\n", &save_line); line;
         line = strtok_r(NULL, "\n", &save_line))
        do_line(b, line);
    if (b->rows.n) qsort(b->rows.at, b->rows.n, sizeof *b->rows.at, by_group);
    write_table(b);
    write_chart(b);
    pw_source_clear(&s);
}

static bool add_peer(struct bench *b, char *text)
{
    char *eq = strchr(text, '=');
    if (!eq || eq == text || !eq[1] || b->n_peers == PEERS) return false;
    *eq = '\0';
    b->peers[b->n_peers++] = (struct peer){.name = text, .command = eq + 1};
    return true;
}

static bool take(const char *word, const char *name, const char **value)
{
    size_t k = strlen(name);
    if (strncmp(word, name, k) != 0) return false;
    *value = word + k;
    return true;
}

int main(int argc, char **argv)
{
    static struct bench b = {.repeat = 5, .limit = 60};
    const char *v;
    bool ok = true;
    for (int i = 1; i < argc && ok; i++) {
        if (take(argv[i], "--repeat=", &v))
            b.repeat = atoi(v);
        else if (take(argv[i], "--limit=", &v))
            b.limit = atof(v);
        else if (take(argv[i], "--peer=", &v))
            ok = add_peer(&b, argv[i] + 7);
        else
            ok = take(argv[i], "--plan=", &b.plan) || take(argv[i], "--pwqo=", &b.pwqo) ||
                 take(argv[i], "--out=", &b.out);
    }
    if (!ok || !b.plan || !b.pwqo || !b.out || b.repeat < 1 || b.repeat > REPEATS || b.limit <= 0) {
        fprintf(stderr, "usage: bench --plan=FILE --pwqo=PROGRAM --out=DIR [--repeat=N] "
                        "[--limit=SECONDS] [--peer=NAME=COMMAND]...\n");
        return 64;
    }
    pw_guard_run(run_plan, &b);
    return b.exit;
}

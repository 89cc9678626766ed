/* reference.c -- random programs, and files given, through pwqo from outside and through the
 * reference.
 *
 *   reference [FILE.dr...]
 *
 * explore must reach the same labels, pairs and bad states for every small number of threads. SAFE
 * must not be contradicted by any run with few threads, its certificate must be VALID, and the
 * trace of UNSAFE must be a run of the program. PWQO and PWQO_CHECK name the programs, PWQO_SEED
 * the seed (a fresh one is printed otherwise), PWQO_TEST_SCALE multiplies the number of programs,
 * PWQO_REFERENCE_PROGRAMS sets it, PWQO_REFERENCE_SECONDS is the time that verify has (1). Without
 * files, the programs in kept/ below SRCDIR come first: what was found once. Exit status: 0 no
 * disagreement. */
#include <fcntl.h>
#include <glob.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "ref.h"

enum { BATCH = 12, STATES = 4000, MOST_FAILURES = 10 };

struct one {
    char file[300];
    struct ref_text text;
    struct ref_program *program;
    uint64_t seed;
    int bad_with; /* the smallest number of threads with a bad state, or 0 */
};

/* A way of asking verify: no verdict may depend on it, other than UNKNOWN. */
struct way {
    const char *options[2];
    bool certify, finite; /* finite: for programs without integers only */
};

static const struct way ways[] = {
    {{NULL}, true, false},
    {{NULL}, true, false},
    {{NULL}, true, false},
    {{"--no-prune"}, true, false},
    {{"--closure=paper"}, true, false},
    {{"--closure=sharp"}, true, false},
    {{NULL}, false, false},
    {{NULL}, false, true},
    {{"--engine=tmod"}, false, true},
    {{"--engine=tmod", "--method=refine"}, false, true},
    {{"--engine=tmod", "--method=quadratic"}, false, true},
    {{"--engine=tmod", "--method=last"}, false, true},
};

struct test {
    const char *pwqo, *check;
    char dir[200];
    struct ref_define define;
    bool has_define;
    const struct way *way; /* of asking verify */
    int failures;
    struct one batch[BATCH];
    int n;
    long programs, explored, complete, violated, shown, formatted;
    long safe, unsafe, unknown, replayed, not_replayed, valid;
};

/* --- running programs --- */

struct output {
    char *text;
    size_t n;
    int status;
};

static void child(char *const *argv, int out, const char *err)
{
    int e = open(err, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    dup2(out, 1);
    dup2(e, 2);
    execv(argv[0], argv);
    _exit(127);
}

/* Runs a program to its end; its standard output, to be freed. */
static struct output run(struct test *t, char *const *argv)
{
    struct output o = {.text = malloc(1 << 16)};
    size_t room = 1 << 16;
    int ends[2], status = 0;
    char err[256];
    snprintf(err, sizeof err, "%s/stderr", t->dir);
    if (!o.text || pipe(ends)) ref_die("no pipe", 0);
    fflush(NULL);
    pid_t pid = fork();
    if (pid == 0) child(argv, ends[1], err);
    close(ends[1]);
    for (ssize_t got = 1; pid > 0 && got > 0; o.n += got > 0 ? (size_t)got : 0) {
        if (room - o.n < 4096 && !(o.text = realloc(o.text, room *= 2)))
            ref_die("out of memory", 0);
        got = read(ends[0], o.text + o.n, room - o.n - 1);
    }
    close(ends[0]);
    o.text[o.n] = 0;
    if (pid < 0 || waitpid(pid, &status, 0) != pid) ref_die("cannot run a program", 0);
    o.status = WIFEXITED(status) ? WEXITSTATUS(status) : 1000 + WTERMSIG(status);
    return o;
}

static void show(const char *file)
{
    char line[512];
    FILE *f = fopen(file, "r");
    while (f && fgets(line, sizeof line, f))
        printf("# %s", line);
    if (f) fclose(f);
}

static void fail(struct test *t, const struct one *o, const char *what, const char *detail)
{
    t->failures++;
    printf("FAIL %s: %s: %s\n", o->file, what, detail);
    printf("# seed of the program %llu", (unsigned long long)o->seed);
    if (t->has_define) printf(", -D %s=%lld", t->define.name, (long long)t->define.value);
    for (int i = 0; i < 2 && t->way->options[i]; i++)
        printf(" %s", t->way->options[i]);
    printf("\n%s# standard error:\n", o->text.s);
    char err[256];
    snprintf(err, sizeof err, "%s/stderr", t->dir);
    show(err);
    fflush(stdout);
}

static bool is_true(const struct ref_json *v)
{
    return v && v->kind == REF_TRUE;
}

static bool is_text(const struct ref_json *v, const char *text)
{
    return v && v->kind == REF_STRING && !strcmp(v->string, text);
}

/* --- explore --- */

static int label_of(const struct ref_program *p, const char *name)
{
    for (int i = 0; i < p->n_labels; i++)
        if (!strcmp(p->labels[i], name)) return i;
    return -1;
}

static uint64_t labels_of(const struct ref_program *p, const struct ref_json *list)
{
    uint64_t set = 0;
    for (const struct ref_json *v = list ? list->first : NULL; v; v = v->next)
        set |= label_of(p, v->string) < 0 ? 0 : (uint64_t)1 << label_of(p, v->string);
    return set;
}

static void pairs_of(const struct ref_program *p, const struct ref_json *list, uint64_t *pairs)
{
    for (const struct ref_json *v = list ? list->first : NULL; v; v = v->next) {
        int a = label_of(p, v->first->string), b = label_of(p, v->first->next->string);
        if (a < 0 || b < 0) continue;
        pairs[a] |= (uint64_t)1 << b;
        pairs[b] |= (uint64_t)1 << a;
    }
}

/* How many of the violations are of the line; line 0: failing assertions. */
static int violations(const struct ref_json *list, int line)
{
    int n = 0;
    for (const struct ref_json *v = list ? list->first : NULL; v; v = v->next) {
        const struct ref_json *at = ref_json_get(v, "line");
        n += (at && at->kind == REF_NUMBER ? at->number : 0) == line;
    }
    return n;
}

static bool differ(char *detail, size_t room, const struct ref_program *p, uint64_t ours,
                   uint64_t theirs, const char *what)
{
    for (int i = 0; i < p->n_labels; i++)
        if ((ours ^ theirs) >> i & 1) {
            snprintf(detail, room, "%s %s: %s", what, p->labels[i],
                     ours >> i & 1 ? "reached, but pwqo does not" : "not reached, but pwqo does");
            return true;
        }
    return false;
}

static bool bads_differ(char *detail, size_t room, const struct ref_program *p,
                        const struct ref_found *f, const struct ref_json *list)
{
    for (int i = 0; i < p->n_bads; i++) {
        int ours = 0, line = p->bads[i].line;
        for (int j = 0; j < p->n_bads; j++)
            ours += p->bads[j].line == line && (f->bads >> j & 1);
        if (ours != violations(list, line)) {
            snprintf(detail, room, "line %d: %d conjunctions violated, pwqo says %d", line, ours,
                     violations(list, line));
            return true;
        }
    }
    if (f->wrong != (violations(list, 0) > 0)) {
        snprintf(detail, room, "failing assertion: %d", f->wrong);
        return true;
    }
    return false;
}

static const char *disagreement(const struct ref_program *p, const struct ref_answer *a,
                                const struct ref_json *v, int status, char *detail, size_t room)
{
    uint64_t pairs[REF_LABELS] = {0};
    bool complete = is_true(ref_json_get(v, "complete"));
    const struct ref_json *list = ref_json_get(v, "violations");
    if (differ(detail, room, p, a->found.labels, labels_of(p, ref_json_get(v, "labels")), "label"))
        return "labels";
    pairs_of(p, ref_json_get(v, "pairs"), pairs);
    for (int i = 0; i < p->n_labels; i++)
        if (differ(detail, room, p, a->found.pairs[i], pairs[i], p->labels[i])) return "pairs";
    if (bads_differ(detail, room, p, &a->found, list)) return "bad states";
    bool bad = a->found.bads || a->found.wrong;
    snprintf(detail, room, "exit status %d, complete %d, here %d", status, complete, a->complete);
    if (status != (bad ? 10 : complete ? 0 : 5)) return "exit status";
    if (a->complete && !p->arbitrary && !complete) return "completeness";
    return NULL;
}

/* Every run that explore shows is one. */
static void check_traces(struct test *t, const struct one *o, const struct ref_json *list)
{
    for (const struct ref_json *v = list ? list->first : NULL; v; v = v->next) {
        const struct ref_json *trace = ref_json_get(v, "trace");
        const char *why = "a violation without a trace";
        char detail[100];
        int entry = 0;
        enum ref_replayed r = REF_FAILS;
        if (trace && trace->kind == REF_ARRAY) r = ref_replay(o->program, trace, &why, &entry);
        snprintf(detail, sizeof detail, "entry %d: %s", entry, why);
        if (r == REF_FAILS) fail(t, o, "trace of explore", detail);
        t->shown += r == REF_RUNS;
    }
}

/* Complete although arbitrary integers were chosen: then their values must not matter. */
static bool values_matter(const struct ref_program *p, const struct ref_answer *a, int n)
{
    struct ref_answer wide;
    if (!a->complete || !a->chose) return false;
    ref_search(p, n, 5, 4 * STATES, &wide);
    return wide.usable && wide.complete && memcmp(&wide.found, &a->found, sizeof wide.found);
}

static void compare_explore(struct test *t, struct one *o, int n)
{
    struct ref_answer a;
    struct ref_arena arena = {0};
    char threads[16], depth[32], define[64], detail[200] = "";
    char *argv[12] = {(char *)t->pwqo, "explore", o->file,          "-n",
                      threads,         "--json",  "--time-limit=20"};
    int c = 7;
    ref_search(o->program, n, 2, STATES, &a);
    if (!a.usable) return;
    snprintf(threads, sizeof threads, "%d", n);
    snprintf(depth, sizeof depth, "--depth=%d", a.depth);
    snprintf(define, sizeof define, "-D%s=%lld", t->define.name, (long long)t->define.value);
    if (!a.complete && a.depth == 0) /* 0 is no bound there */
        return;
    if (!a.complete) argv[c++] = depth;
    if (t->has_define) argv[c++] = define;
    struct output out = run(t, argv);
    const char *at = out.text;
    const struct ref_json *v = out.status < 20 ? ref_json_read(&arena, &at) : NULL;
    const char *what =
        !v ? "explore failed" : disagreement(o->program, &a, v, out.status, detail, sizeof detail);
    if (!what && is_true(ref_json_get(v, "complete")) && values_matter(o->program, &a, n))
        what = "complete, but other values reach more";
    if (what && !strcmp(what, "explore failed"))
        snprintf(detail, sizeof detail, "exit status %d", out.status);
    size_t used = strlen(detail);
    snprintf(detail + used, sizeof detail - used, " (%d threads%s)", n,
             a.complete ? "" : ", bounded depth");
    if (what) fail(t, o, what, detail);
    if (v && t->programs % 4 == 0) check_traces(t, o, ref_json_get(v, "violations"));
    t->explored++;
    t->complete += a.complete;
    t->violated += a.found.bads || a.found.wrong;
    if ((a.found.bads || a.found.wrong) && !o->bad_with) o->bad_with = n;
    ref_arena_free(&arena);
    free(out.text);
}

/* --- fmt --- */

/* The canonical layout means the same. */
static void compare_format(struct test *t, struct one *o, int n)
{
    char *argv[] = {(char *)t->pwqo, "fmt", o->file, NULL};
    struct output out = run(t, argv);
    struct ref_answer a, b;
    if (out.status) {
        fail(t, o, "fmt", "it failed");
    } else {
        struct ref_program *p = ref_parse(out.text, &t->define, t->has_define);
        ref_search(o->program, n, 2, STATES, &a);
        ref_search(p, n, 2, STATES, &b);
        if (a.usable != b.usable || a.depth != b.depth || a.states != b.states ||
            memcmp(&a.found, &b.found, sizeof a.found))
            fail(t, o, "fmt", "the formatted program means something else");
        ref_program_free(p);
        t->formatted++;
    }
    free(out.text);
}

/* --- verify --- */

static void check_unsafe(struct test *t, struct one *o, const struct ref_json *v)
{
    const char *why = "";
    char detail[200];
    int entry = 0;
    const struct ref_json *trace = ref_json_get(v, "trace");
    enum ref_replayed r = REF_FAILS;
    if (trace && trace->kind == REF_ARRAY)
        r = ref_replay(o->program, trace, &why, &entry);
    else
        why = "UNSAFE without a trace";
    snprintf(detail, sizeof detail, "entry %d: %s", entry, why);
    if (r == REF_FAILS) fail(t, o, "trace", detail);
    t->unsafe++;
    t->replayed += r == REF_RUNS;
    t->not_replayed += r == REF_GAVE_UP;
}

static void check_safe(struct test *t, struct one *o)
{
    char cert[340], detail[64];
    const char *name = strrchr(o->file, '/');
    snprintf(cert, sizeof cert, "%s/certs/%s.cert", t->dir, name ? name + 1 : o->file);
    t->safe++;
    if (o->bad_with) {
        snprintf(detail, sizeof detail, "a bad state is reached with %d threads", o->bad_with);
        fail(t, o, "WRONG SAFE", detail);
    }
    if (!t->way->certify) return;
    char *argv[] = {(char *)t->check, "-q", cert, NULL};
    struct output out = run(t, argv);
    if (out.status == 0 && strstr(out.text, "VALID"))
        t->valid++;
    else if (out.status != 5)
        fail(t, o, "certificate", out.text);
    unlink(cert);
    free(out.text);
}

static void check_verdict(struct test *t, struct one *o, const struct ref_json *v)
{
    const struct ref_json *verdict = ref_json_get(v, "verdict");
    if (is_text(verdict, "safe"))
        check_safe(t, o);
    else if (is_text(verdict, "unsafe"))
        check_unsafe(t, o, v);
    else if (is_text(verdict, "unknown"))
        t->unknown++;
    else
        fail(t, o, "verify", "no verdict");
}

static void compare_verify(struct test *t)
{
    char certs[240], define[64], limit[64];
    const char *seconds = getenv("PWQO_REFERENCE_SECONDS");
    char *argv[BATCH + 12] = {(char *)t->pwqo, "verify", "--json", limit, "--memory-limit=600"};
    struct ref_arena arena = {0};
    int c = 5;
    snprintf(limit, sizeof limit, "--time-limit=%s", seconds && *seconds ? seconds : "1");
    snprintf(certs, sizeof certs, "--certificate=%s/certs", t->dir);
    snprintf(define, sizeof define, "-D%s=%lld", t->define.name, (long long)t->define.value);
    if (t->has_define) argv[c++] = define;
    for (int i = 0; i < 2; i++)
        if (t->way->options[i]) argv[c++] = (char *)t->way->options[i];
    if (t->way->certify) argv[c++] = certs;
    for (int i = 0; i < t->n; i++)
        argv[c++] = t->batch[i].file;
    struct output out = run(t, argv);
    const char *at = out.text;
    for (int i = 0; i < t->n; i++) {
        const struct ref_json *v = ref_json_read(&arena, &at);
        if (!v || !is_text(ref_json_get(v, "file"), t->batch[i].file)) {
            fail(t, &t->batch[i], "verify", "no answer about this file");
            break;
        }
        check_verdict(t, &t->batch[i], v);
    }
    ref_arena_free(&arena);
    free(out.text);
}

static void finish_batch(struct test *t)
{
    if (t->n) compare_verify(t);
    for (int i = 0; i < t->n; i++)
        ref_program_free(t->batch[i].program);
    t->n = 0;
}

/* The text of the next program is there; it is asked at once, verified with its batch. */
static void ask(struct test *t)
{
    struct one *o = &t->batch[t->n];
    o->program = ref_parse(o->text.s, &t->define, t->has_define);
    o->bad_with = 0;
    t->n++;
    for (int n = 1; n <= REF_THREADS - (t->programs % 4 != 0); n++)
        if (ref_feasible(o->program, n)) compare_explore(t, o, n);
    for (int n = 3; n > 0 && t->programs % 8 == 0; n--)
        if (ref_feasible(o->program, n)) {
            compare_format(t, o, n);
            break;
        }
    t->programs++;
    if (t->n == BATCH) finish_batch(t);
}

/* --- where programs come from --- */

static void write_file(const struct one *o)
{
    FILE *f = fopen(o->file, "w");
    if (!f || fwrite(o->text.s, 1, o->text.n, f) != o->text.n || fclose(f))
        ref_die("cannot write a program", 0);
}

static void report(struct test *t, long random)
{
    printf("# %ld programs: %ld searches compared (%ld complete, %ld with bad states)\n",
           t->programs, t->explored, t->complete, t->violated);
    printf(
        "# %ld SAFE (%ld certificates VALID), %ld UNSAFE (%ld traces replayed, %ld not settled), ",
        t->safe, t->valid, t->unsafe, t->replayed, t->not_replayed);
    printf("%ld UNKNOWN\n# %ld traces of explore replayed, %ld formatted programs compared\n",
           t->unknown, t->shown, t->formatted);
    fflush(stdout);
    if (random >= 60 && !t->failures &&
        !(t->explored && t->complete && t->violated && t->valid && t->replayed)) {
        printf("FAIL a kind of question was never asked\n");
        t->failures++;
    }
}

static void random_programs(struct test *t, uint64_t seed, long n)
{
    for (long i = 0; i < n && t->failures < MOST_FAILURES; i++) {
        struct one *o = &t->batch[t->n];
        if (t->n == 0) {
            uint64_t s = seed ^ 0x5eed;
            t->has_define = ref_random(&s) % 3 == 0;
            strcpy(t->define.name, "K");
            t->define.value = (int64_t)(ref_random(&s) % 4);
            t->way = &ways[ref_random(&s) % (sizeof ways / sizeof *ways)];
        }
        o->seed = ref_random(&seed);
        ref_generate(o->seed, t->way->finite, &o->text);
        snprintf(o->file, sizeof o->file, "%s/program%d.dr", t->dir, t->n);
        write_file(o);
        ask(t);
        if (i % 1000 == 999) report(t, 0);
    }
    finish_batch(t);
}

static void given_program(struct test *t, const char *file)
{
    struct one *o = &t->batch[t->n];
    FILE *f = fopen(file, "r");
    t->has_define = false;
    t->way = &ways[0];
    o->seed = 0;
    o->text.n = 0;
    snprintf(o->file, sizeof o->file, "%s", file);
    for (size_t got = 1; f && got; o->text.n += got) {
        if (o->text.room - o->text.n < 4096)
            o->text.s = realloc(o->text.s, o->text.room += 1 << 16);
        got = fread(o->text.s + o->text.n, 1, o->text.room - o->text.n - 1, f);
    }
    if (!f || ferror(f)) ref_die("cannot read a file", 0);
    fclose(f);
    o->text.s[o->text.n] = 0;
    ask(t);
}

/* What was found once. */
static void kept_programs(struct test *t)
{
    char pattern[400];
    glob_t found;
    const char *src = getenv("SRCDIR");
    snprintf(pattern, sizeof pattern, "%s/tests/oracle/reference/kept/*.dr", src ? src : ".");
    if (glob(pattern, 0, NULL, &found))
        ref_die("no kept programs: SRCDIR is the folder of the sources", 0);
    for (size_t i = 0; i < found.gl_pathc; i++)
        given_program(t, found.gl_pathv[i]);
    globfree(&found);
    finish_batch(t);
}

static uint64_t chosen_seed(void)
{
    const char *s = getenv("PWQO_SEED");
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    uint64_t fresh =
        (uint64_t)now.tv_sec * 1000000007u ^ (uint64_t)now.tv_nsec ^ (uint64_t)getpid() << 40;
    return s && *s ? strtoull(s, NULL, 0) : ref_random(&fresh) % 1000000000u;
}

static long chosen_number(void)
{
    const char *scale = getenv("PWQO_TEST_SCALE"), *n = getenv("PWQO_REFERENCE_PROGRAMS");
    long factor = scale ? atol(scale) : 1;
    return n ? atol(n) : factor > 0 ? 120 * factor : 60;
}

static void clean(struct test *t)
{
    char path[300];
    for (int i = 0; i < BATCH; i++) {
        snprintf(path, sizeof path, "%s/program%d.dr", t->dir, i);
        unlink(path);
        free(t->batch[i].text.s);
    }
    snprintf(path, sizeof path, "%s/stderr", t->dir);
    unlink(path);
    snprintf(path, sizeof path, "%s/certs", t->dir);
    rmdir(path);
    rmdir(t->dir);
}

int main(int argc, char **argv)
{
    static struct test t;
    char certs[240];
    const char *tmp = getenv("TMPDIR");
    t.pwqo = getenv("PWQO") ? getenv("PWQO") : "./pwqo";
    t.check = getenv("PWQO_CHECK") ? getenv("PWQO_CHECK") : "./pwqo-check";
    snprintf(t.dir, sizeof t.dir, "%s/reference.XXXXXX", tmp && strlen(tmp) < 150 ? tmp : "/tmp");
    if (!mkdtemp(t.dir)) ref_die("no place for files", 0);
    snprintf(certs, sizeof certs, "%s/certs", t.dir);
    if (mkdir(certs, 0700)) ref_die("no place for certificates", 0);
    for (int i = 1; i < argc; i++)
        given_program(&t, argv[i]);
    finish_batch(&t);
    long random = argc > 1 ? 0 : chosen_number();
    if (random) {
        kept_programs(&t);
        uint64_t seed = chosen_seed();
        printf("# PWQO_SEED=%llu\n", (unsigned long long)seed);
        fflush(stdout);
        random_programs(&t, seed, random);
    }
    report(&t, random);
    clean(&t);
    return t.failures ? 1 : 0;
}

/* The net formats: what is read, what is refused and how, and the verdicts on our own nets and on
 * the shared ones. */
#include <dirent.h>
#include <stdint.h>
#include <string.h>

#include "base/guard.h"
#include "base/limits.h"
#include "cover/linear.h"
#include "cover/merge.h"
#include "cover/net.h"
#include "cover/plenty.h"
#include "cover/probe.h"
#include "cover/trace.h"
#include "unit/unit.h"

/* ---- refused inputs: one broken construct each; the first message, exactly ---- */

struct bad {
    const char *text, *prop, *init; /* prop NULL: a .spec */
    const char *message;
};

#define NET "2 2\n0 0 -> 1 1\n"
#define HUNDRED                                                                                    \
    "12345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012" \
    "34567890"

static const struct bad bad_inputs[] = {
    {"", "0|0", NULL, "net:1:1: error: expected the number of shared states, but the input ends"},
    {"# only a comment\n", "0|0", NULL,
     "net:2:1: error: expected the number of shared states, but the input ends"},
    {"x 2\n", "0|0", NULL, "net:1:1: error: expected the number of shared states, found 'x'"},
    {"2\n2\n", "0|0", NULL,
     "net:1:2: error: expected the number of local states, but the line ends"},
    {"2 2 2\n", "0|0", NULL, "net:1:5: error: expected the end of the line, found '2'"},
    {"0 2\n", "0|0", NULL, "net:1:1: error: there must be at least one shared and one local state"},
    {"2 " HUNDRED "\n", "0|0", NULL,
     "net:1:3: error: the number of local states out of range: at most 16777216"},
    {"2 2\n0 0 -> 1\n", "0|0", NULL, "net:2:9: error: expected a local state, but the line ends"},
    {"2 2\n0 0 ->\n", "0|0", NULL, "net:2:7: error: expected a shared state, but the line ends"},
    {"2 2\n0 0\n", "0|0", NULL, "net:2:4: error: expected '->', '+>' or '~>', but the line ends"},
    {"2 2\n0 5 -> 1 1\n", "0|0", NULL, "net:2:3: error: a local state out of range: at most 1"},
    {"2 2\n2 0 -> 1 1\n", "0|0", NULL, "net:2:1: error: a shared state out of range: at most 1"},
    {"2 2\n0 0 -> 2 1\n", "0|0", NULL, "net:2:8: error: a shared state out of range: at most 1"},
    {"2 2\n0 0 -> 1 2\n", "0|0", NULL, "net:2:10: error: a local state out of range: at most 1"},
    {"2 2\n0 " HUNDRED " -> 1 1\n", "0|0", NULL,
     "net:2:3: error: a local state out of range: at most 1"},
    {"2 2\n0 0 => 1 1\n", "0|0", NULL, "net:2:5: error: expected '->', '+>' or '~>', found '='"},
    {"2 2\n0 0 -> 1 1 0 ~> 7\n", "0|0", NULL,
     "net:2:17: error: a local state out of range: at most 1"},
    {"2 2\n0 0 -> 1 1 0 ~>\n", "0|0", NULL,
     "net:2:16: error: expected a local state, but the line ends"},
    {"2 2\n0 0 -> 1 1 0 > 1\n", "0|0", NULL, "net:2:14: error: expected '~>', found '>'"},
    {"2 2\n0 0 +> 1 1 0\n", "0|0", NULL,
     "net:2:12: error: expected the end of the line, found '0'"},
    {"2 2\n0 0 ~> 1 1 junk\n", "0|0", NULL,
     "net:2:12: error: expected the end of the line, found 'junk'"},
    {"2 2\n-1 0 -> 1 1\n", "0|0", NULL, "net:2:1: error: expected a shared state, found '-'"},
    {NET, "", NULL, "prop:1:1: error: expected a shared state, but the input ends"},
    {NET, "x", NULL, "prop:1:1: error: expected a shared state, found 'x'"},
    {NET, "1 1", NULL, "prop:1:3: error: expected '|', found '1'"},
    {NET, "1|1,", NULL, "prop:1:5: error: expected a local state, but the input ends"},
    {NET, "1|1;1", NULL, "prop:1:4: error: expected ',' or the end of the target, found ';'"},
    {NET, "1|" HUNDRED, NULL, "prop:1:3: error: a local state out of range: at most 16777216"},
    {NET, "1|1", "", "--init:1:1: error: expected a shared state, but the input ends"},
    {NET, "1|1", "0", "--init:1:2: error: expected '|' or '/', but the input ends"},
    {NET, "1|1", "2/0", "--init:1:1: error: a shared state out of range: at most 1"},
    {NET, "1|1", "0/5", "--init:1:3: error: a local state out of range: at most 1"},
    {NET, "1|1", "0/0,", "--init:1:5: error: expected a local state, but the input ends"},
    {NET, "1|1", "0|0 1", "--init:1:5: error: expected ',' or the end, found '1'"},
    {NET, "1|1", "0/0|0", "--init:1:4: error: expected ',' or the end, found '|'"},
    {"", NULL, NULL, "net:1:1: error: expected section 'vars', but the input ends"},
    {"rules\n", NULL, NULL, "net:1:1: error: expected section 'vars', found 'rules'"},
    {"vars\nrules\ninit x=0 target x>=1", NULL, NULL, "net:2:1: error: no variables are declared"},
    {"vars x x\nrules\ninit x = 0\ntarget x >= 1\n", NULL, NULL,
     "net:1:8: error: variable 'x' is declared twice"},
    {"vars x 3 y\nrules", NULL, NULL,
     "net:1:8: error: expected a variable or section 'rules', found '3'"},
    {"vars x\ninit x=0\ntarget x>=1", NULL, NULL,
     "net:2:1: error: expected section 'rules', found 'init'"},
    {"vars x\nrules\n x >= 1 -> x' = x - 1\ninit x=0\ntarget x>=1", NULL, NULL,
     "net:4:1: error: expected ';', found 'init'"},
    {"vars xx y\nrules xy >= 1 -> ; init y=0 target y>=1", NULL, NULL,
     "net:2:7: error: undeclared variable 'xy'"},
    {"vars y\nrules y > 1 -> ; init y=0 target y>=1", NULL, NULL,
     "net:2:9: error: expected '>=', '=' or 'in', found '>'"},
    {"vars y\nrules y >= 1 => ; init y=0 target y>=1", NULL, NULL,
     "net:2:14: error: expected '->', found '='"},
    {"vars y\nrules y >= 1 -> y = y; init y=0 target y>=1", NULL, NULL,
     "net:2:19: error: expected a prime: x' = ..., found '='"},
    {"vars y\nrules y >= 1 -> y' = y * 2; init y=0 target y>=1", NULL, NULL,
     "net:2:24: error: expected ';', found '*'"},
    {"vars y\nrules y >= 1 -> y' = y - y; init y=0 target y>=1", NULL, NULL,
     "net:2:26: error: expected a number, found 'y'"},
    {"vars y\nrules y in [1 2] -> ; init y=0 target y>=1", NULL, NULL,
     "net:2:15: error: expected ',', found '2'"},
    {"vars y\nrules y in (1,2) -> ; init y=0 target y>=1", NULL, NULL,
     "net:2:12: error: expected '[', found '('"},
    {"vars y\nrules y >= -1 -> ; init y=0 target y>=1", NULL, NULL,
     "net:2:12: error: expected a number, found '-'"},
    {"vars y\nrules y >= 1 , -> ; init y=0 target y>=1", NULL, NULL,
     "net:2:16: error: expected a variable, found '->'"},
    {"vars y\nrules y >= " HUNDRED " -> ; init y=0 target y>=1", NULL, NULL,
     "net:2:12: error: a number out of range: at most 1000000000000000000"},
    {"vars x\nrules x>=1 -> ; $ init x=0 target x>=1", NULL, NULL,
     "net:2:17: error: expected a variable, found '$'"},
    {"vars x\nrules x>=1 -> ;\ninit\ntarget x>=1", NULL, NULL,
     "net:4:1: error: expected a variable, found 'target'"},
    {"vars x\nrules x>=1 -> ;\ninit x=0,\ntarget x>=1", NULL, NULL,
     "net:4:1: error: expected a variable, found 'target'"},
    {"vars x\nrules x>=1 -> ;\ninit x=0\n", NULL, NULL,
     "net:4:1: error: expected section 'target', but the input ends"},
    {"vars x\nrules x>=1 -> ;\ntarget x>=1\n", NULL, NULL,
     "net:3:1: error: expected section 'init', found 'target'"},
    {"vars x\nrules x>=1 -> ;\ninit x=0\ntarget", NULL, NULL,
     "net:4:7: error: expected a variable, but the input ends"},
    {"vars x\nrules x>=1 -> ;\ninit x=0\ntarget x <= 1", NULL, NULL,
     "net:4:10: error: expected '>=', '=' or 'in', found '<'"},
    {"vars x\nrules x>=1 -> ;\ninit x=0\ntarget x>=1 ; x", NULL, NULL,
     "net:4:13: error: expected the end of the file, found ';'"},
    {"vars x\nrules x>=1 -> ;\ninit x=0\ntarget x>=1\ninvariants x", NULL, NULL,
     "net:5:13: error: expected '>=', '=' or 'in', but the input ends"},
    {"vars x y\nrules x>=1 -> y' = x, x' = x;\ninit x=0\ntarget x>=1", NULL, NULL,
     "net:2:7: error: unsupported: 'x' is copied; it may stand in one sum, once"},
    {"vars x y z\nrules true -> x' = x + y + z - 20, y' = 0, z' = 0;\ninit x=0\ntarget x>=1", NULL,
     NULL,
     "net:2:7: error: unsupported: too many ways to subtract from a sum of several variables"},
};

static bool read_texts(struct pw_net *net, const char *text, const char *prop, const char *init,
                       struct pw_strbuf *messages)
{
    struct pw_source src, p, i;
    struct pw_diags d = {0};
    pw_source_from_text(&src, "net", text, strlen(text));
    pw_source_from_text(&p, "prop", prop ? prop : "", prop ? strlen(prop) : 0);
    pw_source_from_text(&i, "--init", init ? init : "", init ? strlen(init) : 0);
    bool ok = prop ? pw_net_read_tts(net, &src, &p, init ? &i : NULL, &d)
                   : pw_net_read_spec(net, &src, &d);
    pw_diag_print(&d, messages);
    pw_diags_clear(&d);
    pw_source_clear(&src);
    pw_source_clear(&p);
    pw_source_clear(&i);
    return ok;
}

START_TEST(refuses)
{
    for (size_t i = 0; i < sizeof bad_inputs / sizeof *bad_inputs; i++) {
        const struct bad *b = &bad_inputs[i];
        struct pw_net net;
        struct pw_strbuf out = {0};
        ck_assert_msg(!read_texts(&net, b->text, b->prop, b->init, &out), "row %zu is accepted", i);
        size_t n = strcspn(pw_strbuf_text(&out), "\n");
        ck_assert_msg(n == strlen(b->message) && !strncmp(pw_strbuf_text(&out), b->message, n),
                      "row %zu: %.*s\nexpected: %s", i, (int)n, pw_strbuf_text(&out), b->message);
        pw_strbuf_clear(&out);
    }
}
END_TEST

/* Any prefix of a good net is accepted or refused with a message, never more. */
START_TEST(survives_truncation)
{
    static const char *const spec =
        "vars x y\nrules x >= 1, y in [0,2] -> x' = x - 1, y' = y + x + 1;\ntrue -> ;\ninit x >= "
        "1, y = 0\ntarget x>=1, y >= 2\ny >= 3\ninvariants x=1, y=2\n";
    static const char *const tts = "3 3\n0 0 -> 1 1 2 ~> 0 2 ~> 1\n1 1 +> 2 2\n2 2 ~> 0 0\n";
    for (size_t n = 0; n <= strlen(spec) + strlen(tts); n++) {
        char text[400] = "";
        bool is_spec = n <= strlen(spec);
        memcpy(text, is_spec ? spec : tts, is_spec ? n : n - strlen(spec));
        struct pw_net net;
        struct pw_strbuf out = {0};
        bool ok = read_texts(&net, text, is_spec ? NULL : "0|0", NULL, &out);
        ck_assert(ok || strstr(pw_strbuf_text(&out), "error: "));
        if (ok) pw_net_clear(&net);
        pw_strbuf_clear(&out);
    }
}
END_TEST

/* ---- meaning of .spec rules: the counter system against the text's own arithmetic ---- */

static uint64_t random_state = 88172645463325252u;

static unsigned below(unsigned n)
{
    random_state ^= random_state << 13;
    random_state ^= random_state >> 7;
    random_state ^= random_state << 17;
    return (unsigned)(random_state >> 20) % n;
}

enum { VARS = 4 };

/* A random rule as text, and as a table: guard lo[i], into[i] = the sum that variable i goes into
 * (-1: none), constant. */
struct sample {
    int lo[VARS], into[VARS], constant[VARS];
    bool assigned[VARS];
};

static void random_rule(struct sample *s, struct pw_strbuf *out)
{
    memset(s, 0, sizeof *s);
    pw_strbuf_puts(out, "x0 >= 0");
    for (int i = 0; i < VARS; i++) {
        s->lo[i] = below(3) ? 0 : (int)below(3);
        s->into[i] = i;
        if (s->lo[i]) pw_strbuf_printf(out, ", x%d >= %d", i, s->lo[i]);
        if (!below(3)) s->assigned[i] = true, s->into[i] = below(2) ? -1 : (int)below(VARS);
    }
    for (int i = 0; i < VARS; i++)
        if (s->into[i] >= 0 && s->into[i] != i) s->assigned[s->into[i]] = true;
    for (int i = 0; i < VARS; i++)
        if (s->assigned[i]) s->constant[i] = (int)below(5) - 2;
    const char *separator = " -> ";
    for (int y = 0; y < VARS; y++) {
        if (!s->assigned[y]) continue;
        bool any = false;
        pw_strbuf_printf(out, "%sx%d' = ", separator, y);
        for (int x = 0; x < VARS; x++)
            if (s->into[x] == y) pw_strbuf_printf(out, "%sx%d", any ? " + " : "", x), any = true;
        if (!any && s->constant[y] < 0) s->constant[y] = 0;
        if (!any)
            pw_strbuf_printf(out, "%d", s->constant[y]);
        else if (s->constant[y])
            pw_strbuf_printf(out, " %c %d", s->constant[y] < 0 ? '-' : '+', abs(s->constant[y]));
        separator = ", ";
    }
    pw_strbuf_puts(out, *separator == ' ' ? " -> ;\n" : ";\n");
}

static bool apply_sample(const struct sample *s, const int64_t *now, int64_t *next)
{
    for (int i = 0; i < VARS; i++)
        if (now[i] < s->lo[i]) return false;
    for (int y = 0; y < VARS; y++) {
        next[y] = s->assigned[y] ? s->constant[y] : 0;
        for (int x = 0; x < VARS; x++)
            if (s->into[x] == y) next[y] += now[x];
        if (next[y] < 0) return false;
    }
    return true;
}

/* One deterministic step of the system by any transition; all enabled ones must agree. */
static bool apply_system(const struct pw_system *sys, const int64_t *now, int64_t *next)
{
    bool any = false;
    for (size_t i = 0; i < sys->trans.n; i++) {
        const struct pw_trans *t = &sys->trans.at[i];
        int64_t left[VARS], made[VARS] = {0};
        bool enabled = true;
        memcpy(left, now, sizeof left);
        for (uint32_t k = 0; k < t->npre; k++)
            left[sys->tokens.at[t->pre + k].local] -= sys->tokens.at[t->pre + k].count;
        for (int x = 0; x < VARS; x++) {
            const struct pw_pair *p;
            size_t n = pw_relation_from(&sys->relations.at[t->relation], (uint32_t)x, &p);
            enabled &= left[x] >= 0;
            ck_assert(n <= 1);
            if (n == 0)
                made[x] += left[x];
            else if (p->to != PW_SUNK)
                made[p->to] += left[x];
        }
        for (uint32_t k = 0; k < t->npost; k++)
            made[sys->tokens.at[t->post + k].local] += sys->tokens.at[t->post + k].count;
        if (!enabled) continue;
        if (any) ck_assert(!memcmp(next, made, sizeof made));
        memcpy(next, made, sizeof made);
        any = true;
    }
    return any;
}

START_TEST(rules_mean_what_they_say)
{
    for (int i = 0; i < 2000; i++) {
        struct pw_strbuf text = {0}, out = {0};
        struct sample s;
        struct pw_net net;
        pw_strbuf_puts(&text, "vars x0 x1 x2 x3\nrules\n");
        random_rule(&s, &text);
        pw_strbuf_puts(&text, "init x0 = 0\ntarget x0 >= 1\n");
        ck_assert_msg(read_texts(&net, pw_strbuf_text(&text), NULL, NULL, &out), "%s%s",
                      pw_strbuf_text(&text), pw_strbuf_text(&out));
        for (int k = 0; k < 20; k++) {
            int64_t now[VARS], a[VARS], b[VARS];
            for (int x = 0; x < VARS; x++)
                now[x] = below(4);
            bool expected = apply_sample(&s, now, a), got = apply_system(&net.system, now, b);
            ck_assert_msg(expected == got && (!got || !memcmp(a, b, sizeof a)), "%s",
                          pw_strbuf_text(&text));
        }
        pw_net_clear(&net);
        pw_strbuf_clear(&text);
        pw_strbuf_clear(&out);
    }
}
END_TEST

/* ---- verdicts ---- */

struct job {
    char path[600];
    const char *init;
    struct pw_cover_options o;
    char verdict[16];
    size_t bytes;
};

static bool load_file(struct pw_source *s, const char *path)
{
    const char *why;
    return pw_source_read(s, path, &why) == PW_SOURCE_OK;
}

static const char *word_of(const struct pw_net *net, struct pw_cover_result *r)
{
    size_t step;
    const char *why;
    if (r->verdict == PW_UNCOVERED) return "safe";
    if (r->verdict != PW_COVERED) return "unknown";
    if (pw_net_replay(net, &r->trace, &step, &why)) return "unsafe";
    ck_assert(!net->exact);
    struct pw_trace other;
    if (!pw_net_probe(net, PW_PROBE_STATES, &other)) return "unknown";
    pw_trace_clear(&other);
    return "unsafe";
}

/* The linear invariants of a proof, on the system that it speaks of: a quotient is one of the
 * system without the locals that no run is ever short of. */
static void check_linear(const struct pw_net *net, const struct pw_cover_result *r)
{
    struct pw_slice slice;
    struct pw_plenty p = {0};
    struct pw_merge m = {0};
    const struct pw_system *sys = &net->system;
    if (r->merged && pw_plenty_init(&p, sys)) sys = &p.left;
    if (r->merged) {
        ck_assert(pw_merge_init(&m, sys));
        ck_assert_uint_eq(r->nmerged, sys->locals);
        ck_assert(!memcmp(r->merged, m.class_of, r->nmerged * sizeof *r->merged));
        sys = &m.quotient;
    }
    if (r->invariant.sliced)
        pw_slice_init(&slice, sys);
    else
        pw_slice_init_all(&slice, sys);
    for (size_t i = 0; i < r->invariant.linear.n; i++)
        ck_assert(pw_linear_check(sys, &slice, &r->invariant.linear.at[i]));
    pw_slice_clear(&slice);
    pw_merge_clear(&m);
    pw_plenty_clear(&p);
}

static void run_job(void *arg)
{
    struct job *j = arg;
    struct pw_source src = {0}, prop = {0}, init = {0};
    struct pw_diags d = {0};
    struct pw_net net;
    struct pw_cover_result r;
    struct pw_cover_stats stats = {0};
    size_t n = strlen(j->path);
    bool tts = !strcmp(j->path + n - 4, ".tts");
    ck_assert_msg(load_file(&src, j->path), "%s", j->path);
    if (tts) {
        char path[600];
        snprintf(path, sizeof path, "%.*s.prop", (int)n - 4, j->path);
        ck_assert_msg(load_file(&prop, path), "%s", path);
        pw_source_from_text(&init, "--init", j->init, strlen(j->init));
    }
    ck_assert_msg(tts ? pw_net_read_tts(&net, &src, &prop, &init, &d)
                      : pw_net_read_spec(&net, &src, &d),
                  "%s", j->path);
    pw_cover_decide(&net.system, &j->o, &r, &stats);
    if (r.proof == PW_PROOF_BASIS) check_linear(&net, &r);
    strcpy(j->verdict, word_of(&net, &r));
    pw_cover_result_clear(&r, net.system.globals);
    pw_net_clear(&net);
    pw_diags_clear(&d);
    pw_source_clear(&src);
    pw_source_clear(&prop);
    pw_source_clear(&init);
}

static void run_within(struct job *j, double seconds)
{
    strcpy(j->verdict, "unknown");
    pw_mem_set_limit((size_t)2 << 30);
    pw_limits_start(seconds);
    pw_guard_run(run_job, j);
    pw_limits_start(0);
    pw_mem_set_limit(0);
}

/* The next tab-separated field; empty ones count. */
static char *field(char **line)
{
    char *start = *line, *end = start + strcspn(start, "\t\n");
    *line = *end == '\t' ? end + 1 : end;
    *end = 0;
    return start;
}

START_TEST(decides_own_nets)
{
    FILE *file = fopen(SRCDIR "/tests/nets/verdicts.tsv", "r");
    char line[400];
    ck_assert_ptr_nonnull(file);
    while (fgets(line, sizeof line, file)) {
        if (line[0] == '#') continue;
        char *at = line, *net = field(&at), *init = field(&at), *verdict = field(&at);
        for (int way = 0; way < 7; way++) {
            struct job j = {.init = init};
            snprintf(j.path, sizeof j.path, SRCDIR "/tests/nets/%s", net);
            pw_cover_options_init(&j.o);
            j.o.certify = way == 1 || way == 6;
            j.o.basis = way == 1;
            j.o.prune = way != 2;
            j.o.forward = way != 3;
            j.o.slice = way != 4;
            j.o.merge = way != 5;
            run_within(&j, 60);
            ck_assert_msg(!strcmp(j.verdict, verdict), "%s %s way %d: %s, expected %s", net, init,
                          way, j.verdict, verdict);
        }
    }
    fclose(file);
}
END_TEST

static bool wanted(const char *grade, double *seconds)
{
    const char *text = getenv("PWQO_TEST_SCALE");
    *seconds = !strcmp(grade, "small") ? 5 : !strcmp(grade, "medium") ? 60 : 300;
    return strcmp(grade, "large") || (text && atoi(text) > 1);
}

START_TEST(decides_shared_nets)
{
    FILE *file = fopen(SRCDIR "/../shared/bench/verdicts.tsv", "r");
    char line[1000];
    if (!file) {
        puts("skipped: no ../shared/bench beside the source folder");
        return;
    }
    ck_assert_ptr_nonnull(fgets(line, sizeof line, file));
    while (fgets(line, sizeof line, file)) {
        char *at = line, *f[9];
        double seconds;
        for (int i = 0; i < 9; i++)
            f[i] = field(&at);
        if (!wanted(f[2], &seconds)) continue;
        struct job j = {.init = f[6]};
        snprintf(j.path, sizeof j.path, SRCDIR "/../shared/bench/%s", f[0]);
        pw_cover_options_init(&j.o);
        run_within(&j, seconds);
        ck_assert_msg(!strcmp(j.verdict, f[7]), "%s %s: %s, expected %s", f[0], f[6], j.verdict,
                      f[7]);
    }
    fclose(file);
}
END_TEST

/* ---- a trace that lies is not accepted ---- */

static void spoil(struct pw_trace *t, int how)
{
    struct pw_trace_step *last = &pw_vec_last(&t->steps);
    if (how == 0) t->start.toks.at[0].count++;
    if (how == 1) last->after.toks.at[0].count++;
    if (how == 2) last->trans = (last->trans + 1) % 2;
    if (how == 3) last->after.global ^= 1;
    if (how == 4) t->steps.at[0].after.toks.at[0].local ^= 1;
}

START_TEST(refuses_false_traces)
{
    for (int how = 0; how < 5; how++) {
        struct pw_net net;
        struct pw_strbuf out = {0};
        struct pw_cover_options o;
        struct pw_cover_result r;
        struct pw_cover_stats stats = {0};
        size_t step;
        const char *why;
        ck_assert(read_texts(&net, "2 3\n0 0 -> 1 1\n1 0 -> 1 2\n", "1|1,2", "0|0,0", &out));
        pw_cover_options_init(&o);
        pw_cover_decide(&net.system, &o, &r, &stats);
        ck_assert(r.verdict == PW_COVERED && pw_trace_check(&net.system, &r.trace, &step, &why) &&
                  pw_net_replay(&net, &r.trace, &step, &why));
        spoil(&r.trace, how);
        ck_assert_msg(!pw_trace_check(&net.system, &r.trace, &step, &why), "check accepts %d", how);
        ck_assert_msg(!pw_net_replay(&net, &r.trace, &step, &why), "replay accepts %d", how);
        pw_cover_result_clear(&r, net.system.globals);
        pw_net_clear(&net);
        pw_strbuf_clear(&out);
    }
}
END_TEST

static void tests(TCase *c)
{
    tcase_add_test(c, refuses);
    tcase_add_test(c, survives_truncation);
    tcase_add_test(c, rules_mean_what_they_say);
    tcase_add_test(c, decides_own_nets);
    tcase_add_test(c, decides_shared_nets);
    tcase_add_test(c, refuses_false_traces);
}

UNIT_MAIN("net", tests)

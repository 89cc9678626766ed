/* test_batch.c -- the parts of a batch that need no process: stated verdicts, judgement, JSON,
 * rows, tasks, charts, quoting. */
#include <string.h>
#include <sys/wait.h>

#include "base/arena.h"
#include "base/jread.h"
#include "base/strbuf.h"
#include "batch/row.h"
#include "batch/slurm.h"
#include "batch/tasks.h"
#include "report/batch/charts.h"
#include "report/batch/page.h"
#include "report/batch/plot.h"
#include "report/batch/rows.h"
#include "unit/unit.h"

enum { NONE = PW_UNSTATED, SAFE = PW_SAFE, UNSAFE = PW_UNSAFE, UNKNOWN = PW_UNKNOWN };

static const struct {
    const char *text;
    int truth, expect;
} stated[] = {
    {"", NONE, NONE},
    {"shared int x; // truth: safe", NONE, NONE},
    {"// truth: safe", SAFE, NONE},
    {"// x.dr -- title; truth: unsafe; expect: unsafe (why)", UNSAFE, UNSAFE},
    {"\n\n  // one\n  // truth: safe; expect: unknown\nshared", SAFE, UNKNOWN},
    {"// one\n\n// truth: safe", NONE, NONE},
    {"// one\n\t // truth:safe\n// expect:   safe.", SAFE, SAFE},
    {"/* one\n * truth: safe\n * expect: unsafe */ x", SAFE, UNSAFE},
    {"/* one */ // truth: safe", NONE, NONE},
    {"/* truth: safe", SAFE, NONE},
    {"// untruth: safe, xexpect: safe, _truth: safe", NONE, NONE},
    {"// truth: unknown; expect: maybe", NONE, NONE},
    {"// truth: safely; expect: SAFE", NONE, NONE},
    {"// expect: unknown; truth: safe; expect: safe", SAFE, UNKNOWN},
    {"# truth: safe\n# expect: safe\nvars", SAFE, SAFE},
    {"// truth:", NONE, NONE},
    {"// truth: \n// safe", NONE, NONE},
};

START_TEST(reads_stated_verdicts)
{
    struct pw_source s;
    enum pw_verdict truth, expect;
    pw_source_from_text(&s, "x.dr", stated[_i].text, strlen(stated[_i].text));
    pw_row_stated(&s, &truth, &expect);
    ck_assert_msg((int)truth == stated[_i].truth && (int)expect == stated[_i].expect, "%s: %d %d",
                  stated[_i].text, (int)truth, (int)expect);
    pw_source_clear(&s);
}
END_TEST

/* The rules of row.h, spelt out anew: every combination of truth, expect, verdict. */
START_TEST(judges)
{
    static const char *const table[2][4][4] = {
        /* truth none: rows expect none, safe, unsafe, unknown; columns verdict none (crashed),
         * safe, unsafe, unknown */
        {{"agrees", "agrees", "agrees", "agrees"},
         {"failed", "agrees", "differs", "undecided"},
         {"failed", "differs", "agrees", "undecided"},
         {"failed", "differs", "differs", "agrees"}},
        /* truth safe */
        {{"failed", "agrees", "wrong", "agrees"},
         {"failed", "agrees", "wrong", "undecided"},
         {"failed", "differs", "wrong", "undecided"},
         {"failed", "differs", "wrong", "agrees"}},
    };
    for (int t = 0; t < 2; t++)
        for (int e = 0; e < 4; e++)
            for (int v = 0; v < 4; v++) {
                enum pw_row_end end = v ? PW_END_ANSWER : PW_END_SIGNAL;
                const char *got = pw_row_status_name(
                    pw_row_judge((enum pw_verdict)t, (enum pw_verdict)e, (enum pw_verdict)v, end));
                ck_assert_msg(!strcmp(got, table[t][e][v]),
                              "truth %d expect %d verdict %d: %s, not %s", t, e, v, got,
                              table[t][e][v]);
            }
    ck_assert_int_eq(pw_row_judge(PW_UNSAFE, PW_UNSAFE, PW_SAFE, PW_END_ANSWER), PW_STATUS_WRONG);
    ck_assert_int_eq(pw_row_judge(PW_SAFE, PW_SAFE, PW_UNSTATED, PW_END_BAD_INPUT), PW_STATUS_BAD);
    ck_assert_int_eq(pw_row_judge(PW_SAFE, PW_SAFE, PW_UNSTATED, PW_END_UNREADABLE), PW_STATUS_BAD);
}
END_TEST

static const char *const good_json[] = {"0",
                                        "-0.5e+3",
                                        " [ ] ",
                                        "{}",
                                        "null",
                                        "\"\\u00e9\\ud83d\\ude00\\n\"",
                                        "[[[[]]],{\"a\":[true,false,null]}]",
                                        "{\"a\":1,\"a\":2}"};
static const char *const bad_json[] = {"",
                                       " ",
                                       "{",
                                       "}",
                                       "[1,]",
                                       "{\"a\"}",
                                       "{\"a\":}",
                                       "{a:1}",
                                       "01",
                                       "1.",
                                       "+1",
                                       ".5",
                                       "1e",
                                       "nul",
                                       "nulll",
                                       "\"",
                                       "\"\\",
                                       "\"\\x\"",
                                       "\"\\u12\"",
                                       "\"\n\"",
                                       "1 2",
                                       "[1 2]",
                                       "{\"a\":1 \"b\":2}",
                                       "[1}",
                                       "'a'",
                                       "\"\\\""};

START_TEST(reads_json)
{
    struct pw_arena a;
    const char *why;
    size_t where;
    pw_arena_init(&a);
    for (size_t i = 0; i < sizeof good_json / sizeof *good_json; i++)
        ck_assert_msg(pw_jread(&a, good_json[i], strlen(good_json[i]), &why, &where) != NULL,
                      "%s: %s", good_json[i], why);
    for (size_t i = 0; i < sizeof bad_json / sizeof *bad_json; i++)
        ck_assert_msg(pw_jread(&a, bad_json[i], strlen(bad_json[i]), &why, &where) == NULL, "%s",
                      bad_json[i]);
    const char *text = "{\"s\":\"a\\u0041\\\"\",\"n\":-12,\"d\":0.25,\"big\":99999999999999999999,"
                       "\"o\":{\"k\":\"v\"}}";
    const struct pw_jnode *x = pw_jread(&a, text, strlen(text), &why, &where);
    ck_assert_str_eq(pw_jread_string(x, "s", ""), "aA\"");
    ck_assert_int_eq(pw_jread_int(x, "n", 0), -12);
    ck_assert(pw_jread_double(x, "d", 0) == 0.25);
    ck_assert_int_eq(pw_jread_int(x, "big", -7), -7);
    ck_assert_int_eq(pw_jread_int(x, "d", -7), -7);
    ck_assert_str_eq(pw_jread_string(pw_jread_get(x, "o"), "k", ""), "v");
    ck_assert_str_eq(pw_jread_string(x, "none", "x"), "x");
    ck_assert_ptr_null(pw_jread_get(NULL, "k"));
    pw_arena_clear(&a);
}
END_TEST

START_TEST(limits_json_depth)
{
    struct pw_arena a;
    char text[2 * 65 + 1] = "";
    const char *why;
    size_t where;
    pw_arena_init(&a);
    for (int depth = 63; depth <= 65; depth++) {
        memset(text, '[', (size_t)depth);
        memset(text + depth, ']', (size_t)depth);
        ck_assert_int_eq(pw_jread(&a, text, 2 * (size_t)depth, &why, &where) != NULL,
                         depth <= PW_JREAD_DEPTH);
    }
    pw_arena_clear(&a);
}
END_TEST

static void fill_row(struct pw_batch_row *r, int seed)
{
    pw_row_init(r, seed % 3 ? "a/b.dr" : "odd\tname\\n\n.dr", seed % 2 ? "K=3 N=-1" : "");
    r->verdict = (enum pw_verdict)(seed % 4);
    r->truth = (enum pw_verdict)(seed / 2 % 3);
    r->expect = (enum pw_verdict)(seed / 3 % 4);
    r->end = (enum pw_row_end)(seed % 8);
    r->status = (enum pw_row_status)(seed % 6);
    r->seconds = seed * 0.25;
    r->cpu = 0.5;
    r->peak_kib = seed * 1000;
    r->basis = seed;
    r->stage_cover = seed % 2 ? 0.125 : -1;
}

START_TEST(rows_come_back)
{
    struct pw_batch_row a, b;
    struct pw_strbuf s = {0}, t = {0};
    fill_row(&a, _i);
    pw_row_write(&a, &s);
    ck_assert(pw_row_read(&b, pw_strbuf_text(&s), s.n));
    pw_row_write(&b, &t);
    ck_assert_str_eq(pw_strbuf_text(&s), pw_strbuf_text(&t));
    ck_assert_str_eq(a.file, b.file);
    ck_assert(a.verdict == b.verdict && a.end == b.end && a.status == b.status &&
              a.basis == b.basis && b.threads == -1);
    pw_row_clear(&b);
    for (size_t k = 0; k + 1 < s.n; k++) { /* no proper prefix that lacks a field is a row */
        if (memchr(s.at + k, '\t', s.n - k) == NULL) break;
        if (pw_row_read(&b, s.at, k))
            ck_abort_msg("a row of %zu bytes was read from %zu of them", s.n, k);
    }
    pw_row_clear(&a);
    pw_strbuf_clear(&s);
    pw_strbuf_clear(&t);
}
END_TEST

START_TEST(tables_come_back)
{
    enum { N = 9 };
    struct pw_batch_row rows[N], *back;
    struct pw_strbuf s = {0}, t = {0};
    size_t n, line;
    for (int i = 0; i < N; i++)
        fill_row(&rows[i], i);
    pw_rows_write_tsv(rows, N, &s);
    ck_assert(pw_rows_read_tsv(pw_strbuf_text(&s), s.n, &back, &n, &line));
    ck_assert_uint_eq(n, N);
    pw_rows_write_tsv(back, n, &t);
    ck_assert_str_eq(pw_strbuf_text(&s), pw_strbuf_text(&t));
    pw_strbuf_reset(&t);
    struct pw_batch_row one[2];
    fill_row(&one[0], 1);
    fill_row(&one[1], 2);
    ck_assert_uint_eq(pw_rows_compare(one, 2, one, 2, &t), 0);
    ck_assert_uint_eq(pw_rows_compare(one, 2, one, 1, &t), 1);
    ck_assert_uint_eq(pw_rows_compare(one, 1, one, 2, &t), 1);
    pw_row_clear(&one[0]);
    pw_row_clear(&one[1]);
    pw_rows_free(back, n);
    ck_assert(!pw_rows_read_tsv("file\tx\n", 7, &back, &n, &line));
    ck_assert_uint_eq(line, 1);
    for (int i = 0; i < N; i++)
        pw_row_clear(&rows[i]);
    pw_strbuf_clear(&s);
    pw_strbuf_clear(&t);
}
END_TEST

/* Outcomes of children, and what the row must say. */
static const struct {
    int killed, status; /* status as from wait(2): code << 8, or signal */
    const char *out, *said, *reason;
} outcomes[] = {
    {PW_KILLED_NOT, 0 << 8, "{\"verdict\":\"safe\"}", "safe", ""},
    {PW_KILLED_NOT, 10 << 8, "{\"verdict\":\"unsafe\"}", "unsafe", ""},
    {PW_KILLED_NOT, 5 << 8, "{\"verdict\":\"unknown\",\"reason\":\"closure-spurious\"}", "unknown",
     "closure-spurious"},
    {PW_KILLED_NOT, 5 << 8, "{\"verdict\":\"safe\"}", "garbled", "contradicts"},
    {PW_KILLED_NOT, 0 << 8, "{\"verdict\":\"SAFE\"}", "garbled", "no verdict"},
    {PW_KILLED_NOT, 0 << 8, "{\"verdict\":\"safe\"}{\"verdict\":\"safe\"}", "garbled",
     "no JSON object"},
    {PW_KILLED_NOT, 0 << 8, "safe", "garbled", "no JSON object"},
    {PW_KILLED_NOT, 65 << 8, "", "bad input", "message"},
    {PW_KILLED_NOT, 66 << 8, "", "unreadable", "message"},
    {PW_KILLED_NOT, 64 << 8, "", "failure", "exit status 64: message"},
    {PW_KILLED_NOT, 1 << 8, "{\"verdict\":\"safe\"}", "failure", "exit status 1"},
    {PW_KILLED_NOT, 11, "{\"verdict\":\"safe\"}", "crash", "signal 11"},
    {PW_KILLED_TIME, 9, "", "timeout", "time limit"},
    {PW_KILLED_MEMORY, 9, "{\"verdict\":\"safe\"}", "memory", "memory limit"},
    {PW_KILLED_TIME, 0 << 8, "{\"verdict\":\"safe\"}", "timeout", "time limit"},
};

START_TEST(settles)
{
    struct pw_batch_row r;
    pw_row_init(&r, "no/such/file.dr", "");
    pw_row_describe(&r);
    ck_assert_str_eq(r.hash, "-");
    struct pw_batch_outcome o = {.killed = outcomes[_i].killed,
                                 .wait_status = outcomes[_i].status,
                                 .out = outcomes[_i].out,
                                 .out_size = strlen(outcomes[_i].out),
                                 .err = "message\nmore\n",
                                 .err_size = 13,
                                 .seconds = 1,
                                 .cpu = 1,
                                 .peak_kib = 2048};
    pw_row_settle(&r, &o);
    ck_assert_str_eq(pw_row_said(&r), outcomes[_i].said);
    ck_assert_msg(strstr(r.reason, outcomes[_i].reason) != NULL, "%s", r.reason);
    pw_row_clear(&r);
}
END_TEST

START_TEST(parses_sweeps)
{
    static const char *const bad[] = {
        "",       "K",     "K=",     "K=1",     "K=1.",    "K=1..",   "K=..2",
        "K=2..1", "=1..2", "1=1..2", "K =1..2", "K=1..2 ", "K=1...2", "K=99999999999999999999..2"};
    struct pw_sweep s;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        ck_assert_msg(!pw_tasks_parse_sweep(bad[i], &s), "%s", bad[i]);
    ck_assert(pw_tasks_parse_sweep("_k9=-3..12", &s));
    ck_assert_str_eq(s.name, "_k9");
    ck_assert(s.lo == -3 && s.hi == 12);
    pw_mem_strfree(s.name);
}
END_TEST

START_TEST(crosses_tasks)
{
    struct pw_tasks t = {0};
    const char *why, *list = "# none\nx.dr\n\n  y.dr \nx.dr";
    ck_assert(pw_tasks_add_list(&t, list, strlen(list), "", &why));
    ck_assert_uint_eq(t.n, 2);
    struct pw_sweep s[2] = {{(char *)"A", 0, 1}, {(char *)"B", 5, 7}};
    ck_assert(pw_tasks_cross(&t, s, 2));
    ck_assert_uint_eq(t.n, 12);
    ck_assert_str_eq(t.at[0].params, "A=0 B=5");
    ck_assert_str_eq(t.at[1].params, "A=0 B=6");
    ck_assert_str_eq(t.at[11].file, "y.dr");
    ck_assert_str_eq(t.at[11].params, "A=1 B=7");
    pw_tasks_slice(&t, 2, 3);
    ck_assert_uint_eq(t.n, 2);
    ck_assert_str_eq(t.at[1].params, "A=0 B=7");
    struct pw_sweep huge[2] = {{(char *)"A", 0, 999999}, {(char *)"B", INT64_MIN, INT64_MAX}};
    ck_assert(!pw_tasks_cross(&t, huge, 2));
    ck_assert_uint_eq(t.n, 2);
    pw_tasks_clear(&t);
}
END_TEST

START_TEST(quotes_for_the_shell)
{
    static const char *const pairs[][2] = {
        {"plain-1.dr", "plain-1.dr"}, {"", "''"},         {"a b", "'a b'"},
        {"it's", "'it'\\''s'"},       {"$(x)", "'$(x)'"}, {"a\nb", "'a\nb'"}};
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        struct pw_strbuf s = {0};
        pw_slurm_quote(pairs[i][0], &s);
        ck_assert_str_eq(pw_strbuf_text(&s), pairs[i][1]);
        pw_strbuf_clear(&s);
    }
}
END_TEST

static size_t occurrences(const char *text, const char *of)
{
    size_t n = 0;
    for (const char *p = text; (p = strstr(p, of)); p++)
        n++;
    return n;
}

/* Charts of strange data: one point, none, equal values, zeros. They are drawn inside the frame,
 * with finite numbers. */
START_TEST(draws_strange_data)
{
    static const double data[][3] = {
        {0, 0, 0}, {1, 1, 1}, {1e-9, 1, 1e9}, {-5, 0, 5}, {0, 0.001, 1000}};
    for (size_t i = 0; i < sizeof data / sizeof *data; i++)
        for (int logs = 0; logs < 4; logs++)
            for (int n = 0; n <= 3; n++) {
                struct pw_plot p = {.title = "<t>",
                                    .x_name = "x",
                                    .y_name = "y",
                                    .x_log = logs & 1,
                                    .y_log = logs & 2};
                struct pw_series *s = pw_plot_series(&p, "s", "#123456", true);
                for (int k = 0; k < n; k++)
                    pw_plot_point(s, data[i][k], data[i][2 - k], "l");
                struct pw_strbuf out = {0};
                pw_plot_svg(&p, true, &out);
                ck_assert_ptr_null(strstr(pw_strbuf_text(&out), "nan"));
                ck_assert_ptr_null(strstr(pw_strbuf_text(&out), "inf"));
                ck_assert_uint_eq(occurrences(pw_strbuf_text(&out), "<title>l</title>"), (size_t)n);
                ck_assert_uint_eq(occurrences(pw_strbuf_text(&out), "</svg>"), 1);
                pw_strbuf_clear(&out);
                pw_plot_clear(&p);
            }
}
END_TEST

START_TEST(charts_group_by_parameter)
{
    struct pw_batch_row rows[4];
    static const char *const params[] = {"K=1 N=1", "K=2 N=1", "K=1 N=2", "N=1"};
    for (int i = 0; i < 4; i++) {
        pw_row_init(&rows[i], "m/a.dr", params[i]);
        rows[i].seconds = i + 1;
        rows[i].peak_kib = 1024;
        rows[i].verdict = PW_SAFE;
    }
    const char *sweeps[] = {"K"};
    struct pw_charts c = {0};
    pw_charts_make(&c, rows, 4, sweeps, 1);
    ck_assert_uint_eq(c.n, 4);
    ck_assert_str_eq(c.at[2].name, "sweep-K-time");
    /* points and legend */
    ck_assert_uint_eq(occurrences(pw_strbuf_text(&c.at[2].svg), "<circle cx"), 3 + 2);
    ck_assert_ptr_nonnull(strstr(pw_strbuf_text(&c.at[2].svg), ">a.dr N=2</text>"));
    struct pw_batch_page p = {
        .title = "t", .version = "v", .command = "c <x>", .rows = rows, .n = 4, .charts = &c};
    struct pw_strbuf out = {0};
    pw_page_write(&p, &out);
    ck_assert_uint_eq(occurrences(pw_strbuf_text(&out), "<tr class=\"agrees\">"), 4);
    ck_assert_uint_eq(occurrences(pw_strbuf_text(&out), "<svg "), 4);
    ck_assert_ptr_nonnull(strstr(pw_strbuf_text(&out), "c &lt;x&gt;"));
    pw_strbuf_clear(&out);
    pw_charts_clear(&c);
    for (int i = 0; i < 4; i++)
        pw_row_clear(&rows[i]);
}
END_TEST

static void tests(TCase *c)
{
    tcase_add_loop_test(c, reads_stated_verdicts, 0, sizeof stated / sizeof *stated);
    tcase_add_test(c, judges);
    tcase_add_test(c, reads_json);
    tcase_add_test(c, limits_json_depth);
    tcase_add_loop_test(c, rows_come_back, 0, 24);
    tcase_add_test(c, tables_come_back);
    tcase_add_loop_test(c, settles, 0, sizeof outcomes / sizeof *outcomes);
    tcase_add_test(c, parses_sweeps);
    tcase_add_test(c, crosses_tasks);
    tcase_add_test(c, quotes_for_the_shell);
    tcase_add_test(c, draws_strange_data);
    tcase_add_test(c, charts_group_by_parameter);
}
UNIT_MAIN("batch", tests)

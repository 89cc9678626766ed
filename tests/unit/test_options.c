/* Option tables: parsing, ranges, defaults, help; and the program's own table. */
#include "unit/unit.h"

#include <string.h>

#include "base/options.h"

#define OPTIONS(OPTION)                                                                            \
    OPTION("a b", choice, "choice", 'c', CHOICE, "two", 0, 0, "one|two|three", "which")            \
    OPTION("*", defines, "define", 'D', LIST, NULL, 0, 0, "NAME=VALUE", "sets a name")             \
    OPTION("a", file, "file", 0, TEXT, NULL, 0, 0, "FILE", "a file")                               \
    OPTION("a", jobs, "jobs", 'j', INT, "2", 1, 16, "N",                                           \
           "how many jobs to run at the same time, which is a long text that is broken")           \
    OPTION("*", quiet, "quiet", 'q', FLAG, NULL, 0, 0, "", "say less")                             \
    OPTION("b", span, "span", 0, SPAN, NULL, -10, 10, "LO..HI", "a range")                         \
    OPTION("*", limit, "time-limit", 0, SECONDS, "0", 0, 1000, "SECONDS", "stop then")             \
    OPTION("*", verbose, "verbose", 'v', COUNT, NULL, 0, 0, "", "say more")

struct opts {
    OPTIONS(PW_OPTION_FIELD)
};

#define ROW(...) PW_OPTION_ROW(struct opts, __VA_ARGS__)
static const struct pw_option rows[] = {OPTIONS(ROW)};
static const struct pw_option_table table = {rows, sizeof rows / sizeof *rows};

START_TEST(defaults_are_set)
{
    struct opts o;
    memset(&o, 0x55, sizeof o);
    pw_options_preset(table, &o);
    ck_assert(o.choice == 1 && o.defines.n == 0 && !o.file && o.jobs == 2 && !o.quiet &&
              !o.span.given && o.limit == 0 && o.verbose == 0);
    ck_assert_ptr_null(pw_options_check(table));
}
END_TEST

/* Takes all words; the message if one is refused, otherwise "". */
static void take(const char *command, const char *line, struct opts *o, struct pw_strbuf *why)
{
    static char copy[200]; /* the options point into it */
    char *words[20], *rest;
    size_t n = 0;
    pw_options_preset(table, o);
    snprintf(copy, sizeof copy, "%s", line);
    for (char *w = strtok_r(copy, " ", &rest); w; w = strtok_r(NULL, " ", &rest))
        words[n++] = w;
    for (size_t i = 0, used; i < n; i += used) {
        used = pw_options_take(table, command, words + i, n - i, o, why);
        if (!used) return;
    }
}

static const struct {
    const char *command, *line, *message;
} refused[] = {
    {"a", "--jbos=3", "unknown option '--jbos'; did you mean '--jobs'?"},
    {"a", "--span=1..2", "unknown option '--span'"},
    {"a", "--jobs", "option '--jobs' needs a value: --jobs=N"},
    {"a", "-j", "option '-j' needs a value: -j N"},
    {"a", "--jobs=0", "option '--jobs': '0' is not an integer in 1..16"},
    {"a", "--jobs 17", "option '--jobs': '17' is not an integer in 1..16"},
    {"a", "--jobs=3x", "option '--jobs': '3x' is not an integer in 1..16"},
    {"a", "--jobs=", "option '--jobs': '' is not an integer in 1..16"},
    {"a", "--jobs=99999999999999999999",
     "option '--jobs': '99999999999999999999' is not an integer in 1..16"},
    {"a", "--quiet=1", "option '--quiet' takes no value"},
    {"a", "-qz", "unknown option '-z'"},
    {"b", "-j3", "unknown option '-j'"},
    {"a", "--choice=four", "option '--choice': 'four' is not one of one|two|three"},
    {"a", "--choice=on", "option '--choice': 'on' is not one of one|two|three"},
    {"b", "--span=1", "option '--span': '1' is not a range LO..HI within -10..10"},
    {"b", "--span=3..2", "option '--span': '3..2' is not a range LO..HI within -10..10"},
    {"b", "--span=0..11", "option '--span': '0..11' is not a range LO..HI within -10..10"},
    {"b", "--time-limit=-1", "option '--time-limit': '-1' is not a number of seconds in 0..1000"},
    {"b", "--time-limit=1e2", "option '--time-limit': '1e2' is not a number of seconds in 0..1000"},
    {"b", "--time-limit=inf", "option '--time-limit': 'inf' is not a number of seconds in 0..1000"},
    {"b", "--time-limit=.", "option '--time-limit': '.' is not a number of seconds in 0..1000"},
    {"b", "--time-limit=1001",
     "option '--time-limit': '1001' is not a number of seconds in 0..1000"},
};

START_TEST(bad_options_are_refused)
{
    struct opts o;
    struct pw_strbuf why = {0};
    take(refused[_i].command, refused[_i].line, &o, &why);
    ck_assert_str_eq(pw_strbuf_text(&why), refused[_i].message);
    pw_options_clear(table, &o);
    pw_strbuf_clear(&why);
}
END_TEST

START_TEST(good_options_are_taken)
{
    struct opts o;
    struct pw_strbuf why = {0};
    take("a", "--jobs=16 -qvv --choice three -DA=1 -D B=2 --define C=3 --file=x=y --time-limit=2.5",
         &o, &why);
    ck_assert_str_eq(pw_strbuf_text(&why), "");
    ck_assert(o.jobs == 16 && o.quiet && o.verbose == 2 && o.choice == 2 && o.limit == 2.5);
    ck_assert_uint_eq(o.defines.n, 3);
    ck_assert(!strcmp(o.defines.at[0], "A=1") && !strcmp(o.defines.at[1], "B=2") &&
              !strcmp(o.defines.at[2], "C=3"));
    ck_assert_str_eq(o.file, "x=y");
    pw_options_clear(table, &o);
    take("b", "--span=-10..7 --time-limit .5", &o, &why);
    ck_assert_str_eq(pw_strbuf_text(&why), "");
    ck_assert(o.span.given && o.span.low == -10 && o.span.high == 7 && o.limit == 0.5);
    pw_options_clear(table, &o);
    pw_strbuf_clear(&why);
}
END_TEST

START_TEST(help_lists_the_options_of_a_command)
{
    struct pw_strbuf out = {0};
    pw_options_help(table, "a", &out);
    ck_assert_str_eq(
        pw_strbuf_text(&out),
        "  -c, --choice=one|two|three  which (default two)\n"
        "      --file=FILE             a file\n"
        "  -j, --jobs=N                how many jobs to run at the same time, which is a\n"
        "                              long text that is broken (default 2)\n");
    pw_strbuf_reset(&out);
    pw_options_man(table, "b", &out);
    ck_assert_str_eq(pw_strbuf_text(&out),
                     ".TP\n\\fB\\-c\\fR, \\fB\\-\\-choice\\fR=\\fIone|\\:two|\\:three\\fR\nwhich "
                     "(default two).\n"
                     ".TP\n\\fB\\-\\-span\\fR=\\fILO..HI\\fR\na range.\n");
    pw_strbuf_reset(&out);
    pw_options_roff(".a\n'b\\c-d", &out);
    ck_assert_str_eq(pw_strbuf_text(&out), "\\&.a\n\\&\\(aqb\\ec\\-d");
    pw_strbuf_clear(&out);
}
END_TEST

START_TEST(a_bad_table_is_found)
{
    static const struct pw_option disorder[] = {{"*", "b", 0, PW_KIND_FLAG, 0, NULL, 0, 0, "", ""},
                                                {"*", "a", 0, PW_KIND_FLAG, 0, NULL, 0, 0, "", ""}};
    static const struct pw_option twice[] = {
        {"x y", "a", 'a', PW_KIND_FLAG, 0, NULL, 0, 0, "", ""},
        {"z y", "b", 'a', PW_KIND_FLAG, 0, NULL, 0, 0, "", ""}};
    static const struct pw_option apart[] = {{"x y", "a", 'a', PW_KIND_FLAG, 0, NULL, 0, 0, "", ""},
                                             {"z", "b", 'a', PW_KIND_FLAG, 0, NULL, 0, 0, "", ""}};
    static const struct pw_option preset[] = {{"*", "n", 0, PW_KIND_INT, 0, "7", 1, 5, "N", ""}};
    ck_assert_str_eq(pw_options_check((struct pw_option_table){disorder, 2}), "a");
    ck_assert_str_eq(pw_options_check((struct pw_option_table){twice, 2}), "b");
    ck_assert_ptr_null(pw_options_check((struct pw_option_table){apart, 2}));
    ck_assert_str_eq(pw_options_check((struct pw_option_table){preset, 1}), "n");
}
END_TEST

static void tests(TCase *c)
{
    tcase_add_test(c, defaults_are_set);
    tcase_add_loop_test(c, bad_options_are_refused, 0, sizeof refused / sizeof *refused);
    tcase_add_test(c, good_options_are_taken);
    tcase_add_test(c, help_lists_the_options_of_a_command);
    tcase_add_test(c, a_bad_table_is_found);
}

UNIT_MAIN("options", tests)

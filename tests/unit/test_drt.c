/* The reader of .drt: one mistake, one message, at its place; nothing that is thrown at it breaks
 * it. */
#include "unit/unit.h"

#include <string.h>

#include "front/drt/drt.h"

static const char *const head = "drt 1;\n"
                                "predicate eq: inter-thread \"l == other.l\";\n"
                                "labels crit;\n"
                                "shared bool g;\n"
                                "thread t {\n"
                                "    bit eq;\n"
                                "    int[-1..3] x;\n"
                                "    location L0 entry line 3;\n"
                                "    location L1 labels crit;\n"
                                "}\n"; /* 10 lines */

struct mistake {
    bool whole; /* the text is the whole file, not to be put behind the head */
    const char *text, *place, *message;
};

static const struct mistake mistakes[] = {
    {true, "", ":1:1:", "expected 'drt' at the start of the file, found the end of the file"},
    {true, "drt 2;", ":1:5:", "the version of the format must lie between 1 and 1"},
    {true, "drt 1;", ":1:1:", "there is no thread"},
    {true, "drt 1;\nthread t { }", ":2:8:", "thread t has no location"},
    {true, "drt 1;\nthread t { location a; }", ":2:8:", "thread t has no entry"},
    {true, "drt 1;\nthread t { location a entry; location b entry; }",
     ":2:41:", "thread t has a second entry"},
    {true, "drt 1;\nthread t { location a entry; location a; }",
     ":2:39:", "location 'a' is declared twice"},
    {true, "drt 1;\nthread t { bit p; location a entry; }",
     ":2:16:", "the bit 'p' belongs to no predicate"},
    {true, "drt 1;\nshared int[3..1] x;\nthread t { location a entry; }",
     ":2:15:", "this range is empty"},
    {true, "drt 1;\nshared int[0..70000] x;\nthread t { location a entry; }",
     ":2:15:", "this range has more than 65536 values"},
    {true, "drt 1;\nshared bool x, x;\nthread t { location a entry; }",
     ":2:16:", "field 'x' is declared twice"},
    {true, "drt 1;\npredicate p: global \"x\";",
     ":2:14:", "expected shared, local, single-thread or inter-thread"},
    {true, "drt 1;\npredicate p: shared x;",
     ":2:21:", "expected the predicate's text in quotes, found 'x'"},
    {true, "drt 1;\npredicate p: shared \"x",
     ":2:21:", "this string has no closing quote on its line"},
    {true, "drt 1;\npredicate p: shared \"\\q\";", ":2:22:", "unknown escape in a string"},
    {false, "tread u { location a entry; }", ":11:1:",
     "expected bound, predicate, labels, shared, thread, unsafe, initial or step, found 'tread'"},
    {false, "thread t { location a entry; }", ":11:8:", "thread 't' is declared twice"},
    {false, "unsafe count(crti) >= 2;", ":11:14:", "undeclared label 'crti'"},
    {false, "unsafe count(crit) >= 0;",
     ":11:23:", "the number of threads must lie between 1 and 1000000"},
    {false, "unsafe count(crit) > 2;", ":11:20:", "expected '>=' after the label, found '>'"},
    {false, "step t L0 -> L2 \"x\";", ":11:14:", "thread t has no location 'L2'"},
    {false, "step u L0 -> L1 \"x\";", ":11:6:", "undeclared thread 'u'"},
    {false, "step t L0 -> L1 \"x\"",
     ":11:20:", "expected ';' or 'beside' after the statement, found the end of the file"},
    {false, "step t L0 -> L1 \"x\" beside t { - | - - | * - - -> = | = = | = =;",
     ":11:30:", "this '{' is not closed"},
    {false, "step t L0 -> L1 \"x\" beside t { - | - - | * - - -> = | = = | = = }",
     ":11:65:", "expected ';' at the end of the row, found '}'"},
    {false, "step t L0 -> L1 \"x\" beside t { - | 00 - | * - - -> = | = = | = =; }",
     ":11:36:", "expected 1 character for the bit eq, found 2"},
    {false, "step t L0 -> L1 \"x\" beside t { - | 2 - | * - - -> = | = = | = =; }",
     ":11:36:", "'2' is no value of the bit eq: expected 0, 1, - or ="},
    {false, "step t L0 -> L1 \"x\" beside t { - | = - | * - - -> = | = = | = =; }",
     ":11:36:", "'=' has nothing to be equal to before the arrow"},
    {false, "step t L0 -> L1 \"x\" beside t { 1 | - - | * - - -> = | = = | = =; }",
     ":11:32:", "expected true, false, - or = for g"},
    {false, "step t L0 -> L1 \"x\" beside t { - | - 4 | * - - -> = | = = | = =; }",
     ":11:38:", "expected a number from -1 to 3, - or = for x"},
    {false, "step t L0 -> L1 \"x\" beside t { - | - - | l0 - - -> = | = = | = =; }",
     ":11:42:", "thread t has no location 'l0'"},
    {false, "step t L0 -> L1 \"x\" beside t { - | - - | - - -> = | = = | = =; }",
     ":11:42:", "expected a location of the passive thread or '*', found '-'"},
    {false, "step t L0 -> L1 \"x\" beside t { - | - - | * - - = | = = | = =; }",
     ":11:48:", "expected '->' in the middle of the row, found '='"},
    {false, "initial t { - | 1 0 | 1 0; }",
     ":11:11:", "expected 'beside' and the passive thread, found '{'"},
};

static struct pw_dual *read(const char *text, size_t size, struct pw_diags *d,
                            struct pw_source *src)
{
    pw_source_from_text(src, "x.drt", text, size);
    return pw_drt_parse(src, d);
}

START_TEST(mistakes_are_reported_where_they_are)
{
    for (size_t i = 0; i < sizeof mistakes / sizeof *mistakes; i++) {
        const struct mistake *m = &mistakes[i];
        struct pw_strbuf text = {0}, said = {0}, want = {0};
        struct pw_diags d = {0};
        struct pw_source src;
        pw_strbuf_printf(&text, "%s%s", m->whole ? "" : head, m->text);
        struct pw_dual *t = read(pw_strbuf_text(&text), text.n, &d, &src);
        pw_diag_print(&d, &said);
        pw_strbuf_printf(&want, "x.drt%s error: %s", m->place, m->message);
        ck_assert_msg(!t, "accepted: %s", m->text);
        ck_assert_msg(d.errors == 1, "%s: %u messages\n%s", m->text, d.errors,
                      pw_strbuf_text(&said));
        ck_assert_msg(!strncmp(pw_strbuf_text(&said), pw_strbuf_text(&want), want.n),
                      "said:\n%swanted: %s", pw_strbuf_text(&said), pw_strbuf_text(&want));
        pw_strbuf_clear(&text), pw_strbuf_clear(&said), pw_strbuf_clear(&want);
        pw_diags_clear(&d);
        pw_source_clear(&src);
    }
}
END_TEST

START_TEST(several_mistakes_in_one_run)
{
    static const char *const text = "drt 1;\nlabels a;\nshared bit p;\nthread t {\n    location L0 "
                                    "entry lable a;\n    location L1;\n}\n"
                                    "unsafe count(b) >= 1;\nthread u { location x entry; }\nstep u "
                                    "x -> y \"s\" beside u { | | * -> | |; } beside t { ; }\n";
    struct pw_diags d = {0};
    struct pw_source src;
    struct pw_strbuf said = {0};
    ck_assert(!read(text, strlen(text), &d, &src));
    pw_diag_print(&d, &said);
    ck_assert_msg(d.errors == 4, "%s", pw_strbuf_text(&said));
    pw_strbuf_clear(&said);
    pw_diags_clear(&d);
    pw_source_clear(&src);
}
END_TEST

START_TEST(hints_name_the_nearest)
{
    struct pw_strbuf text = {0}, said = {0};
    struct pw_diags d = {0};
    struct pw_source src;
    pw_strbuf_printf(&text, "%sunsafe count(crti) >= 2;", head);
    ck_assert(!read(pw_strbuf_text(&text), text.n, &d, &src));
    pw_diag_print(&d, &said);
    ck_assert(strstr(pw_strbuf_text(&said), "hint: did you mean 'crit'?") != NULL);
    pw_strbuf_clear(&text), pw_strbuf_clear(&said);
    pw_diags_clear(&d);
    pw_source_clear(&src);
}
END_TEST

/* Every prefix, and every text with one character changed, is accepted or refused with a message;
 * what is accepted can be printed and read. */
static void survive(const char *text, size_t size)
{
    struct pw_diags d = {0}, e = {0};
    struct pw_source src, again;
    struct pw_strbuf out = {0};
    struct pw_dual *t = read(text, size, &d, &src);
    ck_assert(t ? !d.errors : d.errors > 0);
    if (t) {
        pw_drt_print(t, NULL, &out);
        struct pw_dual *u = read(pw_strbuf_text(&out), out.n, &e, &again);
        ck_assert(u && pw_dual_equal(t, u));
        pw_dual_free(u);
        pw_source_clear(&again);
    }
    pw_dual_free(t);
    pw_strbuf_clear(&out);
    pw_diags_clear(&d), pw_diags_clear(&e);
    pw_source_clear(&src);
}

START_TEST(damaged_texts)
{
    static const char odd[] = "\0\n\"{};|-=*9a>/\\\xff";
    struct pw_strbuf text = {0};
    pw_strbuf_printf(&text,
                     "%sunsafe count(crit) >= 2 as \"two\" line 4; // end\ninitial t beside t { "
                     "true | 1 0 | 1 -; }\n"
                     "step t L0 -> L1 line 3 \"l = l - 1\" beside t { - | 1 - | L0 - 3 -> = | = = "
                     "| 0 =; /* c */ - | 0 2 | * - - -> - | - - | - -; }\n",
                     head);
    survive(text.at, text.n);
    for (size_t i = 0; i < text.n; i++) {
        survive(text.at, i);
        char was = text.at[i];
        for (size_t k = 0; k < sizeof odd - 1; k++) {
            text.at[i] = odd[k];
            survive(text.at, text.n);
        }
        text.at[i] = was;
    }
    pw_strbuf_clear(&text);
}
END_TEST

static void tests(TCase *c)
{
    tcase_add_test(c, mistakes_are_reported_where_they_are);
    tcase_add_test(c, several_mistakes_in_one_run);
    tcase_add_test(c, hints_name_the_nearest);
    tcase_add_test(c, damaged_texts);
}

UNIT_MAIN("drt", tests)

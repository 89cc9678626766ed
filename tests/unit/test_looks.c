/* Threads that look at each other: the language and the explicit search against an interpreter that
 * shares no code (tests/oracle/looks_oracle.h), and what steps become. */
#include "unit/unit.h"

#include <string.h>

#include "front/dr/dr.h"
#include "front/dr/format.h"
#include "oracle/looks_oracle.h"
#include "run/concrete.h"

static struct pw_program *parse(const char *text)
{
    struct pw_source src;
    struct pw_diags diags = {0};
    pw_source_from_text(&src, "looks.dr", text, strlen(text));
    struct pw_program *p = pw_dr_parse(&src, NULL, 0, &diags);
    if (!p) {
        struct pw_strbuf b = {0};
        pw_diag_print(&diags, &b);
        ck_abort_msg("%s\n%s", pw_strbuf_text(&b), text);
    }
    ck_assert(pw_program_check(p));
    pw_diags_clear(&diags);
    pw_source_clear(&src);
    return p;
}

static struct looks_options options_of(uint64_t seed)
{
    return (struct looks_options){.every = seed % 7 != 0,
                                  .some = seed % 3 != 0,
                                  .others = seed % 2,
                                  .order = seed % 5 == 4,
                                  .two = seed % 4 == 3};
}

/* Does each search find the same labels, properties and numbers of states? */
static void compare(const struct looks_program *l, const struct pw_program *p, size_t n,
                    const char *text)
{
    struct looks_result r;
    struct pw_concrete x;
    struct pw_concrete_options o = {.threads = n};
    const char *why;
    looks_search(l, (int)n, &r);
    ck_assert(pw_concrete_init(&x, p, &o, &why));
    pw_concrete_run(&x);
    ck_assert_msg(x.complete, "%s", text);
    for (int i = 0; i < l->nunsafe; i++)
        ck_assert_msg(x.found[i].reached == r.unsafe[i], "n = %zu, unsafe %d: %d\n%s", n, i,
                      r.unsafe[i], text);
    ck_assert_msg(x.found[p->nunsafe].reached == r.failed, "n = %zu, failures: %d\n%s", n, r.failed,
                  text);
    for (int t = 0; t < l->templates; t++)
        for (int i = 0; i < l->n[t]; i++) {
            char name[8];
            snprintf(name, sizeof name, "%c%d", "pq"[t], i);
            int32_t label = pw_program_label(p, name);
            ck_assert(label >= 0);
            ck_assert_msg(pw_concrete_label(&x, (uint32_t)label) == r.at[t][i],
                          "n = %zu, %s: %d\n%s", n, name, r.at[t][i], text);
        }
    /* the program has an order only where one is compared */
    bool same_symmetry = l->o.order == !!(pw_program_uses(p) & PW_USES_ORDER);
    if (same_symmetry)
        ck_assert_msg(x.states == r.states, "n = %zu: %llu states, not %llu\n%s", n,
                      (unsigned long long)x.states, (unsigned long long)r.states, text);
    pw_concrete_clear(&x);
}

/* A run of every violated property, step by step. */
static void replay(const struct pw_program *p, size_t n)
{
    struct pw_concrete x;
    struct pw_concrete_options o = {.threads = n};
    const char *why;
    ck_assert(pw_concrete_init(&x, p, &o, &why));
    pw_concrete_run(&x);
    for (size_t k = 0; k <= p->nunsafe; k++) {
        if (!x.found[k].reached) continue;
        struct pw_concrete_trace *t = pw_concrete_trace(&x, k);
        struct pw_state *s = pw_state_clone(t->start);
        ck_assert(pw_interp_initial(s, NULL));
        for (size_t i = 0; i < t->steps.n; i++)
            ck_assert(pw_interp_step(s, t->steps.at[i].thread, t->steps.at[i].edge,
                                     t->steps.at[i].choices));
        ck_assert(pw_interp_violation(s) != PW_NONE);
        pw_state_free(s);
        pw_concrete_trace_free(t);
    }
    pw_concrete_clear(&x);
}

/* The formatter changes nothing but the layout. */
static void reformat(const char *text, const struct pw_program *p)
{
    struct pw_source src;
    struct pw_diags diags = {0};
    struct pw_strbuf out = {0}, before = {0}, after = {0};
    pw_source_from_text(&src, "looks.dr", text, strlen(text));
    ck_assert(pw_format_source(&src, &diags, &out));
    struct pw_program *again = parse(pw_strbuf_text(&out));
    pw_program_print(p, &before);
    pw_program_print(again, &after);
    ck_assert_str_eq(pw_strbuf_text(&before), pw_strbuf_text(&after));
    pw_program_free(again);
    pw_strbuf_clear(&out);
    pw_strbuf_clear(&before);
    pw_strbuf_clear(&after);
    pw_source_clear(&src);
}

START_TEST(random_programs)
{
    enum { PART = 40 };
    for (int i = 0; i < PART * unit_scale(); i++) {
        uint64_t seed = (uint64_t)_i * 1000003 + (uint64_t)i;
        struct looks_program l;
        struct pw_strbuf text = {0};
        looks_random(&l, seed, options_of(seed));
        looks_print(&l, &text);
        struct pw_program *p = parse(pw_strbuf_text(&text));
        for (size_t n = 1; n <= (l.o.two || l.o.order ? 3 : 4); n++)
            compare(&l, p, n, pw_strbuf_text(&text));
        replay(p, 2);
        if (i % 8 == 0) reformat(pw_strbuf_text(&text), p);
        pw_program_free(p);
        pw_strbuf_clear(&text);
    }
}
END_TEST

static void lowered(const char *body, const char *const *parts)
{
    struct pw_strbuf text = {0}, out = {0};
    pw_strbuf_printf(&text,
                     "shared int[0..2] h = 0;\nthread p { local bool x = false; local int[0..2] y "
                     "= 0;\na: %s\nb: skip;\n}\n",
                     body);
    struct pw_program *p = parse(pw_strbuf_text(&text));
    pw_program_print(p, &out);
    for (; *parts; parts++)
        ck_assert_msg(strstr(pw_strbuf_text(&out), *parts), "no '%s' in\n%s", *parts,
                      pw_strbuf_text(&out));
    pw_program_free(p);
    pw_strbuf_clear(&text);
    pw_strbuf_clear(&out);
}

/* What a step becomes, written down by hand. */
START_TEST(steps)
{
    lowered("assume(every(other.x) && some(other.y > 1));",
            (const char *const[]){"looking every p: other.x, some p: other.y > 1", NULL});
    lowered("if (some(other.x)) h = 1; else h = 2;",
            (const char *const[]){"true\" looking some p: other.x\n",
                                  "false\" looking every p: !other.x\n", NULL});
    /* in the middle of a step: after what it has done before, to itself and to others */
    lowered("atomic { y = 2; other.y = y; assume(every(other.y == h)); }",
            (const char *const[]){"do y = 2 looking every p: 2 == h others other(p).y = 2", NULL});
    lowered("atomic { other.x = !other.x; other.y = other.x ? 1 : other.y; }",
            (const char *const[]){
                "others other(p).x = !other.x, other(p).y = !other.x ? 1 : other.y", NULL});
    lowered(
        "other.y = other.y + 1;",
        (const char *const[]){"range \"other.y = other.y + 1\" looking some p: !(0 <= other.y + 1",
                              "\"other.y = other.y + 1\" looking every p: 0 <= other.y + 1", NULL});
    lowered("x = every(self < other.self);",
            (const char *const[]){"do x = true looking every p: (self < other.self)",
                                  "do x = false looking some p: !(self < other.self)", NULL});
    lowered("other.x = other.x;", (const char *const[]){"@0 -> @1 \"other.x = other.x\"\n", NULL});
}
END_TEST

/* The words are no keywords. */
START_TEST(old_programs)
{
    struct pw_program *p = parse("proc every(int k) { return k > 0; } proc some() { skip; }\n"
                                 "shared int self = 0, tid = 1;\n"
                                 "thread t { local bool b = false; b = every(self); some();\n"
                                 "every: self = tid; goto every; }\n");
    ck_assert_uint_eq(pw_program_uses(p), 0);
    pw_program_free(p);
}
END_TEST

static void tests(TCase *c)
{
    tcase_set_timeout(c, 300);
    tcase_add_test(c, steps);
    tcase_add_test(c, old_programs);
    tcase_add_loop_test(c, random_programs, 0, 8);
}

UNIT_MAIN("looks", tests)

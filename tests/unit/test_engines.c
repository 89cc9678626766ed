/* Engines take turns on the work clock: with toy engines whose answers and needs are known, and the
 * table itself. */
#include "unit/unit.h"

#include <inttypes.h>
#include <string.h>

#include "engine/engine.h"
#include "engine/verify.h"

/* --- toys: each polls so often, keeping blocks, then does its one thing --- */

static uint64_t needs[3];        /* polls until the thing */
static int starts[3];            /* how often it was started */
static uint64_t most_reached[3]; /* polls of its longest turn */

struct toy_stats {
    uint64_t polls, things;
};

static void work(struct pw_job *j, int toy)
{
    struct toy_stats *s = (void *)j->result->figures;
    starts[toy]++;
    for (uint64_t i = 0; i < needs[toy]; i++) {
        if (i % 1000 == 0)
            pw_vec_push(&j->result->hints, pw_mem_strdup("a block that a stop must give back"));
        s->polls++;
        if (s->polls > most_reached[toy]) most_reached[toy] = s->polls;
        pw_limits_poll();
    }
    s->things = 17;
}

static void prove(struct pw_job *j, const struct pw_problem *p)
{
    (void)p;
    work(j, 0);
    pw_job_proved(j, PW_OVER, "a toy's word, given %d time%s", starts[0],
                  starts[0] == 1 ? "" : "s");
    for (int i = 0; i < 3000000; i++)
        pw_limits_poll(); /* extras after the answer have no end */
    pw_strbuf_puts(&j->result->proof, "polls");
}

static void find_run(struct pw_job *j, const struct pw_problem *p)
{
    (void)p;
    work(j, 1);
    struct pw_execution *e = pw_execution_new();
    struct pw_execution_thread t = {.template_name = "t", .location = "l"};
    pw_vec_push(&e->threads, t);
    pw_vec_push(&e->threads, t);
    ck_assert(pw_job_replayed(j, e));
}

static void give_up(struct pw_job *j, const struct pw_problem *p)
{
    (void)p;
    work(j, 2);
    pw_job_hint(j, "the toy gave up");
}

static void guess_under(struct pw_job *j, const struct pw_problem *p)
{
    (void)p;
    work(j, 2);
    pw_job_proved(j, PW_UNDER, "a part of the program");
}

#define ROW(field)                                                                                 \
    {                                                                                              \
#field, "polls of a toy", PW_STAT_COUNT, offsetof(struct toy_stats, field)                 \
    }
static const struct pw_stat rows[] = {ROW(polls), ROW(things)};
static const struct pw_engine
    prover = {.name = "prover",
              .takes = 7,
              .share = 1,
              .precision = PW_OVER,
              .run = prove,
              .stats = {rows, 2}},
    finder = {.name = "finder",
              .takes = 7,
              .share = 1,
              .precision = PW_EXACT,
              .run = find_run,
              .stats = {rows, 2}},
    quitter = {.name = "quitter", .takes = 7, .share = 1, .precision = PW_OVER, .run = give_up},
    guesser = {
        .name = "guesser", .takes = 7, .share = 2, .precision = PW_UNDER, .run = guess_under};

/* --- one race --- */

struct race {
    const struct pw_engine *engines[3];
    size_t n;
    struct pw_job job;
    struct pw_verify_options options;
    struct pw_verify_result result;
    struct pw_diags diags;
    struct pw_problem problem;
};

static void body(void *arg)
{
    struct race *r = arg;
    pw_turns_run(r->engines, r->n, &r->job, &r->problem, NULL);
}

static struct pw_judgement run(struct race *r, uint64_t prover_needs, uint64_t finder_needs,
                               uint64_t third_needs)
{
    uint64_t all[] = {prover_needs, finder_needs, third_needs};
    memcpy(needs, all, sizeof needs);
    memset(starts, 0, sizeof starts);
    memset(most_reached, 0, sizeof most_reached);
    for (r->n = 0; r->n < 3 && r->engines[r->n]; r->n++)
        continue;
    pw_verify_options_init(&r->options);
    pw_verify_result_init(&r->result);
    r->problem = (struct pw_problem){.about = PW_ABOUT_PROGRAM};
    r->job = (struct pw_job){.options = &r->options, .diags = &r->diags, .result = &r->result};
    ck_assert_int_eq(pw_guard_run(body, r), PW_STOP_NONE);
    return pw_verdict_of(&r->job.evidence);
}

static void clear(struct race *r)
{
    pw_verify_result_clear(&r->result);
    pw_diags_clear(&r->diags);
}

START_TEST(the_quicker_engine_answers)
{
    struct race r = {.engines = {&prover, &finder}};
    ck_assert_int_eq(run(&r, 5000000, 3000000, 0).verdict, PW_UNSAFE);
    ck_assert_ptr_eq(r.result.engine, &finder);
    ck_assert_uint_eq(r.result.threads, 2);
    ck_assert_uint_eq(((struct toy_stats *)(void *)r.result.figures)->things, 17);
    ck_assert_int_gt(starts[0], 1); /* the other one was started, cut off and started again */
    ck_assert_uint_lt(most_reached[0], 5000000);
    clear(&r);
    ck_assert_int_eq(run(&r, 3000000, 5000000, 0).verdict, PW_SAFE);
    ck_assert_ptr_eq(r.result.engine, &prover);
    ck_assert_str_eq(pw_strbuf_text(&r.result.proof), "polls");
    ck_assert(r.result.raced && r.result.execution == NULL);
    clear(&r);
}
END_TEST

/* Needs W: the winner works less than 3 W, an engine beside it of equal share less than 4 W. */
START_TEST(turns_cost_a_constant_factor)
{
    static const uint64_t sizes[] = {1000, 199999, 200001, 1000000, 3300000};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        struct race r = {.engines = {&finder, &prover}};
        uint64_t before = pw_limits_work(), least = 200000;
        ck_assert_int_eq(run(&r, sizes[i], UINT64_MAX, 0).verdict, PW_SAFE);
        uint64_t extras = 3000000, cost = pw_limits_work() - before - extras;
        ck_assert_msg(cost <= 7 * sizes[i] + least, "%" PRIu64 " polls for %" PRIu64, cost,
                      sizes[i]);
        clear(&r);
    }
}
END_TEST

START_TEST(the_same_race_twice)
{
    uint64_t reached[2];
    int started[2];
    for (int i = 0; i < 2; i++) {
        struct race r = {.engines = {&prover, &finder, &quitter}};
        run(&r, 4000000, 2500000, 700000);
        reached[i] = most_reached[0];
        started[i] = starts[0] * 100 + starts[1] * 10 + starts[2];
        clear(&r);
        struct timespec nap = {0, i * 30000000};
        nanosleep(&nap, NULL);
    }
    ck_assert_uint_eq(reached[0], reached[1]);
    ck_assert_int_eq(started[0], started[1]);
    ck_assert_uint_eq(reached[0], 3200000); /* 200000 * 2^4: the turn before the finder's last */
}
END_TEST

/* An engine without an answer leaves, and the last one runs to its end in one go. */
START_TEST(quitters_leave)
{
    struct race r = {.engines = {&quitter, &prover}};
    ck_assert_int_eq(run(&r, 9000000, 0, 10).verdict, PW_SAFE);
    ck_assert_int_eq(starts[0], 1);
    ck_assert_str_eq(pw_strbuf_text(&r.result.rests_on), "a toy's word, given 1 time");
    clear(&r);
}
END_TEST

START_TEST(nobody_knows)
{
    struct race r = {.engines = {&quitter, &guesser}};
    struct pw_judgement v = run(&r, 0, 0, 10);
    ck_assert_int_eq(v.verdict, PW_UNKNOWN);
    ck_assert_str_eq(pw_verdict_reason(v), "incomplete");
    ck_assert_ptr_eq(r.result.engine, &quitter); /* of two that tell as much the first */
    ck_assert_str_eq(r.result.hints.at[r.result.hints.n - 1], "the toy gave up");
    clear(&r);
}
END_TEST

/* Where one engine gave up and another one ran into the limit of the run, the limit is the
 * reason. */
START_TEST(a_limit_ends_the_race)
{
    struct race r = {.engines = {&prover, &finder}};
    pw_limits_start(0.05);
    struct pw_judgement v = run(&r, UINT64_MAX, UINT64_MAX, 0);
    ck_assert_str_eq(pw_verdict_reason(v), "time");
    clear(&r);
    r.engines[0] = &quitter;
    pw_limits_start(0.05);
    v = run(&r, 0, UINT64_MAX, 10);
    pw_limits_start(0);
    ck_assert_str_eq(pw_verdict_reason(v), "time");
    ck_assert_ptr_eq(r.result.engine, &finder);
    clear(&r);
}
END_TEST

START_TEST(one_engine_runs_alone)
{
    struct race r = {.engines = {&prover}};
    ck_assert_int_eq(run(&r, 2000000, 0, 0).verdict, PW_SAFE);
    ck_assert_int_eq(starts[0], 1);
    ck_assert(!r.result.raced);
    clear(&r);
}
END_TEST

/* --- turns of the guard --- */

static void poll_twice_as_much(void *arg)
{
    uint64_t *n = arg;
    for (; *n < 2000; ++*n)
        pw_limits_poll();
}

static void poll_in_a_guard(void *arg)
{
    uint64_t inner = 0;
    *(enum pw_stop *)arg = pw_guard_run(poll_twice_as_much, &inner);
    pw_limits_poll();
    ck_abort_msg("the turn was over");
}

START_TEST(a_turn_ends_at_its_poll)
{
    for (uint64_t most = 1; most < 300; most += 7) {
        uint64_t n = 0, before = pw_limits_work();
        ck_assert_int_eq(pw_guard_run_turn(most, poll_twice_as_much, &n), PW_STOP_TURN);
        ck_assert_uint_eq(n, most - 1);
        ck_assert_uint_eq(pw_limits_work() - before, most);
    }
    uint64_t n = 0;
    ck_assert_int_eq(pw_guard_run_turn(2001, poll_twice_as_much, &n), PW_STOP_NONE);
    enum pw_stop inner = PW_STOP_NONE;
    ck_assert_int_eq(pw_guard_run_turn(100, poll_in_a_guard, &inner), PW_STOP_TURN);
    ck_assert_int_eq(inner, PW_STOP_TURN);
}
END_TEST

/* --- the table --- */

START_TEST(the_table_and_the_choices_agree)
{
    struct pw_strbuf names = {0};
    pw_strbuf_puts(&names, "auto");
    ck_assert_ptr_null(pw_engines_name(0));
    for (size_t i = 0; i < pw_engines_count(); i++) {
        const struct pw_engine *e = pw_engines_at(i);
        pw_strbuf_printf(&names, "|%s", e->name);
        ck_assert_str_eq(pw_engines_name((int)i + 1), e->name);
        ck_assert(e->run && e->what && e->takes && !(e->takes & ~7u) && e->share < 4096);
        for (size_t k = 0; k < e->stats.n; k++)
            ck_assert_uint_le(e->stats.at[k].offset + sizeof(uint64_t),
                              PW_MOST_FIGURES * sizeof(uint64_t));
    }
    ck_assert_str_eq(pw_strbuf_text(&names), PW_ENGINE_CHOICES);
    pw_strbuf_clear(&names);
}
END_TEST

START_TEST(engines_are_chosen)
{
    const struct pw_engine **chosen = PW_NEWS(const struct pw_engine *, pw_engines_count());
    struct pw_verify_options o;
    struct pw_problem net = {.about = PW_ABOUT_NET};
    struct pw_strbuf why = {0};
    pw_verify_options_init(&o);
    o.basis = true;
    ck_assert_uint_eq(pw_engines_choose(&o, &net, chosen, &why), 1);
    ck_assert_ptr_eq(chosen[0], &pw_engine_cover);
    o.engine = "cover";
    ck_assert_uint_eq(pw_engines_choose(&o, &net, chosen, &why), 1);
    o.engine = "none";
    ck_assert_uint_eq(pw_engines_choose(&o, &net, chosen, &why), 0);
    ck_assert_str_eq(pw_strbuf_text(&why), "there is no engine 'none'");
    pw_strbuf_clear(&why);
    PW_FREES(chosen, pw_engines_count());
}
END_TEST

START_TEST(kinds_of_input)
{
    struct pw_strbuf b = {0};
    for (int i = 0; i < PW_INPUT_OTHER; i++) {
        pw_strbuf_reset(&b);
        pw_strbuf_printf(&b, "a.b/x%s", pw_input_kind((enum pw_input)i)->ending);
        ck_assert_int_eq(pw_input_of(pw_strbuf_text(&b)), i);
        ck_assert_int_eq(pw_input_of(pw_input_kind((enum pw_input)i)->ending),
                         PW_INPUT_OTHER); /* a name needs a stem */
    }
    ck_assert_int_eq(pw_input_of("-"), PW_INPUT_DR);
    ck_assert_int_eq(pw_input_of("x.txt"), PW_INPUT_OTHER);
    pw_strbuf_reset(&b);
    ck_assert(pw_input_beside("a/x.tts", &b) && !strcmp(pw_strbuf_text(&b), "a/x.prop"));
    pw_strbuf_reset(&b);
    ck_assert(!pw_input_beside("a/x.dr", &b) && !b.n);
    pw_strbuf_clear(&b);
}
END_TEST

static void tests(TCase *c)
{
    tcase_add_test(c, the_quicker_engine_answers);
    tcase_add_test(c, turns_cost_a_constant_factor);
    tcase_add_test(c, the_same_race_twice);
    tcase_add_test(c, quitters_leave);
    tcase_add_test(c, nobody_knows);
    tcase_add_test(c, a_limit_ends_the_race);
    tcase_add_test(c, one_engine_runs_alone);
    tcase_add_test(c, a_turn_ends_at_its_poll);
    tcase_add_test(c, the_table_and_the_choices_agree);
    tcase_add_test(c, engines_are_chosen);
    tcase_add_test(c, kinds_of_input);
}

UNIT_MAIN("engines", tests)

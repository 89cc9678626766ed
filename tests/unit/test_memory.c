/* Allocator, guards and limits: accounting, the hard limit, failing calls, unwinding with release,
 * time, signals and budgets. */
#include "unit/unit.h"

#include <gmp.h>
#include <signal.h>
#include <string.h>
#include <time.h>

#include "base/progress.h"
#include "base/vec.h"

/* --- accounting --- */

START_TEST(sizes_are_counted)
{
    size_t before = pw_mem_bytes();
    char *p = pw_mem_alloc(100);
    ck_assert_uint_eq(pw_mem_bytes(), before + 100);
    memset(p, 7, 100);
    p = pw_mem_resize(p, 100, 5000);
    ck_assert_uint_eq(pw_mem_bytes(), before + 5000);
    for (int i = 0; i < 100; i++)
        ck_assert_int_eq(p[i], 7);
    p = pw_mem_resize(p, 5000, 10);
    ck_assert_uint_eq(pw_mem_bytes(), before + 10);
    ck_assert_uint_ge(pw_mem_peak(), before + 5000);
    pw_mem_free(p, 10);
    pw_mem_free(NULL, 0);
    ck_assert_uint_eq(pw_mem_bytes(), before);
    pw_mem_reset_peak();
    ck_assert_uint_eq(pw_mem_peak(), before);
}
END_TEST

START_TEST(nothing_is_a_valid_size)
{
    char *p = pw_mem_alloc(0), *q = pw_mem_zalloc(0, 8), *r = pw_mem_strdup(""),
         *s = pw_mem_strndup(NULL, 0);
    ck_assert(p && q && p != q && !*r && !*s);
    pw_mem_free(p, 0), pw_mem_free(q, 0), pw_mem_strfree(r), pw_mem_strfree(s),
        pw_mem_strfree(NULL);
}
END_TEST

/* Random allocations, resizes and frees against a plain record of what should be there. */
START_TEST(random_use_agrees_with_a_record)
{
    enum { SLOTS = 64 };
    unsigned char *at[SLOTS] = {0};
    size_t size[SLOTS] = {0}, sum = 0, before = pw_mem_bytes();
    srand(1);
    for (int step = 0; step < 20000 * unit_scale(); step++) {
        int i = rand() % SLOTS;
        size_t now = (size_t)(rand() % 300);
        if (rand() % 3) {
            at[i] = pw_mem_resize(at[i], size[i], now);
            for (size_t k = 0; k < now && k < size[i]; k++)
                ck_assert_uint_eq(at[i][k], i);
            sum += now - size[i];
            memset(at[i], i, now);
            size[i] = now;
        } else {
            pw_mem_free(at[i], size[i]);
            sum -= size[i];
            at[i] = NULL, size[i] = 0;
        }
        ck_assert_uint_eq(pw_mem_bytes() - before, sum);
    }
    for (int i = 0; i < SLOTS; i++)
        pw_mem_free(at[i], size[i]);
}
END_TEST

START_TEST(gmp_is_counted)
{
    size_t before = pw_mem_bytes();
    mpz_t x;
    mpz_init(x);
    mpz_ui_pow_ui(x, 3, 100000);
    ck_assert_uint_gt(pw_mem_bytes(), before + 10000);
    mpz_clear(x);
    ck_assert_uint_eq(pw_mem_bytes(), before);
}
END_TEST

/* --- guards --- */

struct deep {
    int reached;
    enum pw_stop throw_it, inner;
    size_t bytes;
};

static void allocate_and_throw(void *arg)
{
    struct deep *d = arg;
    for (int i = 0; i < 100; i++)
        d->bytes += *(char *)pw_mem_zalloc(1, 1000) + 1000;
    mpz_t x;
    mpz_init(x);
    mpz_ui_pow_ui(x, 7, 1000);
    d->reached = 1;
    if (d->throw_it != PW_STOP_NONE) pw_guard_throw(d->throw_it);
    d->reached = 2;
}

START_TEST(a_throw_releases_everything)
{
    for (enum pw_stop why = PW_STOP_MEMORY; why <= PW_STOP_DONE; why++) {
        struct deep d = {.throw_it = why};
        size_t before = pw_mem_bytes();
        char *kept = pw_mem_alloc(10);
        ck_assert_int_eq(pw_guard_run(allocate_and_throw, &d), why);
        ck_assert_int_eq(d.reached, 1);
        ck_assert_uint_eq(d.bytes, 100000);
        ck_assert_uint_eq(pw_mem_bytes(), before + 10);
        ck_assert_int_ne(pw_guard_reason(why)[0], 0);
        pw_mem_free(kept, 10);
    }
}
END_TEST

START_TEST(an_ending_process_need_not_tidy_up)
{
    size_t before = pw_mem_bytes();
    void *mark = pw_mem_mark();
    pw_guard_ending(true);
    for (enum pw_stop why = PW_STOP_MEMORY; why <= PW_STOP_DONE; why++) {
        struct deep d = {.throw_it = why};
        pw_guard_run(allocate_and_throw, &d);
        ck_assert_int_eq(pw_mem_bytes() > before, why == PW_STOP_TIME || why == PW_STOP_SIGNAL);
        pw_mem_release(mark);
    }
    pw_guard_ending(false);
}
END_TEST

static void outer_body(void *arg)
{
    struct deep *d = arg;
    char *mine = pw_mem_alloc(33);
    d->inner = pw_guard_run(allocate_and_throw, d);
    memset(mine, 1, 33); /* still ours */
    pw_guard_throw(PW_STOP_TIME);
}

START_TEST(guards_nest)
{
    struct deep d = {.throw_it = PW_STOP_RANGE};
    size_t before = pw_mem_bytes();
    ck_assert_int_eq(pw_guard_run(outer_body, &d), PW_STOP_TIME);
    ck_assert_int_eq(d.inner, PW_STOP_RANGE);
    ck_assert_uint_eq(pw_mem_bytes(), before);
}
END_TEST

struct holder {
    char *p;
};

static void give_back_by_pointer(void *arg)
{
    struct holder *h = arg;
    h->p = pw_mem_resize(h->p, 10, 20000); /* a block from outside that grows stays outside */
    h->p = pw_mem_resize(h->p, 20000, 10);
    pw_guard_throw(PW_STOP_BUDGET);
}

START_TEST(an_outer_block_survives_its_resize_inside)
{
    struct holder h = {pw_mem_alloc(10)};
    memcpy(h.p, "123456789", 10);
    ck_assert_int_eq(pw_guard_run(give_back_by_pointer, &h), PW_STOP_BUDGET);
    ck_assert_str_eq(h.p, "123456789");
    pw_mem_free(h.p, 10);
}
END_TEST

static void leave_a_block(void *arg)
{
    *(char **)arg = pw_mem_strdup("result");
}

START_TEST(a_body_that_returns_keeps_its_blocks)
{
    char *result;
    ck_assert_int_eq(pw_guard_run(leave_a_block, &result), PW_STOP_NONE);
    ck_assert_str_eq(result, "result");
    pw_mem_strfree(result);
}
END_TEST

START_TEST(a_throw_without_guard_aborts)
{
    pw_guard_throw(PW_STOP_TIME);
}
END_TEST

/* --- the hard limit --- */

static void grow_for_ever(void *arg)
{
    (void)arg;
    for (size_t n = 1;; n++)
        pw_mem_alloc(n % 5000);
}

static void grow_one_block(void *arg)
{
    (void)arg;
    pw_ints v = {0};
    for (;;)
        pw_vec_push(&v, 1);
}

static void grow_a_number(void *arg)
{
    (void)arg;
    mpz_t x;
    mpz_init_set_ui(x, 3);
    for (;;)
        mpz_mul(x, x, x);
}

static void overflow_a_product(void *arg)
{
    (void)arg;
    pw_mem_zalloc(SIZE_MAX / 8, 16);
}

static void overflow_a_size(void *arg)
{
    (void)arg;
    pw_mem_alloc(SIZE_MAX - 5);
}

START_TEST(the_limit_holds)
{
    void (*const bodies[])(void *) = {grow_for_ever, grow_one_block, grow_a_number,
                                      overflow_a_product, overflow_a_size};
    size_t before = pw_mem_bytes();
    pw_mem_reset_peak();
    pw_mem_set_limit(before + (4 << 20));
    for (size_t i = 0; i < sizeof bodies / sizeof *bodies; i++) {
        ck_assert_int_eq(pw_guard_run(bodies[i], NULL), PW_STOP_MEMORY);
        ck_assert_uint_eq(pw_mem_bytes(), before);
        ck_assert_uint_le(pw_mem_peak(), before + (4 << 20));
    }
    pw_mem_set_limit(0);
}
END_TEST

START_TEST(the_nth_call_fails)
{
    for (uint64_t n = 1; n < 50; n++) {
        struct deep d = {.throw_it = PW_STOP_NONE};
        pw_mem_fail_at(pw_mem_calls() + n);
        ck_assert_int_eq(pw_guard_run(allocate_and_throw, &d), PW_STOP_MEMORY);
        pw_mem_fail_at(0);
        ck_assert_uint_eq(d.bytes, (n - 1) * 1000);
    }
}
END_TEST

/* --- time, signals, budgets --- */

static void poll_for_ever(void *arg)
{
    uint64_t *n = arg;
    for (;; ++*n)
        pw_limits_poll();
}

static void poll_slowly(void *arg)
{
    uint64_t *n = arg;
    struct timespec nap = {0, 30 * 1000000};
    for (;; ++*n) {
        pw_limits_poll();
        nanosleep(&nap, NULL);
    }
}

static double clock_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

START_TEST(the_time_limit_ends_a_loop)
{
    uint64_t n = 0;
    double began = clock_now();
    pw_limits_start(0.05);
    ck_assert_int_eq(pw_guard_run(poll_for_ever, &n), PW_STOP_TIME);
    pw_limits_start(0);
    ck_assert(clock_now() - began >= 0.05 && clock_now() - began < 10);
    ck_assert_uint_gt(n, 1000);
}
END_TEST

START_TEST(slow_steps_are_noticed_too)
{
    uint64_t n = 0;
    double began = clock_now();
    pw_limits_start(0.1);
    ck_assert_int_eq(pw_guard_run(poll_slowly, &n), PW_STOP_TIME);
    pw_limits_start(0);
    ck_assert(clock_now() - began < 10);
    ck_assert_uint_lt(n, 60);
}
END_TEST

START_TEST(an_interrupt_ends_a_loop)
{
    uint64_t n = 0;
    pw_limits_start(0);
    pw_limits_interrupt();
    ck_assert_int_eq(pw_limits_due(), PW_STOP_SIGNAL);
    ck_assert_int_eq(pw_guard_run(poll_for_ever, &n), PW_STOP_SIGNAL);
    pw_limits_clear_interrupt();
    ck_assert_int_eq(pw_limits_due(), PW_STOP_NONE);
}
END_TEST

static void run_inner_budget(void *arg)
{
    uint64_t n = 0;
    *(enum pw_stop *)arg = pw_guard_run_for(0.02, poll_for_ever, &n);
    poll_for_ever(&n);
}

START_TEST(budgets_nest_inside_the_limit)
{
    enum pw_stop inner = PW_STOP_NONE;
    pw_limits_start(0.1);
    ck_assert_int_eq(pw_guard_run(run_inner_budget, &inner), PW_STOP_TIME);
    ck_assert_int_eq(inner, PW_STOP_BUDGET);
    pw_limits_start(0);
    ck_assert_int_eq(pw_guard_run_for(0.05, run_inner_budget, &inner), PW_STOP_BUDGET);
    pw_limits_start(0);
}
END_TEST

static void count_shows(void *arg)
{
    ++*(int *)arg;
}

START_TEST(progress_is_shown_now_and_then)
{
    int shows = 0;
    uint64_t n = 0;
    struct pw_strbuf out = {0};
    pw_limits_start(1.3);
    pw_progress_observe(count_shows, &shows);
    pw_progress_stage("counting");
    pw_progress_count("things", 17);
    ck_assert_int_eq(pw_guard_run(poll_for_ever, &n), PW_STOP_TIME);
    pw_progress_observe(NULL, NULL);
    pw_limits_start(0);
    ck_assert(shows >= 1 && shows <= 5);
    pw_progress_print(3.2, &out);
    ck_assert_str_eq(pw_strbuf_text(&out), "counting: 17 things, 3 s");
    pw_strbuf_clear(&out);
}
END_TEST

static void tests(TCase *c)
{
    tcase_add_test(c, sizes_are_counted);
    tcase_add_test(c, nothing_is_a_valid_size);
    tcase_add_test(c, random_use_agrees_with_a_record);
    tcase_add_test(c, gmp_is_counted);
    tcase_add_test(c, a_throw_releases_everything);
    tcase_add_test(c, an_ending_process_need_not_tidy_up);
    tcase_add_test(c, guards_nest);
    tcase_add_test(c, an_outer_block_survives_its_resize_inside);
    tcase_add_test(c, a_body_that_returns_keeps_its_blocks);
    tcase_add_test_raise_signal(c, a_throw_without_guard_aborts, SIGABRT);
    tcase_add_test(c, the_limit_holds);
    tcase_add_test(c, the_nth_call_fails);
    tcase_add_test(c, the_time_limit_ends_a_loop);
    tcase_add_test(c, slow_steps_are_noticed_too);
    tcase_add_test(c, an_interrupt_ends_a_loop);
    tcase_add_test(c, budgets_nest_inside_the_limit);
    tcase_add_test(c, progress_is_shown_now_and_then);
}

UNIT_MAIN("memory", tests)

/* Sources and positions, diagnostics, JSON, statistics, the doubles of charts. */
#include "unit/unit.h"

#include <fcntl.h>
#include <float.h>
#include <math.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/diag.h"
#include "base/json.h"
#include "base/real.h"
#include "base/sha256.h"
#include "base/source.h"
#include "base/stats.h"

/* --- sources --- */

START_TEST(places_agree_with_counting)
{
    const char *text = "ab\n\ncde\r\n\nf";
    struct pw_source s;
    pw_source_from_text(&s, "x", text, strlen(text));
    unsigned line = 1, column = 1;
    for (size_t i = 0; i <= s.size; i++) {
        struct pw_place p = pw_source_place(&s, i);
        ck_assert_uint_eq(p.line, line);
        ck_assert_uint_eq(p.column, column);
        if (text[i] == '\n')
            line++, column = 1;
        else
            column++;
    }
    size_t a, b;
    pw_source_line(&s, 5, &a, &b);
    ck_assert(a == 4 && b == 7); /* without the carriage return */
    pw_source_line(&s, 3, &a, &b);
    ck_assert(a == 3 && b == 3);
    pw_source_line(&s, 1000, &a, &b);
    ck_assert(a == 10 && b == 11);
    pw_source_clear(&s);
}
END_TEST

static char path[] = "/tmp/pwqo-test-XXXXXX";

static void put(const char *bytes, size_t n)
{
    strcpy(path, "/tmp/pwqo-test-XXXXXX");
    int fd = mkstemp(path);
    ck_assert_int_ge(fd, 0);
    ck_assert_int_eq(write(fd, bytes, n), (ssize_t)n);
    close(fd);
}

static void read_and_compare(void *arg)
{
    size_t n = *(size_t *)arg;
    struct pw_source s;
    const char *why;
    ck_assert_int_eq(pw_source_read(&s, path, &why), PW_SOURCE_OK);
    ck_assert_uint_eq(s.size, n);
    ck_assert_int_eq(s.text[n], 0);
    ck_assert_str_eq(s.name, path);
    for (size_t i = 0; i < n; i++)
        ck_assert_int_eq(s.text[i], (char)(i * 7 % 256));
    pw_source_clear(&s);
}

START_TEST(files_of_any_bytes_and_size_are_read)
{
    static const size_t sizes[] = {0, 1, 65535, 65536, 65537, 300000};
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
        size_t n = sizes[k];
        char *bytes = malloc(n + 1);
        for (size_t i = 0; i < n; i++)
            bytes[i] = (char)(i * 7 % 256);
        put(bytes, n);
        free(bytes);
        enum pw_stop why = pw_guard_run(read_and_compare, &n);
        unlink(path);
        if (why != PW_STOP_NONE) pw_guard_throw(why);
    }
}
END_TEST

START_TEST(unreadable_files_say_why)
{
    struct pw_source s;
    const char *why = NULL;
    ck_assert_int_eq(pw_source_read(&s, "/nonexistent/file", &why), PW_SOURCE_UNREADABLE);
    ck_assert_str_eq(why, "No such file or directory");
    ck_assert_int_eq(pw_source_read(&s, "/tmp", &why), PW_SOURCE_UNREADABLE);
    ck_assert_str_eq(why, "Is a directory");
}
END_TEST

static void read_pipe(void *arg)
{
    struct pw_source s;
    const char *why;
    pw_source_read(&s, arg, &why);
}

/* A pipe that nobody writes to does not outlast the time limit, and its descriptor is closed. */
START_TEST(a_silent_pipe_ends_with_the_time_limit)
{
    char name[64];
    snprintf(name, sizeof name, "/tmp/pwqo-fifo-%d", (int)getpid());
    ck_assert_int_eq(mkfifo(name, 0600), 0);
    int lowest = open("/dev/null", O_RDONLY);
    close(lowest);
    pw_limits_start(0.3);
    enum pw_stop why = pw_guard_run(read_pipe, name);
    pw_limits_start(0);
    unlink(name);
    ck_assert_int_eq(why, PW_STOP_TIME);
    int now = open("/dev/null", O_RDONLY);
    close(now);
    ck_assert_int_eq(now, lowest);
}
END_TEST

/* --- diagnostics --- */

struct message {
    const char *text;
    size_t from, to;
    const char *hint, *printed;
};

#define TEN "0123456789"
#define FIFTY TEN TEN TEN TEN TEN

static const struct message messages[] = {
    {"l = tt;", 4, 6, "did you mean 't'?",
     "f:1:5: error: bad\n     1 | l = tt;\n       |     ^~\n         hint: did you mean 't'?\n"},
    {"a\n\tb\n", 3, 4, NULL, "f:2:2: error: bad\n     2 |  b\n       |  ^\n"},
    {"", 0, 0, NULL, "f:1:1: error: bad\n"},
    {"x", 1, 1, NULL, "f:1:2: error: bad\n     1 | x\n       |  ^\n"},
    {"ab\ncd", 1, 5, NULL, "f:1:2: error: bad\n     1 | ab\n       |  ^\n"},
    {"é = ü;", 5, 7, NULL, "f:1:6: error: bad\n     1 | é = ü;\n       |     ^\n"},
    {"\x01\x80\xff"
     "a",
     3, 4, NULL, "f:1:4: error: bad\n     1 | ???a\n       |    ^\n"},
    {FIFTY FIFTY "xy" FIFTY FIFTY, 100, 102, NULL,
     "f:1:101: error: bad\n     1 | …" FIFTY "xy" TEN TEN TEN TEN "01234567…\n       |  "
     "          "
     "          "
     "          "
     "          "
     "          "
     "^~\n"},
};

START_TEST(messages_show_the_place)
{
    const struct message *m = &messages[_i];
    struct pw_source s;
    struct pw_diags d = {0};
    struct pw_strbuf out = {0};
    pw_source_from_text(&s, "f", m->text, strlen(m->text));
    pw_diag_add(&d, PW_ERROR, &s, m->from, m->to, m->hint, "bad");
    pw_diag_print(&d, &out);
    ck_assert_str_eq(pw_strbuf_text(&out), m->printed);
    pw_strbuf_clear(&out);
    pw_diags_clear(&d);
    pw_source_clear(&s);
}
END_TEST

START_TEST(messages_come_in_order_and_stop)
{
    struct pw_source s;
    struct pw_diags d = {0};
    struct pw_strbuf out = {0};
    pw_source_from_text(&s, "f", "a\nb\nc\n", 6);
    pw_diag_add(&d, PW_WARNING, &s, 4, 5, NULL, "third");
    pw_diag_add(&d, PW_ERROR, &s, 0, 1, NULL, "first");
    pw_diag_add(&d, PW_NOTE, &s, 2, 3, NULL, "second");
    pw_diag_print(&d, &out);
    const char *text = pw_strbuf_text(&out);
    ck_assert(strstr(text, "error: first") < strstr(text, "note: second"));
    ck_assert(strstr(text, "note: second") < strstr(text, "warning: third"));
    for (int i = 0; i < 30; i++) {
        ck_assert_int_eq(pw_diag_full(&d), d.errors >= PW_DIAG_MOST);
        pw_diag_add(&d, PW_ERROR, NULL, 0, 0, NULL, "number %d", i);
    }
    ck_assert_uint_eq(d.errors, 31);
    pw_strbuf_reset(&out);
    pw_diag_print(&d, &out);
    ck_assert(strstr(pw_strbuf_text(&out), "number 18") &&
              !strstr(pw_strbuf_text(&out), "number 19"));
    ck_assert(strstr(pw_strbuf_text(&out), "11 further errors are not shown"));
    pw_strbuf_clear(&out);
    pw_diags_clear(&d);
    pw_source_clear(&s);
}
END_TEST

static const char *const words[] = {"verify", "abstract", "explore",   "batch",
                                    "solve",  "fmt",      "time-limit"};
static const struct {
    const char *typed, *meant;
} typos[] = {
    {"verfy", "verify"}, {"evrify", "verify"}, {"VERIFY", NULL},        {"fm", "fmt"},
    {"x", NULL},         {"", NULL},           {"abstrct", "abstract"}, {"timelimit", "time-limit"},
    {"slove", "solve"},  {"zzzzz", NULL}};

START_TEST(near_words_are_found)
{
    const char *meant = pw_diag_nearest(typos[_i].typed, words, sizeof words / sizeof *words);
    if (typos[_i].meant)
        ck_assert_str_eq(meant, typos[_i].meant);
    else
        ck_assert_ptr_null(meant);
}
END_TEST

START_TEST(endless_words_have_no_neighbour)
{
    char word[500];
    memset(word, 'v', sizeof word - 1);
    word[sizeof word - 1] = 0;
    ck_assert_ptr_null(pw_diag_nearest(word, words, sizeof words / sizeof *words));
}
END_TEST

/* --- JSON --- */

START_TEST(json_is_well_formed)
{
    struct pw_strbuf b = {0};
    struct pw_json j;
    pw_json_start(&j, &b);
    pw_json_object(&j);
    pw_json_key(&j, "a");
    pw_json_array(&j);
    pw_json_int(&j, INT64_MIN), pw_json_bool(&j, true), pw_json_null(&j),
        pw_json_number(&j, "123456789012345678901234567890");
    pw_json_end(&j);
    pw_json_key(&j, "b\"\\\n\x01");
    pw_json_string(&j, "é\xff\xc3\x28\xed\xa0\x80\xf0\x9f\x98\x80\t\xe2\x82");
    pw_json_key(&j, "c");
    pw_json_object(&j);
    pw_json_end(&j);
    pw_json_key(&j, "d");
    pw_json_seconds(&j, 1.5);
    pw_json_end(&j);
    ck_assert_str_eq(pw_strbuf_text(&b),
                     "{\"a\":[-9223372036854775808,true,null,123456789012345678901234567890],"
                     "\"b\\\"\\\\\\n\\u0001\":\"é\\ufffd\\ufffd("
                     "\\ufffd\\ufffd\\ufffd\xf0\x9f\x98\x80\\t\\ufffd\\ufffd\","
                     "\"c\":{},\"d\":1.500000}");
    pw_strbuf_clear(&b);
}
END_TEST

/* --- statistics --- */

#define STATS(STAT)                                                                                \
    STAT(COUNT, basis, "minimal elements")                                                         \
    STAT(SECONDS, cover, "search")                                                                 \
    STAT(COUNT, steps, "steps")

struct stats {
    STATS(PW_STAT_FIELD)
};

#define ROW(kind, field, help) PW_STAT_ROW(struct stats, kind, field, help)
static const struct pw_stat stat_rows[] = {STATS(ROW)};
static const struct pw_stat_table stat_table = {stat_rows, 3};

START_TEST(statistics_are_printed_from_the_table)
{
    struct stats s = {.basis = 17, .cover = 0.25, .steps = 3};
    struct pw_strbuf b = {0};
    struct pw_json j;
    pw_json_start(&j, &b);
    pw_json_object(&j);
    pw_stats_json(stat_table, &s, &j);
    pw_json_end(&j);
    ck_assert_str_eq(pw_strbuf_text(&b),
                     "{\"basis\":17,\"steps\":3,\"seconds\":{\"cover\":0.250000}}");
    pw_strbuf_reset(&b);
    pw_stats_print(stat_table, &s, &b);
    ck_assert(strstr(pw_strbuf_text(&b), "basis") &&
              strstr(pw_strbuf_text(&b), "17  minimal elements\n"));
    pw_strbuf_clear(&b);
}
END_TEST

/* --- SHA-256: the examples of FIPS 180-2 --- */

START_TEST(sha256_agrees_with_the_standard)
{
    static const struct {
        const char *text, *hex;
    } known[] = {
        {"", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"},
        {"abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"},
        {"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
         "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"},
    };
    char hex[PW_SHA256_HEX];
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        pw_sha256_hex(known[i].text, strlen(known[i].text), hex);
        ck_assert_str_eq(hex, known[i].hex);
    }
    char *million = pw_mem_alloc(1000000);
    memset(million, 'a', 1000000);
    pw_sha256_hex(million, 1000000, hex);
    ck_assert_str_eq(hex, "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
    pw_mem_free(million, 1000000);
}
END_TEST

/* --- doubles of charts: the mathematics library is the oracle --- */

static const double reals[] = {0,
                               0.25,
                               0.5,
                               1,
                               1.5,
                               2.5,
                               7,
                               9.999999999999998,
                               10,
                               123.456,
                               999.9999999999999,
                               1e-9,
                               4503599627370495.5,
                               4503599627370496.0,
                               1e300,
                               DBL_MIN,
                               DBL_MAX};

START_TEST(rounding_agrees_with_the_mathematics_library)
{
    for (int sign = -1; sign <= 1; sign += 2) {
        double x = sign * reals[_i];
        ck_assert(pw_real_floor(x) == floor(x));
        ck_assert(pw_real_ceil(x) == ceil(x));
        ck_assert(pw_real_round(x) == floor(x + 0.5));
    }
}
END_TEST

START_TEST(logarithms_agree_with_the_mathematics_library)
{
    double x = reals[_i];
    if (x > 0) ck_assert(fabs(pw_real_log10(x) - log10(x)) <= 1e-12 * (1 + fabs(log10(x))));
    for (double y = 1.0 / 1024; x > 0 && y < 1024; y *= 1.37) {
        double z = x * y;
        if (z >= DBL_MIN && z <= DBL_MAX)
            ck_assert(fabs(pw_real_log10(z) - log10(z)) <= 1e-13 * (1 + fabs(log10(z))));
    }
}
END_TEST

START_TEST(powers_of_ten_are_exact)
{
    for (int e = -300; e <= 300; e++) {
        double x = pw_real_pow10(e);
        ck_assert(pw_real_log10(x) == e);
        ck_assert_int_eq(pw_real_decade(x), e);
        ck_assert_int_eq(pw_real_decade(nextafter(x, 0)), e - 1);
    }
    ck_assert(pw_real_pow10(3) == 1000 && pw_real_pow10(-2) == 0.01);
    ck_assert(pw_real_log10(5e-324) == pw_real_log10(DBL_MIN) &&
              pw_real_log10(INFINITY) == pw_real_log10(DBL_MAX));
    ck_assert_int_eq(pw_real_decade(5e-324), -308);
    ck_assert(!signbit(pw_real_ceil(0.0)) && !signbit(pw_real_ceil(-0.5)));
}
END_TEST

static void tests(TCase *c)
{
    tcase_add_loop_test(c, rounding_agrees_with_the_mathematics_library, 0,
                        sizeof reals / sizeof *reals);
    tcase_add_loop_test(c, logarithms_agree_with_the_mathematics_library, 0,
                        sizeof reals / sizeof *reals);
    tcase_add_test(c, powers_of_ten_are_exact);
    tcase_add_test(c, sha256_agrees_with_the_standard);
    tcase_add_test(c, places_agree_with_counting);
    tcase_add_test(c, files_of_any_bytes_and_size_are_read);
    tcase_add_test(c, unreadable_files_say_why);
    tcase_add_test(c, a_silent_pipe_ends_with_the_time_limit);
    tcase_add_loop_test(c, messages_show_the_place, 0, sizeof messages / sizeof *messages);
    tcase_add_test(c, messages_come_in_order_and_stop);
    tcase_add_loop_test(c, near_words_are_found, 0, sizeof typos / sizeof *typos);
    tcase_add_test(c, endless_words_have_no_neighbour);
    tcase_add_test(c, json_is_well_formed);
    tcase_add_test(c, statistics_are_printed_from_the_table);
}

UNIT_MAIN("text", tests)

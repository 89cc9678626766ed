/* fuzz_check.c -- feeds pwqo-check's checker, and the reader of templates, with texts that nobody
 * wrote on purpose.
 *
 * As a program of its own it makes certificates, mutates them structure-aware and at random bytes,
 * and checks them:
 *     fuzz_check SECONDS [SEED]        (build with -fsanitize=address,undefined)
 *     fuzz_check FILE...               replays files
 * With -DPW_LIBFUZZER and clang -fsanitize=fuzzer,address it is a libFuzzer target; `fuzz_check -w
 * DIR` writes a corpus for it. The checksum of each text is mended, or nothing would get past it. A
 * finding is a crash, a leak, or a run beyond its limits. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/guard.h"
#include "base/limits.h"
#include "base/mem.h"
#include "base/sha256.h"
#include "cert/certificate.h"
#include "check/check.h"
#include "oracle/cert_random.h"

enum { ROOM = 1 << 20 };
static unsigned long runs, by_status[4], read_back;

static void read_template(void *arg)
{
    const char *const *text = arg;
    struct pw_source src;
    struct pw_diags d = {0};
    struct pw_cert_head head;
    pw_source_from_text(&src, "fuzz", *text, strlen(*text));
    struct pw_dual *t = pw_cert_read_template(&src, &head, &d);
    if (t) read_back++, pw_cert_head_clear(&head);
    pw_dual_free(t);
    pw_diags_clear(&d);
    pw_source_clear(&src);
}

/* One text: checked and read under limits; memory must be as before. */
static void try_text(const char *text, size_t n)
{
    struct pwc_result r;
    size_t before = pw_mem_bytes();
    double limit = 2;
    pw_limits_start(limit);
    pw_mem_set_limit(before + ((size_t)256 << 20));
    pwc_check(text, n, NULL, &r);
    by_status[r.status]++, runs++;
    pw_guard_run(read_template, &text);
    if (pw_mem_bytes() != before || pw_limits_elapsed() > 3 * limit + 5) {
        fprintf(stderr, "fuzz_check: %zu bytes lost, %.1f s\n", pw_mem_bytes() - before,
                pw_limits_elapsed());
        abort();
    }
    pw_mem_set_limit(0);
    pw_limits_start(0);
}

/* The bytes up to a last line "end ..." with the right checksum behind them. */
static void try_bytes(const char *data, size_t n)
{
    char *text = malloc(n + 100), sum[PW_SHA256_HEX];
    if (n) memcpy(text, data, n);
    text[n] = 0;
    if (n >= 70 && !memcmp(text + n - 69, "end ", 4)) n -= 69;
    pw_sha256_hex(text, n, sum);
    n += (size_t)sprintf(text + n, "end %s\n", sum);
    try_text(text, n);
    free(text);
}

#ifdef PW_LIBFUZZER
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    try_bytes((const char *)data, size);
    return 0;
}
#else

static size_t flip_bytes(struct rnd *r, char *text, size_t n)
{
    for (unsigned k = 1 + rnd_below(r, 8); k > 0 && n; k--) {
        size_t at = rnd_below(r, (unsigned)n);
        static const char words[] = " |-=*:>0123456789\n";
        text[at] =
            rnd_below(r, 3) ? words[rnd_below(r, sizeof words - 1)] : (char)rnd_below(r, 256);
    }
    return n;
}

/* All kinds of certificates in turn. */
static bool make(unsigned long seed, struct rnd *r, struct oc *c)
{
    static bool (*const kinds[])(struct rnd *, struct oc *) = {
        cert_random_net, cert_random_template, cert_random_ideals, cert_random_sharp};
    return kinds[seed % 4](r, c);
}

static void fuzz(double seconds, unsigned long seed)
{
    static struct oc c;
    static char text[ROOM], mutant[ROOM];
    for (time_t end = time(NULL) + (time_t)seconds; time(NULL) < end; seed++) {
        struct rnd r = {(seed + 1) * 0x9e3779b97f4a7c15ULL};
        if (!make(seed, &r, &c)) continue;
        size_t n = oc_print(&c, text, sizeof text);
        for (int i = 0; i < 40; i++) {
            memcpy(mutant, text, n + 1);
            size_t m = n;
            for (unsigned k = rnd_below(&r, 4); k > 0; k--)
                m = cert_mutate(&r, mutant, m, sizeof mutant), mutant[m] = 0;
            if (rnd_below(&r, 2)) m = flip_bytes(&r, mutant, m);
            try_bytes(mutant, m);
        }
    }
    printf("%lu texts: %lu valid, %lu invalid, %lu malformed, %lu stopped; %lu templates read; "
           "last seed %lu\n",
           runs, by_status[PWC_VALID], by_status[PWC_INVALID], by_status[PWC_MALFORMED],
           by_status[PWC_STOPPED], read_back, seed);
}

static void write_corpus(const char *directory)
{
    static struct oc c;
    static char text[ROOM], path[1000];
    for (unsigned seed = 1, made = 0; made < 60; seed++) {
        struct rnd r = {seed * 0x9e3779b97f4a7c15ULL};
        if (!make(seed, &r, &c)) continue;
        size_t n = oc_print(&c, text, sizeof text);
        snprintf(path, sizeof path, "%s/%u.cert", directory, ++made);
        FILE *f = fopen(path, "w");
        if (f) fwrite(text, 1, n, f), fclose(f);
    }
}

int main(int argc, char **argv)
{
    char *end = "";
    double seconds = argc > 1 ? strtod(argv[1], &end) : 2;
    if (argc == 3 && !strcmp(argv[1], "-w"))
        write_corpus(argv[2]);
    else if (!*end)
        fuzz(seconds, argc > 2 ? strtoul(argv[2], NULL, 10) : 0);
    else
        for (int i = 1; i < argc; i++) {
            static char text[ROOM];
            FILE *f = fopen(argv[i], "r");
            size_t n = f ? fread(text, 1, sizeof text, f) : 0;
            if (f) fclose(f);
            try_bytes(text, n);
        }
    return 0;
}
#endif

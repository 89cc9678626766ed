#include "oracle/cert_compare.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "unit/asserts.h"

static void keep_text(const char *text, size_t n)
{
    FILE *f = fopen("mutant.cert", "w");
    if (f) fwrite(text, 1, n, f), fclose(f);
}

enum pwc_status cert_compare(const char *text, size_t n, struct tally *t, unsigned long seed)
{
    static struct oc c;
    struct pwc_result r;
    const char *why = NULL;
    pwc_check(text, n, NULL, &r);
    enum oc_verdict v = oc_read(&c, text, &why);
    if (v == OC_ACCEPT) v = oc_judge(&c, &why);
    t->mutants++;
    t->accepted += r.status == PWC_VALID, t->invalid += r.status == PWC_INVALID,
        t->malformed += r.status == PWC_MALFORMED;
    if (r.status == PWC_INVALID) t->failed[r.passed]++;
    /* beyond the oracle; or the checksum, which it does not look at */
    if (v == OC_TOO_BIG || (r.status == PWC_MALFORMED && r.line == 0)) {
        t->skipped++;
        return r.status;
    }
    bool same = (v == OC_ACCEPT) == (r.status == PWC_VALID) &&
                (v == OC_MALFORMED) == (r.status == PWC_MALFORMED);
    if (!same) keep_text(text, n);
    ck_assert_msg(same,
                  "seed %lu: oracle says %d (%s), checker %d, line %lu: %s; text in mutant.cert",
                  seed, v, why ? why : "-", r.status, r.line, r.message);
    return r.status;
}

void cert_compare_mutants(struct rnd *r, const char *text, size_t n, unsigned number,
                          struct tally *t, unsigned long seed)
{
    char *mutant = malloc(CERT_ROOM);
    for (unsigned i = 0; i < number && n + 1 < CERT_ROOM; i++) {
        memcpy(mutant, text, n);
        mutant[n] = 0;
        size_t m = cert_mutate(r, mutant, n, CERT_ROOM);
        mutant[m] = 0;
        cert_compare(mutant, m, t, seed);
    }
    free(mutant);
}

void cert_print_tally(const char *what, const struct tally *t)
{
    printf("%s: %u certificates, %u mutants: %u accepted, %u invalid, %u malformed, %u not judged "
           "by the oracle\n",
           what, t->made, t->mutants, t->accepted, t->invalid, t->malformed, t->skipped);
    printf("  %u basis elements; failed: start %u, closed %u, bad %u, pre %u, initial %u\n",
           t->elements, t->failed[PWC_START], t->failed[PWC_CLOSED], t->failed[PWC_BAD],
           t->failed[PWC_PRE], t->failed[PWC_INITIAL]);
}

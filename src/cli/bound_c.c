#include "cli/bound_c.h"

#include <assert.h>

#include "cli/defines.h"
#include "front/c/cfront.h"

/* How ranges of unbounded variables are found. */
enum ranges { PLAIN, GUESSED, COARSE, RANGES };

/* Bits of a number of a version. */
enum { WRAPPED = 1, ANY_UNSET = 2, EXACT_MAIN = 4, VERSIONS = 8 };

struct bound_c {
    struct pw_cfile file;
    enum pw_cintegers integers; /* asked for */
    pw_bound_c_fn *found;
    void *arg;
};

/* Signed overflow is an error in all of them: where it only ends a run, nothing is proved. */
static struct pw_cversion version_of(const struct bound_c *x, unsigned bits, enum ranges ranges)
{
    assert(bits < VERSIONS && ranges < RANGES);
    return (struct pw_cversion){.integers = bits & WRAPPED ? PW_CINTEGERS_WRAP : x->integers,
                                .any_unset = bits & ANY_UNSET,
                                .exact_main = bits & EXACT_MAIN,
                                .coarse = ranges == COARSE};
}

static bool try_version(struct bound_c *x, unsigned bits, enum ranges ranges,
                        struct pw_diags *diags)
{
    struct pw_cversion v = version_of(x, bits, ranges), plain = {.integers = x->integers};
    struct pw_cfacts guesses = {0};
    if (ranges != PLAIN) {
        pw_cversion_guess(&x->file, &plain, &guesses);
        v.guesses = &guesses;
    }
    struct pw_program *p = pw_cfile_program(&x->file, &v, diags);
    bool over = p ? x->found(x->arg, p) : true;
    pw_cversion_clear(&v);
    pw_cversion_clear(&plain);
    pw_cfacts_clear(&guesses);
    return over;
}

static void try_all(struct bound_c *x, struct pw_diags *diags)
{
    for (enum ranges ranges = PLAIN; ranges < RANGES; ranges++)
        for (unsigned bits = 0; bits < VERSIONS; bits++) {
            bool twice = (bits & WRAPPED) && x->integers != PW_CINTEGERS_CHECK;
            if (!twice && try_version(x, bits, ranges, diags)) return;
        }
}

void pw_bound_c_each(struct pw_app *app, const struct pw_source *src, pw_bound_c_fn *found,
                     void *arg, struct pw_diags *diags)
{
    pw_lines lines = {0};
    struct bound_c x = {
        .integers = (enum pw_cintegers)app->opt.integers, .found = found, .arg = arg};
    pw_defines_lines(app, &lines);
    struct pw_coptions o = {.integers = x.integers,
                            .long_bits = app->opt.data_model == 1 ? 32 : 64,
                            .properties = (const char *const *)lines.at,
                            .nproperties = lines.n};
    if (pw_cfile_open(&x.file, src, &o, diags)) {
        try_all(&x, diags);
        pw_cfile_close(&x.file);
    }
    pw_lines_clear(&lines);
}

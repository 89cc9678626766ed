/* cfront.h -- a C file, read once, and the programs it is translated to.
 *
 *   struct pw_cfile f;
 *   if (!pw_cfile_open(&f, &src, &options, &diags)) ...           // bad input: see diags
 *   struct pw_cversion v = {.integers = PW_CINTEGERS_CHECK};
 *   struct pw_program *p = pw_cfile_program(&f, &v, &diags);      // NULL: see diags
 *   ... pw_program_free(p); pw_cfile_close(&f);
 *
 * What a program is to the C text (CFRONT, section 5): every run of the C program in which no
 * integer leaves its type (in the sense of `integers`) is a run of the program. Where the program
 * has more runs, the version says so: `approximate` (a note says why), `main_dropped` (how many
 * threads main creates is not kept). Edges carry lines and text of the C file; an assertion that
 * the translation added carries what it is about in brackets at the end of its text. */
#ifndef PW_FRONT_C_CFRONT_H
#define PW_FRONT_C_CFRONT_H

#include "base/diag.h"
#include "front/c/cprint.h"
#include "front/c/ctrans.h"
#include "front/dr/dr.h"
#include "prog/program.h"

struct pw_coptions {
    enum pw_cintegers integers;
    unsigned long_bits;            /* 32 or 64; 0 is 64 */
    const char *const *properties; /* further lines: "unsafe count(crit) >= 2;" */
    size_t nproperties;
};

struct pw_cfile {
    const struct pw_source *src;
    struct pw_coptions options;
    struct pw_strbuf text; /* preprocessed */
    struct pw_cunit unit;
    struct pw_cfacts facts; /* without guesses, of programs with the meaning below */
    struct {
        enum pw_cintegers integers;
        bool stop_overflow, any_unset, exact_main;
    } meaning;
    struct pw_strbuf labels; /* annotations, as .dr text */
    struct pw_cnotes notes;  /* where they stand */
    bool has_unsafe;
};

/* Which translation is wanted, and what came of it. */
struct pw_cversion {
    enum pw_cintegers integers;
    bool stop_overflow;
    bool any_unset; /* see ctrans.h */
    bool exact_main;
    /* local variables with more than a few values are not kept exactly */
    bool coarse;
    struct pw_cfacts *guesses; /* NULL: none */
    /* filled: */
    bool approximate, main_dropped, counting, has_property;
    bool guessed;         /* some range is a guess */
    PW_VEC(char *) notes; /* "line 12: ...", each freed with pw_mem_strfree */
    /* shared variables: in runs where they stay 0 nothing but `approximate` says that there are
     * more runs than in C; freed likewise */
    PW_VEC(char *) passed;
};

bool pw_cfile_open(struct pw_cfile *f, const struct pw_source *src, const struct pw_coptions *o,
                   struct pw_diags *diags);
void pw_cfile_close(struct pw_cfile *f);

struct pw_program *pw_cfile_program(struct pw_cfile *f, struct pw_cversion *v,
                                    struct pw_diags *diags);
/* One of the two programs, if annotations give threads abstract threads (front/dr/dr.h). */
struct pw_program *pw_cfile_program_part(struct pw_cfile *f, struct pw_cversion *v,
                                         const struct pw_dr_part *part, struct pw_diags *diags);
/* The same as readable `.dr` text; false: errors. */
bool pw_cfile_dr(struct pw_cfile *f, struct pw_cversion *v, struct pw_strbuf *out,
                 struct pw_diags *diags);
void pw_cversion_clear(struct pw_cversion *v);

/* After a run to a bad state, whose last step has this text, of the version *v: does it end in a
 * signed overflow? And is another version to be asked, which *v then wants: the run ends where the
 * translation is not the program (wrap-around of an unsigned integer, a variable without a value),
 * or where C leaves open what comes (signed overflow), or main was dropped. */
bool pw_cversion_overflows(const char *text);
bool pw_cversion_other(struct pw_cversion *v, const char *text);

/* Guesses of ranges: first ones from a translation without; after a run has left some of them (the
 * text of its last step says which), wider ones or none. False: the text names no guess. */
void pw_cversion_guess(struct pw_cfile *f, struct pw_cversion *v, struct pw_cfacts *guesses);
bool pw_cversion_widen(struct pw_cfacts *guesses, const char *text);

#endif

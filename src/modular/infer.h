/* infer.h -- finds assumptions, invariants and claims (Houdini).
 *
 * All guesses (guess.h) are written into the program; those that a small search refutes go first;
 * then every obligation about a guess is asked, and guesses whose obligation fails are dropped,
 * until none fails. The rest is the unique largest set that proves itself: an obligation can only
 * become harder when a hypothesis is dropped, so whatever is dropped belongs to no such set. (The
 * obligations of the program itself are assumed meanwhile: the caller checks the text with what was
 * found as any other.) If the program is proved then, guesses that the proof does without are left
 * out.
 *
 * The result is a text: the program, with claims at their loops and the other lines at the end, so
 * that no line of the program moves. */
#ifndef PW_MODULAR_INFER_H
#define PW_MODULAR_INFER_H

#include "modular/guess.h"
#include "prog/program.h"

struct pw_infer_input {
    const struct pw_source *src;
    const struct pw_define *defines;
    size_t ndefines;
    const char *const *invariants; /* further guesses, as formulas; those that cannot be read go */
    size_t ninvariants;
};

struct pw_infer_result {
    struct pw_strbuf text;  /* the program with what was found */
    struct pw_strbuf lines; /* what was found, a line each */
    struct pw_strbuf lost;  /* "FORMULA: lost at line 7, x = 0;", those that no run refutes */
    size_t guesses, refuted, kept;
    unsigned rounds;
    bool proved; /* all obligations of the text are */
};

/* False: the program itself has errors, which are in *diags. */
bool pw_infer_run(const struct pw_infer_input *in, struct pw_diags *diags,
                  struct pw_infer_result *out);
void pw_infer_clear(struct pw_infer_result *r);

#endif

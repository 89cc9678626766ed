/* two_programs.h -- the two programs of a file with abstract threads: .dr, or C with
 * '//@ abstract thread ...' in comments. */
#ifndef PW_CLI_TWO_PROGRAMS_H
#define PW_CLI_TWO_PROGRAMS_H

#include "cli/app.h"
#include "prog/program.h"

/* A text that is read as if it stood at the end of the file, the thread whose abstract thread it
 * is, and a thread that stays as it is in the abstract program; each may be NULL. */
struct pw_two_wishes {
    const char *more, *renewed, *keep;
};

struct pw_two_programs {
    struct pw_source src;
    /* NULL: there are errors in diags; the abstract one also if the file is C and states nothing */
    struct pw_program *concrete, *abstract;
    struct pw_diags diags;
};

/* Reads the file; an exit code other than 0 if there is none, or it is no program. */
int pw_two_programs_open(struct pw_two_programs *x, struct pw_app *app, const char *file,
                         const struct pw_two_wishes *wishes);
void pw_two_programs_close(struct pw_two_programs *x);

#endif

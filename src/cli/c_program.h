/* c_program.h -- a C file of the command line, translated as its options say. */
#ifndef PW_CLI_C_PROGRAM_H
#define PW_CLI_C_PROGRAM_H

#include "cli/app.h"
#include "engine/result.h"
#include "front/c/cfront.h"

struct pw_c_program {
    struct pw_cfile file;
    struct pw_cversion version; /* of the last translation */
    pw_lines lines;             /* of --unsafe, --predicate, --invariant */
};

/* Is the file of the command line a C file? */
bool pw_c_program_is(const struct pw_app *app);

/* False: an error, reported; there is nothing to close. `src` must outlive *c. */
bool pw_c_program_open(struct pw_c_program *c, const struct pw_app *app,
                       const struct pw_source *src, struct pw_diags *diags);
/* The translation that c->version asks for; it fills what came of it. NULL: reported. */
struct pw_program *pw_c_program_translate(struct pw_c_program *c, const struct pw_dr_part *part,
                                          struct pw_diags *diags);
/* Says the notes of the translation. */
void pw_c_program_notes(const struct pw_c_program *c, struct pw_app *app);
void pw_c_program_close(struct pw_c_program *c);

/* All of it for a command that needs one program. */
struct pw_program *pw_c_program_read(struct pw_app *app, const struct pw_source *src,
                                     struct pw_diags *diags);

#endif

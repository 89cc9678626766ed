/* bound_c.h -- the translations of a C file that a certificate may be of.
 *
 * `pwqo verify` translates a C file in several ways until one is decided (engine/cjob.h): every run
 * of the file that keeps to the types of its integers is a run of each of them; in each, leaving
 * a type (of --integers=check), reading a variable without a value and leaving a guessed range are
 * failures. So a proof that any of them is safe is one of the file, with these options. A
 * certificate does not say which one it is of: they are tried. What cannot be made again are ranges
 * that were guessed wider after a run had left them. */
#ifndef PW_CLI_BOUND_C_H
#define PW_CLI_BOUND_C_H

#include "base/diag.h"
#include "cli/app.h"
#include "prog/program.h"

/* found takes the program over; true: it is the one, nothing more is tried. */
typedef bool pw_bound_c_fn(void *arg, struct pw_program *p);
/* Errors of the file itself go to diags. */
void pw_bound_c_each(struct pw_app *app, const struct pw_source *src, pw_bound_c_fn *found,
                     void *arg, struct pw_diags *diags);

#endif

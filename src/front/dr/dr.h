/* dr.h -- from the text of a .dr file to the program.
 *
 *   struct pw_source src;  struct pw_diags diags = {0};  const char *why;
 *   if (pw_source_read(&src, "ticket.dr", &why) != PW_SOURCE_OK) ...
 *   struct pw_program *p = pw_dr_parse(&src, NULL, 0, &diags);      // NULL: see diags (errors);
 * warnings may be there anyway
 *   ... pw_program_free(p); pw_diags_clear(&diags); pw_source_clear(&src); */
#ifndef PW_FRONT_DR_DR_H
#define PW_FRONT_DR_DR_H

#include "prog/program.h"

/* A file with `abstract thread` blocks means two programs. The concrete one ignores the blocks; in
 * the abstract one every thread that has an abstract thread is replaced by it, with its name, its
 * number and its count; the others stay. A formula belongs to each program in which all of its
 * names mean something; to neither is an error. */
struct pw_dr_part {
    bool abstract;           /* the abstract program, */
    const char *const *keep; /* in which these threads stay as they are */
    size_t nkeep;
    const char *renewed; /* of this thread the last abstract thread counts; or NULL */
};

/* Parses, checks and lowers. NULL if there are errors, which are then in *diags; warnings may come
 * with a program. The source is needed only as long as *diags. The caller frees the program. Runs
 * in linear time but for the expansion of procedures and the paths of atomic blocks, both limited.
 */
struct pw_program *pw_dr_parse(const struct pw_source *src, const struct pw_define *defines,
                               size_t ndefines, struct pw_diags *diags);

/* The same for one of the two programs; the other one is checked as well. part NULL: the concrete
 * one. */
struct pw_program *pw_dr_parse_part(const struct pw_source *src, const struct pw_define *defines,
                                    size_t ndefines, const struct pw_dr_part *part,
                                    struct pw_diags *diags);

/* Has some thread of the (concrete) program an abstract thread? */
bool pw_dr_has_parts(const struct pw_program *p);

#endif

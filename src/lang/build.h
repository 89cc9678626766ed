/* build.h -- a finished graph to the template of a program: what is reachable, numbered, named, and tidied up. */
#ifndef PW_LANG_BUILD_H
#define PW_LANG_BUILD_H

#include "lang/lower.h"

/* Fills *out from l (whose graph it finishes). Labels of its locations are appended to places as triples label, template, location. */
void pw_build_template(struct pw_lower *l, struct pw_thread_template *out, pw_uints *places);

#endif

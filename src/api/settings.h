/* settings.h -- the options of a library handle: as texts in, checked against a table, kept on the
 * plain heap. */
#ifndef PW_API_SETTINGS_H
#define PW_API_SETTINGS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/options.h"
#include "engine/verify.h"
#include "prog/program.h"

struct pw_settings {
    int certificate, closure, engine, no_prune;
    const char *init, *target; /* NULL, or in owned */
    int64_t memory_limit;
    double time_limit;
    struct pw_define *defines; /* name and value in owned */
    size_t ndefines;
    char **owned; /* copies of the texts given */
    size_t nowned;
};

void pw_settings_init(struct pw_settings *s);
void pw_settings_clear(struct pw_settings *s);
/* False with a message of at most room bytes if there is no such option or the value is not one. */
bool pw_settings_set(struct pw_settings *s, const char *option, const char *value, char *why,
                     size_t room);

/* *o points into *s */
void pw_settings_options(const struct pw_settings *s, struct pw_verify_options *o);
/* starts time and memory limits */
void pw_settings_arm(const struct pw_settings *s);

#endif

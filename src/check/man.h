/* man.h -- the manual page pwqo-check(1) and the list of exit codes, from the tables. */
#ifndef PW_CHECK_MAN_H
#define PW_CHECK_MAN_H

#include "base/options.h"
#include "base/strbuf.h"

enum pwc_exit {
#define EXIT(name, code, meaning) EXIT_##name = code,
#include "check/exits.def"
#undef EXIT
};

void pwc_man_exits(struct pw_strbuf *out); /* as part of --help */
void pwc_man_print(struct pw_option_table options, const char *version, struct pw_strbuf *out);

#endif

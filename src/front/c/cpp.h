/* cpp.h -- runs the C preprocessor of the system on a text.
 *
 * The command is $CC (default cc) with -E; the text is its standard input, so nothing is read
 * twice; the directory of the file is searched for #include "...". stdatomic.h is kept out: its
 * generic functions then stay calls, which the front end knows. */
#ifndef PW_FRONT_C_CPP_H
#define PW_FRONT_C_CPP_H

#include "base/source.h"
#include "base/strbuf.h"

/* Does the text have a preprocessing directive other than line markers? */
bool pw_cpp_needed(const struct pw_source *src);

/* The preprocessed text into *out; bits is 32 or 64 (data model). False: *why says what went wrong,
 * with what the preprocessor printed. */
bool pw_cpp_run(const struct pw_source *src, unsigned bits, struct pw_strbuf *out,
                struct pw_strbuf *why);

#endif

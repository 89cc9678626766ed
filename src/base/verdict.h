/* verdict.h -- what can be said of a program: by an engine, by a run of a batch, by a comment in
 * the file. One enum for all. */
#ifndef PW_BASE_VERDICT_H
#define PW_BASE_VERDICT_H

enum pw_verdict { PW_UNSTATED, PW_SAFE, PW_UNSAFE, PW_UNKNOWN };

const char *pw_verdict_name(enum pw_verdict v);    /* "", "safe", "unsafe", "unknown" */
enum pw_verdict pw_verdict_from(const char *name); /* PW_UNSTATED for anything else */

#endif

/* row.h -- one result of a batch: what was run, how the run ended, what it said, and whether that
 * is what the model states.
 *
 * The child `pwqo verify --json` may answer, fail or be killed; a row says which (`end`) and never
 * takes a failure for an answer: verdict is NONE unless the child exited by itself with a
 * well-formed answer whose verdict fits its exit status.
 *
 * Judgement (pw_row_judge), the first line that applies:
 *   verdict safe or unsafe, truth is the other            WRONG      a disaster
 *   verdict given, expect given, and they differ:
 *       the verdict is unknown                            UNDECIDED
 *       otherwise                                         DIFFERS    a regression, or a surprise
 *   a thread conforms or does not, against the file       DIFFERS    (batch/stated.h)
 *   no verdict, bad or unreadable input                   BAD a row, not a failure of the batch
 *   no verdict, truth or expect given                     FAILED     crashed, killed, over a limit
 *   otherwise                                             AGREES
 * Exit status of the batch: 10 if some WRONG or DIFFERS, else 5 if some UNDECIDED or FAILED, else
 * 0. */
#ifndef PW_BATCH_ROW_H
#define PW_BATCH_ROW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/source.h"
#include "base/strbuf.h"
#include "base/verdict.h"

/* name in files, text for people */
#define PW_ROW_ENDS(X)                                                                             \
    X(ANSWER, "answer", "answer")                                                                  \
    X(TIME, "time", "timeout")                                                                     \
    X(MEMORY, "memory", "memory")                                                                  \
    X(BAD_INPUT, "bad-input", "bad input")                                                         \
    X(UNREADABLE, "unreadable", "unreadable")                                                      \
    X(SIGNAL, "signal", "crash")                                                                   \
    X(EXIT, "exit", "failure")                                                                     \
    X(GARBLED, "garbled", "garbled")

/* name in files, text for people, counts against the batch with this exit status */
#define PW_ROW_STATUSES(X)                                                                         \
    X(AGREES, "agrees", "", 0)                                                                     \
    X(BAD, "bad", "not run", 0)                                                                    \
    X(UNDECIDED, "undecided", "undecided", 5)                                                      \
    X(FAILED, "failed", "failed", 5)                                                               \
    X(DIFFERS, "differs", "differs", 10)                                                           \
    X(WRONG, "wrong", "WRONG", 10)

/* Figures of the child, kept as they come; -1 = not given. field, JSON key and column name,
 * heading */
#define PW_ROW_FIGURES(X)                                                                          \
    X(threads, "threads")                                                                          \
    X(predicates, "predicates")                                                                    \
    X(inter_thread, "inter_thread")                                                                \
    X(bound, "bound")                                                                              \
    X(locations, "locations")                                                                      \
    X(template_cubes, "template_cubes")                                                            \
    X(local_states, "local_states")                                                                \
    X(basis, "basis")                                                                              \
    X(pre_images, "pre_images")

#define PW_ROW_STAGES(X) X(abstract) X(closure) X(cover) X(replay)

enum pw_row_end {
#define X(id, name, text) PW_END_##id,
    PW_ROW_ENDS(X)
#undef X
};

enum pw_row_status {
#define X(id, name, text, code) PW_STATUS_##id,
    PW_ROW_STATUSES(X)
#undef X
};

struct pw_batch_row {
    char *file, *params; /* the key: as in the task */
    /* of the bytes of all files read, 16 hexadecimal digits; "-" if that is not known: a row with
     * it is never taken over */
    char *hash;
    char *reason; /* for people; one line without tabs */
    enum pw_row_end end;
    enum pw_verdict verdict, truth, expect;
    enum pw_row_status status;
    double seconds, cpu; /* wall and processor time of the child */
    int64_t peak_kib;
#define X(id, name) int64_t id;
    PW_ROW_FIGURES(X)
#undef X
#define X(id) double stage_##id;
    PW_ROW_STAGES(X)
#undef X
};

/* How a child ended, as pool.h sees it. */
struct pw_batch_outcome {
    enum { PW_KILLED_NOT, PW_KILLED_TIME, PW_KILLED_MEMORY } killed; /* by us */
    int wait_status;                                                 /* as from wait(2) */
    bool overlong; /* output beyond what is kept */
    /* what it wrote, NUL-terminated */
    const char *out, *err;
    size_t out_size, err_size;
    double seconds, cpu;
    int64_t peak_kib;
};

void pw_row_init(struct pw_batch_row *r, const char *file, const char *params);
void pw_row_clear(struct pw_batch_row *r);

/* Reads the file for its hash and its stated verdicts. An unreadable one gets the hash "-". */
void pw_row_describe(struct pw_batch_row *r);
/* After the run: the hash becomes "-" if the files are no longer those of pw_row_describe, for
 * nobody knows which of the two were read. */
void pw_row_confirm(struct pw_batch_row *r);

/* Fills end, verdict, reason, figures and status from what the child did. Pre: described. */
void pw_row_settle(struct pw_batch_row *r, const struct pw_batch_outcome *o);
enum pw_row_status pw_row_judge(enum pw_verdict truth, enum pw_verdict expect,
                                enum pw_verdict verdict, enum pw_row_end end);
int pw_row_exit_code(enum pw_row_status s);
/* `truth:` (never PW_UNKNOWN) and `expect:` of the first comment (doc/language.md). */
void pw_row_stated(const struct pw_source *s, enum pw_verdict *truth, enum pw_verdict *expect);

/* The name of the file, in a folder for such files, with the report of the run: a function of file
 * and params, the same in every batch. */
void pw_row_page_name(const char *file, const char *params, struct pw_strbuf *out);

/* "safe", "timeout", "bad input": the verdict column */
const char *pw_row_said(const struct pw_batch_row *r);
const char *pw_row_status_name(enum pw_row_status s);
const char *pw_row_status_text(enum pw_row_status s);

/* One line of tab-separated values, without its newline, in the columns of the header; and back
 * (false: malformed, r unset). */
void pw_row_header(struct pw_strbuf *out);
void pw_row_write(const struct pw_batch_row *r, struct pw_strbuf *out);
bool pw_row_read(struct pw_batch_row *r, const char *line, size_t size);

#endif

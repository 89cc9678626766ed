/* program_oracle.h -- what the n-thread program of a random tree (tools/gen_tree.h) does, straight
 * from the rules of the language.
 *
 * Slow and obvious: every thread has a stack of the lists of statements it is in; one step at a
 * time is executed on machine integers, and nondeterminism is a tape of choices that is counted
 * through. No control flow graph, no symbolic execution, nothing of src/front/dr. */
#ifndef PW_TESTS_PROGRAM_ORACLE_H
#define PW_TESTS_PROGRAM_ORACLE_H

#include "base/table.h"
#include "base/vec.h"
#include "tools/gen_tree.h"

/* Observations: shared values, and for each thread template, locals, labels it is at, "error" or
 * "end"; sorted threads. Text i was first seen after depth.at[i] steps. */
struct oracle_seen {
    struct pw_names texts;
    pw_ints depth;
    bool truncated; /* more than `most` states: not all is there */
};

void program_oracle_run(const struct gen_program *g, int n, int depth, int lo, int hi, size_t most,
                        struct oracle_seen *seen);
void program_oracle_clear(struct oracle_seen *seen);

/* "s0=1 m0=0 | t0 x=3 L4 | t1 end" pieces, so that both sides write the same text. */
void program_oracle_compose(struct pw_strbuf *shared, struct pw_strbuf *threads, size_t n,
                            struct pw_strbuf *out);

#endif

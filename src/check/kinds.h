/* kinds.h -- the kinds of claims that a certificate can make, one kernel each.
 *
 * A kind is a word in the first line of the text, and a function that reads what follows the head
 * (inputs, definitions) and checks it. To add one:
 *   1. write NAME.c, with its conditions numbered in NAME.h; reader.h has the words and numbers,
 *      result.h what to say (pwc_pass for each condition that holds, pwc_fail for one that fails);
 *   2. fill in result->starts, moves and bads: how many initial states, steps and bad states the
 *      text lists (bind.h refuses a claim about nothing);
 *   3. declare the function here, add a row to the table in check.c, and describe the kind in
 *      doc/certificate.md.
 *   4. the other half: a writer in src/cert/cert_NAME.c (cert_write.h has the head), `.certificate`
 *      in the engine's row; cli/bound.c (bind_program, bind_composition) ties the text to a file;
 *      contrib/check-proof and report/verdict/verdict_text.c tell the kinds apart by name;
 *   5. tests: tests/cli/certificates.sh, check_proof.sh and forge.sh, a random writer in
 *      tests/oracle/cert_random.c, and tests/fuzz/fuzz_check.c.
 * Such a function ends by returning (every condition holds) or by pwc_fail. */
#ifndef PW_CHECK_KINDS_H
#define PW_CHECK_KINDS_H

#include "check/reader.h"

void pwc_check_parts(struct pwc_reader *r);    /* parts.c: abstract threads stand for threads */
void pwc_check_net(struct pwc_reader *r);      /* net.c: counter systems */
void pwc_check_split(struct pwc_reader *r);    /* split.c: thread-modular proofs */
void pwc_check_template(struct pwc_reader *r); /* template.c: dual-reference programs */
void pwc_check_views(struct pwc_reader *r);    /* views.c: the same with local views */
void pwc_check_pairsets(struct pwc_reader *r); /* pairsets.c: threads that look at each other */
void pwc_check_pairs(struct pwc_reader *r);    /* pairs.c: pair invariants, but for arithmetic */

#endif

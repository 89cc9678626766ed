/* kinds.h -- the kinds of claims that a certificate can make, one kernel each.
 *
 * A kind is a word in the first line of the text, and a function that reads what follows the head
 * (inputs, definitions) and checks it. To add one:
 *   1. write NAME.c, with its conditions numbered in NAME.h; reader.h has the words and numbers,
 *      result.h what to say (pwc_pass for each condition that holds, pwc_fail for one that fails);
 *   2. fill in result->starts, moves and bads: how many initial states, steps and bad states the
 *      text lists (bind.h refuses a claim about nothing);
 *   3. declare the function here, add a row to the table in check.c, the files to the list in
 *      check.h, and describe the kind in doc/certificate.md (top, a section, section 6);
 *   4. the other half: a writer in src/cert/cert_NAME.[ch] (cert_write.h has the head;
 *      certificate.h lists the kinds), pw_cert_is_NAME and the head in cert_read.c, `.certificate`
 *      in the engine's row; cli/bound.c (is_exact, finite_fits, bind_as_given, bind_composition)
 *      ties the text to a file; contrib/check-proof and report/verdict/verdict_text.c tell the
 *      kinds apart by name;
 *   5. local.mk and doc/map.md of both folders, NEWS, a figure in tests/house/measure.sh (what a
 *      proof of a net or template rests on, which counts check.c and the headers, has hardly room);
 *   6. tests: one in tests/unit with a random writer that leaves things out, as
 *      test_looks_certificates.c; tests/cli/check_proof.sh; a line in tests/fuzz/README.
 *      (certificates.sh, forge.sh, tests/oracle/cert_random.c and fuzz_check.c know nets and
 *      templates only.)
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

/* check.h -- re-checks a certificate: the whole of pwqo-check but its command line.
 *
 * doc/certificate.md defines the format, the conditions and why they imply safety. This folder uses
 * base only and shares no code with the engines, the closure or the solver. Names start with pwc_.
 *
 *   check.c    the frame of the text, and the table of kinds
 *   kinds.h    the kinds, and how to add one
 *   result.c   what was found: conditions that hold, the one that fails
 *   reader.c   the text: lines, words, numbers; every refusal names a line
 *   bags.c     multisets and sets of places;   tuples.c  sequences of numbers, numbered
 *   space.c    the two sets of a proof: J and the basis U
 *   claims.c   what a proof is about: starts, steps, bad states; C1, C3 and C5
 *   moves.c    how a step moves passive tokens
 *   closed.c   C2: J is closed
 *   back.c     C4: predecessors of the basis lie above it
 *   net.c      reads a net;   template.c  reads a template, cubes.c makes steps of it
 *   linear.c, ideals.c, traps.c   three more parts that a proof may have
 *   pairs.c    pair invariants, pairs_read.c their text;   parts.c  abstract threads
 *   finite.c   a finite program, of which are split.c (thread-modular proofs, their starts and text
 *              in split_start.c, split_read.c), views.c (the same with views; views_read.c) and
 *              pairsets.c (threads that look at each other; pairsets_step.c, pairsets_read.c)
 *   bind.c     the files and definitions that the certificate names, and those that the user has
 *   args.c     the command line
 *
 * Everything runs inside one guard and leaves it by throwing, so that memory needs no bookkeeping:
 * the guard releases it. */
#ifndef PW_CHECK_CHECK_H
#define PW_CHECK_CHECK_H

#include "check/result.h"

struct pwc_finder; /* space.h: for those who write certificates */

/* Checks text[0..size-1]. All memory is given back. finder is NULL, or finds what the text does not
 * say about the order of the basis. */
void pwc_check(const char *text, size_t size, struct pwc_finder *finder, struct pwc_result *result);

#endif

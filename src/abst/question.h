/* question.h -- what all questions of abst/obligations.h are written from: variables of numbered
 * threads, a step of thread 1, initial states; as SMT-LIB 2 text.
 *
 * Private to this folder. */
#ifndef PW_ABST_QUESTION_H
#define PW_ABST_QUESTION_H

#include "abst/abstract.h"
#include "abst/smtlib.h"

/* The writing of one question. a, t: NULL in those that are about the program alone. */
struct pw_question {
    struct pw_smtlib s;
    const struct pw_abstraction *a; /* a skeleton of the program: which field is what */
    struct pw_dual *t;
    unsigned threads;
    struct pw_strbuf *out;
    struct pw_strbuf text; /* a term in the making */
    unsigned outside;      /* formulas "the row is outside" so far */
};

#define PW_QUESTION_TEXT(q) pw_strbuf_text(&(q)->text)

static inline const struct pw_program *pw_question_program(const struct pw_question *q)
{
    return q->s.p;
}

/* Declarations. A thread may be of any of the first `kinds` templates of q->t, anywhere. */
void pw_question_declare(struct pw_question *q, const char *name, struct pw_type type);
void pw_question_locals(struct pw_question *q, unsigned thread, uint32_t template);
void pw_question_thread(struct pw_question *q, unsigned thread, size_t kinds);
void pw_question_shared(struct pw_question *q);
/* The places of threads in the order: those of threads 1 and 2 differ from all others. Other
 * threads are not compared with each other; where two have one place, either may be first. */
void pw_question_order(struct pw_question *q);

/* What a look of the step says of thread 1 and a thread of template t, as a term. */
void pw_question_look(struct pw_question *q, const struct pw_look *k, unsigned thread, uint32_t t,
                      struct pw_strbuf *out);
bool pw_question_looks_at(const struct pw_look *k, uint32_t t);
/* The updated variables after the step, and its arbitrary values. */
void pw_question_step(struct pw_question *q);

/* Shared variables; threads 1 .. q->threads start, whatever template (tK.kind) they are of. */
void pw_question_start_shared(struct pw_question *q);
void pw_question_start(struct pw_question *q);

void pw_question_comment(struct pw_strbuf *out, const char *text);

#endif

#include "engine/cover_job.h"

_Static_assert(sizeof(struct pw_cover_figures) <= PW_MOST_FIGURES * sizeof(uint64_t),
               "room for the figures of cover");

struct pw_cover_figures *pw_cover_figures(struct pw_job *j)
{
    return (struct pw_cover_figures *)(void *)j->result->figures;
}

struct pw_mode pw_mode_quickest(const struct pw_job *j)
{
    struct pw_mode m = {.closure = j->options->closure};
    pw_cover_options_init(&m.cover);
    return m;
}

/* A proof of a program or template is explained, and may be certified: it must be a basis. Nets
 * take whatever proof is fastest and, if a certificate is wanted, can be written down. */
struct pw_mode pw_mode_of(const struct pw_job *j)
{
    const struct pw_verify_options *o = j->options;
    struct pw_mode m = pw_mode_quickest(j);
    struct pw_cover_options *c = &m.cover;
    c->certify = o->certificate;
    c->basis = o->basis || pw_input_kind(j->result->input)->about != PW_ABOUT_NET;
    /* a J found for transitions that are split for traps need not be closed under the steps that
     * the certificate lists, which are not split */
    if (o->certificate && o->closure == PW_CLOSURE_SHARP)
        c->slice = c->invariants = c->inequation = false;
    if (o->no_prune) {
        c->prune = false;
        c->exhaust = o->basis;
    }
    return m;
}

void pw_job_count(struct pw_job *j)
{
    struct pw_verify_stats *s = &j->result->stats;
    const struct pw_cover_stats *search = &pw_cover_figures(j)->search;
    s->basis = search->basis;
    s->pre_images = search->pre_images;
    s->pruned = search->pruned;
    s->forward_nodes = search->forward_nodes;
}

void pw_job_cover(struct pw_job *j, const struct pw_system *system, const struct pw_mode *mode,
                  struct pw_cover_result *out)
{
    pw_job_stage(j, &j->result->stats.seconds.cover, "coverability");
    pw_cover_decide(system, &mode->cover, out, &pw_cover_figures(j)->search);
    pw_job_stage(j, NULL, NULL);
    pw_job_count(j);
    j->evidence.coverable = out->verdict == PW_COVERED     ? PW_YES
                            : out->verdict == PW_UNCOVERED ? PW_NO
                                                           : PW_UNDECIDED;
}

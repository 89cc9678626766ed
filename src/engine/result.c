#include "engine/result.h"

#include <string.h>

#include "engine/offers.h"

void pw_verify_options_init(struct pw_verify_options *o)
{
    *o = (struct pw_verify_options){0};
}

void pw_verify_result_init(struct pw_verify_result *r)
{
    *r = (struct pw_verify_result){.judgement = {PW_UNKNOWN, PW_REASON_STOPPED, PW_STOP_NONE}};
}

void pw_verify_result_clear(struct pw_verify_result *r)
{
    pw_execution_free(r->execution);
    pw_execution_free(r->candidate);
    pw_lines_clear(&r->warnings);
    pw_lines_clear(&r->hints);
    pw_lines_clear(&r->tried);
    pw_lines_clear(&r->next);
    pw_offers_free(r->offers);
    pw_lines_clear(&r->words);
    pw_lines_clear(&r->places);
    pw_lines_clear(&r->names);
    pw_lines_clear(&r->predicates);
    pw_lines_clear(&r->unneeded);
    pw_lines_clear(&r->suggested);
    pw_lines_clear(&r->labels);
    pw_lines_clear(&r->parts);
    pw_strbuf_clear(&r->numbers);
    pw_strbuf_clear(&r->rests_on);
    pw_strbuf_clear(&r->proof);
    pw_strbuf_clear(&r->certificate);
    pw_strbuf_clear(&r->basis_text);
    pw_strbuf_clear(&r->template_text);
    pw_source_clear(&r->init_source);
    pw_verify_result_init(r);
}

void pw_verify_result_forget(struct pw_verify_result *r)
{
    struct pw_verify_result old = *r;
    pw_verify_result_init(r);
    r->stats = old.stats;
    r->input = old.input;
    r->engine = old.engine;
    r->raced = old.raced;
    memcpy(r->figures, old.figures, sizeof r->figures);
}

#include "cover/net.h"

#include <assert.h>
#include <ctype.h>
#include <string.h>

void pw_net_clear(struct pw_net *net)
{
    for (size_t i = 0; i < net->rules.n; i++) {
        struct pw_rule *r = &net->rules.at[i];
        for (size_t k = 0; k < r->assigns.n; k++)
            pw_vec_clear(&r->assigns.at[k].sources);
        pw_vec_clear(&r->assigns);
        pw_vec_clear(&r->guards);
        pw_vec_clear(&r->pairs);
    }
    pw_vec_clear(&net->rules);
    pw_vec_clear(&net->complements);
    pw_vec_clear(&net->uppers);
    pw_system_clear(&net->system);
    pw_names_clear(&net->names);
    pw_mem_strfree(net->text);
    memset(net, 0, sizeof *net);
}

bool pw_net_keeps_uppers(const struct pw_net *net, uint32_t target, const int64_t *counters)
{
    for (size_t i = 0; i < net->uppers.n; i++) {
        const struct pw_upper *u = &net->uppers.at[i];
        assert(u->local < net->system.locals);
        if (u->target == target && counters[u->local] > u->most) return false;
    }
    return true;
}

bool pw_net_target(struct pw_net *net, const struct pw_range *ranges, size_t n)
{
    pw_toks toks = {0};
    for (size_t i = 0; i < n; i++)
        if (!ranges[i].many && ranges[i].lo > ranges[i].hi) return false;
    for (size_t i = 0; i < n; i++) {
        struct pw_tok t = {ranges[i].local, ranges[i].lo};
        struct pw_upper u = {(uint32_t)net->system.targets.n, t.local, ranges[i].hi};
        pw_vec_push(&toks, t);
        if (ranges[i].many) continue;
        pw_vec_push(&net->uppers, u);
        net->exact = false;
    }
    pw_system_target(&net->system, 0, toks.at, toks.n);
    pw_vec_clear(&toks);
    return true;
}

void pw_net_print_local(const struct pw_net *net, uint32_t local, struct pw_strbuf *out)
{
    if (local < net->names.n)
        pw_strbuf_puts(out, net->names.at[local]);
    else
        pw_strbuf_printf(out, "%u", (unsigned)local);
}

void pw_net_print_rule(const struct pw_net *net, uint32_t rule, struct pw_strbuf *out)
{
    assert(rule < net->rules.n);
    const struct pw_rule *r = &net->rules.at[rule];
    bool blank = false, any = false;
    for (size_t i = r->text; i < r->end && net->text[i]; i++) {
        if (net->text[i] == '#' && !net->anew)
            while (i < r->end && net->text[i] != '\n')
                i++;
        if (i >= r->end) break;
        if (isspace((unsigned char)net->text[i])) {
            blank = any;
            continue;
        }
        if (blank) pw_strbuf_putc(out, ' ');
        pw_strbuf_putc(out, net->text[i]);
        blank = false;
        any = true;
    }
}

static void print_threads(const struct pw_tok *toks, size_t n, struct pw_strbuf *out)
{
    bool first = true;
    for (size_t i = 0; i < n; i++)
        for (int64_t k = 0; k < toks[i].count; k++) {
            if (k == 4 && toks[i].count > 6) {
                pw_strbuf_printf(out, ",...(%lld in all)", (long long)toks[i].count);
                break;
            }
            pw_strbuf_printf(out, "%s%u", first ? "" : ",", (unsigned)toks[i].local);
            first = false;
        }
}

void pw_net_print_config(const struct pw_net *net, uint32_t global, const struct pw_tok *toks,
                         size_t n, struct pw_strbuf *out)
{
    if (net->names.n == 0) {
        pw_strbuf_printf(out, "%u|", (unsigned)global);
        print_threads(toks, n, out);
        return;
    }
    const char *before = "";
    for (size_t i = 0; i < n; i++) { /* complements go without saying */
        if (toks[i].local + net->complements.n >= net->names.n) continue;
        pw_strbuf_printf(out, "%s%s=%lld", before, net->names.at[toks[i].local],
                         (long long)toks[i].count);
        before = ", ";
    }
    if (!*before) pw_strbuf_puts(out, "all 0");
}

void pw_net_print_trace(const struct pw_net *net, const struct pw_trace *trace,
                        struct pw_strbuf *out)
{
    pw_strbuf_puts(out, "start: ");
    pw_net_print_config(net, trace->start.global, trace->start.toks.at, trace->start.toks.n, out);
    pw_strbuf_putc(out, '\n');
    for (size_t i = 0; i < trace->steps.n; i++) {
        const struct pw_trace_step *s = &trace->steps.at[i];
        assert(s->trans < net->system.trans.n);
        uint32_t rule = net->system.trans.at[s->trans].tag;
        assert(rule < net->rules.n);
        pw_strbuf_printf(out, "%zu: line %u: ", i + 1, net->rules.at[rule].line);
        pw_net_print_rule(net, rule, out);
        pw_strbuf_puts(out, "\n    ");
        pw_net_print_config(net, s->after.global, s->after.toks.at, s->after.toks.n, out);
        pw_strbuf_putc(out, '\n');
    }
}

void pw_net_print_basis(const struct pw_net *net, const struct pw_cover_result *r,
                        struct pw_strbuf *out)
{
    for (size_t i = 0; i < r->basis.n; i++) {
        const struct pw_config *c = &r->basis.at[i];
        if (net->names.n == 0) pw_strbuf_printf(out, "%u|", (unsigned)c->global);
        for (size_t k = 0; k < c->toks.n; k++) {
            const struct pw_tok *t = &c->toks.at[k];
            if (k) pw_strbuf_puts(out, net->names.n ? ", " : ",");
            pw_net_print_local(net, t->local, out);
            if (net->names.n)
                pw_strbuf_printf(out, ">=%lld", (long long)t->count);
            else if (t->count > 1)
                pw_strbuf_printf(out, "*%lld", (long long)t->count);
        }
        pw_strbuf_putc(out, '\n');
    }
}

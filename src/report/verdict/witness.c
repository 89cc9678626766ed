#include "report/verdict/witness.h"

#include <assert.h>
#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "base/mem.h"
#include "base/sha256.h"

static const char usual[] = "CHECK( init(main()), LTL(G ! call(reach_error())) )";

/* A text in double quotes. */
static void put_text(struct pw_strbuf *out, const char *s)
{
    pw_strbuf_putc(out, '"');
    for (; *s; s++) {
        if (*s == '"' || *s == '\\') pw_strbuf_putc(out, '\\');
        if ((unsigned char)*s < ' ')
            pw_strbuf_printf(out, "\\x%02x", (unsigned)*s);
        else
            pw_strbuf_putc(out, *s);
    }
    pw_strbuf_putc(out, '"');
}

/* --- metadata --- */

/* A name of the witness that depends on its contents alone (a UUID of version 8). */
static void put_uuid(struct pw_strbuf *out, const char *hash, const char *kind)
{
    char text[PW_SHA256_HEX + 32], hex[PW_SHA256_HEX];
    snprintf(text, sizeof text, "%s %s", hash, kind);
    pw_sha256_hex(text, strlen(text), hex);
    pw_strbuf_printf(out, "%.8s-%.4s-8%.3s-a%.3s-%.12s", hex, hex + 8, hex + 13, hex + 17,
                     hex + 20);
}

static void put_time(struct pw_strbuf *out, long long seconds)
{
    time_t t = (time_t)seconds;
    struct tm parts;
    char text[40];
    if (gmtime_r(&t, &parts) && strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &parts))
        pw_strbuf_puts(out, text);
    else
        pw_strbuf_puts(out, "1970-01-01T00:00:00Z");
}

static void put_metadata(const struct pw_witness_task *t, const char *kind, struct pw_strbuf *out)
{
    char hash[PW_SHA256_HEX];
    pw_sha256_hex(t->src->text, t->src->size, hash);
    pw_strbuf_printf(out, "- entry_type: %s\n  metadata:\n    format_version: \"2.2\"\n", kind);
    pw_strbuf_puts(out, "    uuid: \"");
    put_uuid(out, hash, kind);
    pw_strbuf_puts(out, "\"\n    creation_time: \"");
    put_time(out, t->time);
    pw_strbuf_puts(out, "\"\n    producer:\n      name: \"pwqo\"\n      version: ");
    put_text(out, t->version);
    pw_strbuf_puts(out, "\n    task:\n      input_files:\n        - ");
    put_text(out, t->file);
    pw_strbuf_puts(out, "\n      input_file_hashes:\n        ");
    put_text(out, t->file);
    pw_strbuf_printf(out, ": \"%s\"\n      specification: ", hash);
    put_text(out, t->property ? t->property : usual);
    pw_strbuf_printf(out, "\n      data_model: %s\n      language: C\n",
                     t->ilp32 ? "ILP32" : "LP64");
}

/* --- the run --- */

static bool ends_with(const char *s, const char *end)
{
    size_t n = strlen(s), k = strlen(end);
    return n >= k && !strcmp(s + n - k, end);
}

/* By thread of the run, from 1: its number in the witness, plus 1; 0: not met yet. */
static unsigned number_of(const struct pw_execution *e, unsigned *numbers, unsigned *next,
                          unsigned thread)
{
    assert(thread >= 1 && thread <= e->threads.n);
    if (!numbers[thread - 1]) {
        bool is_main = !strcmp(e->threads.at[thread - 1].template_name, "main");
        numbers[thread - 1] = is_main ? 1 : ++*next;
    }
    return numbers[thread - 1] - 1;
}

static void put_waypoint(const struct pw_witness_task *t, const struct pw_execution_step *s,
                         unsigned number, bool last, struct pw_strbuf *out)
{
    bool yes = ends_with(s->statement, ": true"), no = ends_with(s->statement, ": false");
    const char *type = last ? "target" : yes || no ? "branching" : "assumption";
    pw_strbuf_printf(out,
                     "    - segment:\n        - waypoint:\n            type: %s\n"
                     "            action: follow\n",
                     type);
    if (!last && (yes || no))
        pw_strbuf_printf(out, "            constraint:\n              value: \"%s\"\n",
                         yes ? "true" : "false");
    else if (!last)
        pw_strbuf_puts(out, "            constraint:\n              value: \"1\"\n"
                            "              format: c_expression\n");
    pw_strbuf_puts(out, "            location:\n              file_name: ");
    put_text(out, t->file);
    pw_strbuf_printf(out, "\n              line: %u\n              function: ", s->line);
    put_text(out, s->template_name);
    pw_strbuf_printf(out, "\n            thread_id: %u\n", number);
}

static void put_run(const struct pw_witness_task *t, const struct pw_execution *e,
                    struct pw_strbuf *out)
{
    unsigned *numbers = PW_NEWS(unsigned, e->threads.n), next = 1;
    pw_strbuf_puts(out, "  content:\n");
    for (size_t i = 0; i < e->steps.n; i++) {
        const struct pw_execution_step *s = &e->steps.at[i];
        bool last = i + 1 == e->steps.n;
        if (!s->thread || (!s->line && !last)) continue; /* no place in C */
        put_waypoint(t, s, number_of(e, numbers, &next, s->thread), last, out);
    }
    PW_FREES(numbers, e->threads.n);
}

/* --- invariants with ghosts --- */

static const char *ghost_word(const struct pw_cghost *g)
{
    return g->is_lock ? "holders" : "sum";
}

static void put_place(const struct pw_witness_task *t, const struct pw_cghost_site *s,
                      struct pw_strbuf *out)
{
    assert(s->line >= 1 && s->column >= 1);
    pw_strbuf_puts(out, "          file_name: ");
    put_text(out, t->file);
    pw_strbuf_printf(out,
                     "\n          line: %u\n          column: %u\n          function: ", s->line,
                     s->column);
    put_text(out, s->function);
    pw_strbuf_putc(out, '\n');
}

static void put_ghost_variables(const struct pw_witness_task *t, struct pw_strbuf *out)
{
    pw_strbuf_puts(out, "  content:\n    ghost_variables:\n");
    for (size_t i = 0; i < t->ghosts->at.n; i++) {
        const struct pw_cghost *g = &t->ghosts->at.at[i];
        pw_strbuf_printf(out,
                         "      - name: %s_%s\n        type: %s\n        scope: global\n"
                         "        initial:\n          value: \"%" PRId64
                         "\"\n          format: c_expression\n",
                         ghost_word(g), g->variable, g->type, g->first);
    }
}

static void put_update(const struct pw_witness_task *t, const struct pw_cghost *g,
                       const struct pw_cghost_site *s, struct pw_strbuf *out)
{
    long long by = (long long)(s->change < 0 ? -s->change : s->change);
    const char *word = ghost_word(g), *name = g->variable;
    pw_strbuf_puts(out, "      - location:\n");
    put_place(t, s, out);
    pw_strbuf_printf(out,
                     "        updates:\n          - variable: %s_%s\n"
                     "            value: \"%s_%s %c %lld\"\n"
                     "            format: c_expression\n",
                     word, name, word, name, s->change < 0 ? '-' : '+', by);
}

/* What holds before the statement. */
static void put_invariant(const struct pw_witness_task *t, const struct pw_cghost *g,
                          const struct pw_cghost_site *s, struct pw_strbuf *out)
{
    pw_strbuf_puts(out, "    - invariant:\n        type: location_invariant\n"
                        "        location:\n");
    put_place(t, s, out);
    pw_strbuf_puts(out, "        value: \"");
    if (!g->is_lock)
        pw_strbuf_printf(out, "%s == sum_%s", g->variable, g->variable);
    else if (s->change < 0)
        pw_strbuf_printf(out, "holders_%s == 1", g->variable);
    else
        pw_strbuf_printf(out, "0 <= holders_%s && holders_%s <= 1", g->variable, g->variable);
    pw_strbuf_puts(out, "\"\n        format: c_expression\n");
}

static void put_ghosts(const struct pw_witness_task *t, struct pw_strbuf *out)
{
    put_metadata(t, "ghost_instrumentation", out);
    put_ghost_variables(t, out);
    pw_strbuf_puts(out, "    ghost_updates:\n");
    for (size_t i = 0; i < t->ghosts->at.n; i++)
        for (size_t k = 0; k < t->ghosts->at.at[i].sites.n; k++)
            put_update(t, &t->ghosts->at.at[i], &t->ghosts->at.at[i].sites.at[k], out);
    put_metadata(t, "invariant_set", out);
    pw_strbuf_puts(out, "  content:\n");
    for (size_t i = 0; i < t->ghosts->at.n; i++)
        for (size_t k = 0; k < t->ghosts->at.at[i].sites.n; k++)
            put_invariant(t, &t->ghosts->at.at[i], &t->ghosts->at.at[i].sites.at[k], out);
}

void pw_witness_print(const struct pw_witness_task *t, const struct pw_verify_result *r,
                      struct pw_strbuf *out)
{
    assert(r->judgement.verdict != PW_UNKNOWN);
    if (r->judgement.verdict == PW_UNSAFE) {
        assert(r->execution && r->execution->steps.n);
        put_metadata(t, "violation_sequence", out);
        put_run(t, r->execution, out);
    } else if (t->ghosts && t->ghosts->at.n) {
        put_ghosts(t, out);
    } else {
        put_metadata(t, "invariant_set", out);
        pw_strbuf_puts(out, "  content: []\n");
    }
}

/* --- property files --- */

bool pw_witness_property(const struct pw_source *file, struct pw_strbuf *out)
{
    static const char *const known[] = {"CHECK(init(main()),LTL(G!call(reach_error())))",
                                        "CHECK(init(main()),LTL(G!call(__VERIFIER_error())))",
                                        "CHECK(init(main()),LTL(G!call(__assert_fail())))"};
    struct pw_strbuf tight = {0};
    for (size_t i = 0; i < file->size; i++) {
        char c = file->text[i];
        if (!isspace((unsigned char)c)) pw_strbuf_putc(&tight, c);
        if (c != '\n' && c != '\r') pw_strbuf_putc(out, c);
    }
    bool good = false;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        good = good || !strcmp(pw_strbuf_text(&tight), known[i]);
    pw_strbuf_clear(&tight);
    return good;
}

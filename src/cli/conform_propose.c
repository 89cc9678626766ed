#include "cli/conform_propose.h"

#include <assert.h>
#include <string.h>

#include "base/json.h"
#include "cli/machine.h"
#include "cli/two_programs.h"
#include "conform/conform.h"
#include "conform/propose.h"
#include "front/dr/dr.h"

struct propos_ctx {
    struct pw_app *app;
    const char *file, *thread;
    struct pw_strbuf text;
    size_t locations, places;
    bool loose;
    const char *problem;
};

static void make(struct propos_ctx *p, const struct pw_program *with_thread, uint32_t t)
{
    struct pw_proposal x;
    pw_propose_init(&x, with_thread, t);
    if (!x.problem) pw_propose_write(&x, &p->text);
    p->locations = x.locations;
    p->places = x.classes.n;
    p->loose = x.loose;
    p->problem = x.problem;
    pw_propose_clear(&x);
}

static void check(struct propos_ctx *p, const struct pw_two_programs *two, uint32_t t)
{
    struct pw_terms *terms = pw_terms_new();
    struct pw_machine m;
    struct pw_conform_result r;
    pw_machine_init(&m, terms, two->abstract, t);
    p->problem = m.problem;
    if (!m.problem) {
        pw_conform_check(&r, two->concrete, t, &m);
        if (r.verdict != PW_CONFORMS)
            p->problem = "the predicates over its local variables do not suffice to show that it "
                         "conforms";
        pw_conform_clear(&r);
    }
    pw_machine_clear(&m);
    pw_terms_free(terms);
}

/* The file with the proposal at its end, read again. */
static void check_text(struct propos_ctx *p, uint32_t t)
{
    struct pw_two_programs two;
    struct pw_two_wishes wishes = {.more = pw_strbuf_text(&p->text), .renewed = p->thread};
    if (pw_two_programs_open(&two, p->app, p->file, &wishes)) return;
    if (two.abstract)
        check(p, &two, t);
    else
        p->problem = "the language cannot say what it does";
    pw_two_programs_close(&two);
}

static void print_json(const struct propos_ctx *p, struct pw_strbuf *out)
{
    struct pw_json j;
    const char *const names[] = {"locations", "places"};
    const size_t values[] = {p->locations, p->places};
    pw_json_head(&j, out, pw_machine_version(), p->file);
    pw_json_text(&j, "command", "conform");
    pw_json_text(&j, "thread", p->thread);
    pw_json_text(&j, "proposal", pw_strbuf_text(&p->text));
    for (size_t i = 0; i < 2; i++) {
        pw_json_key(&j, names[i]);
        pw_json_int(&j, (int64_t)values[i]);
    }
    pw_json_key(&j, "loose");
    pw_json_bool(&j, p->loose);
    pw_json_end(&j);
    pw_strbuf_puts(out, "\n");
}

static void print_text(const struct propos_ctx *p, struct pw_strbuf *out)
{
    pw_strbuf_printf(out,
                     "// thread %s, %zu locations; its abstract thread, %zu places, conforms\n",
                     p->thread, p->locations, p->places);
    if (p->loose)
        pw_strbuf_puts(out, "// loose: where local integers meet shared ones it does more than the "
                            "thread\n");
    pw_strbuf_puts(out, pw_strbuf_text(&p->text));
}

static int print(const struct propos_ctx *p)
{
    struct pw_strbuf out = {0};
    if (p->problem) {
        pw_app_say(p->app, "%s: no abstract thread is proposed for '%s': %s", p->file, p->thread,
                   p->problem);
        return PW_EXIT_UNKNOWN;
    }
    if (p->app->opt.json)
        print_json(p, &out);
    else
        print_text(p, &out);
    int exit = pw_app_out(p->app, &out);
    pw_strbuf_clear(&out);
    return exit;
}

static int propose(struct propos_ctx *p, const struct pw_two_programs *two)
{
    int32_t t = pw_program_template(two->concrete, p->thread);
    if (t < 0) {
        pw_app_say(p->app, "%s has no thread '%s'", p->file, p->thread);
        return PW_EXIT_DATA;
    }
    const char *untaken = pw_program_untaken(two->concrete, 0);
    if (untaken) {
        pw_app_say(p->app, "%s: abstract threads cannot be used here: %s", p->file, untaken);
        return PW_EXIT_DATA;
    }
    assert(pw_program_template(two->abstract, p->thread) == t);
    make(p, two->abstract, (uint32_t)t);
    if (!p->problem) check_text(p, (uint32_t)t);
    return print(p);
}

int pw_conform_propose(struct pw_app *app, const char *file)
{
    struct propos_ctx p = {.app = app, .file = file, .thread = app->opt.propose};
    struct pw_two_wishes wishes = {.keep = p.thread};
    struct pw_two_programs two;
    if (!strcmp(file, "-")) return pw_app_usage(app, "--propose reads the file twice");
    int exit = pw_two_programs_open(&two, app, file, &wishes);
    if (exit) return exit;
    exit = pw_app_diags(app, &two.diags);
    if (!exit && two.abstract) exit = propose(&p, &two);
    pw_two_programs_close(&two);
    pw_strbuf_clear(&p.text);
    return exit;
}

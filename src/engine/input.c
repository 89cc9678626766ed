#include "engine/input.h"

#include <assert.h>
#include <string.h>

#include "base/mem.h"
#include "cover/net.h"
#include "front/c/cfront.h"
#include "front/dr/dr.h"
#include "front/drt/drt.h"

static bool read_dr(struct pw_problem *p, const struct pw_input_text *t, struct pw_diags *diags)
{
    p->program = pw_dr_parse(t->src, t->defines, t->ndefines, diags);
    const struct pw_program *x = p->program;
    if (!x || x->nunsafe || x->has_assert || x->ninvariants) return x != NULL;
    pw_diag_add(diags, PW_ERROR, t->src, 0, 0,
                "add 'unsafe count(LABEL) >= 2;' or an 'assert(...)'",
                "nothing to verify: the program states no property");
    return false;
}

static bool read_drt(struct pw_problem *p, const struct pw_input_text *t, struct pw_diags *diags)
{
    p->template = pw_drt_parse(t->src, diags);
    return p->template != NULL;
}

static bool read_tts(struct pw_problem *p, const struct pw_input_text *t, struct pw_diags *diags)
{
    p->net = PW_NEW(struct pw_net);
    return pw_net_read_tts(p->net, t->src, t->beside, t->init, diags);
}

static bool read_spec(struct pw_problem *p, const struct pw_input_text *t, struct pw_diags *diags)
{
    p->net = PW_NEW(struct pw_net);
    return pw_net_read_spec(p->net, t->src, diags);
}

static bool read_pnml(struct pw_problem *p, const struct pw_input_text *t, struct pw_diags *diags)
{
    p->net = PW_NEW(struct pw_net);
    return pw_net_read_pnml(p->net, t->src, t->target, diags);
}

static bool read_lola(struct pw_problem *p, const struct pw_input_text *t, struct pw_diags *diags)
{
    p->net = PW_NEW(struct pw_net);
    return pw_net_read_lola(p->net, t->src, t->target, diags);
}

/* The program of the most cautious translation; verify looks at others, too. */
static bool read_c(struct pw_problem *p, const struct pw_input_text *t, struct pw_diags *diags)
{
    struct pw_cfile f;
    struct pw_coptions o = {0};
    struct pw_cversion v = {0};
    if (!pw_cfile_open(&f, t->src, &o, diags)) return false;
    p->program = pw_cfile_program(&f, &v, diags);
    pw_cversion_clear(&v);
    pw_cfile_close(&f);
    return p->program != NULL;
}

static const struct pw_input_kind kinds[] = {
    [PW_INPUT_DR] = {".dr", NULL, PW_ABOUT_PROGRAM, true, false, false, read_dr},
    [PW_INPUT_DRT] = {".drt", NULL, PW_ABOUT_TEMPLATE, true, false, false, read_drt},
    [PW_INPUT_TTS] = {".tts", ".prop", PW_ABOUT_NET, true, false, false, read_tts},
    [PW_INPUT_SPEC] = {".spec", NULL, PW_ABOUT_NET, false, false, false, read_spec},
    [PW_INPUT_PNML] = {".pnml", NULL, PW_ABOUT_NET, false, true, false, read_pnml},
    [PW_INPUT_LOLA] = {".lola", NULL, PW_ABOUT_NET, false, true, false, read_lola},
    [PW_INPUT_C] = {".c", NULL, PW_ABOUT_PROGRAM, true, false, true, read_c},
    [PW_INPUT_I] = {".i", NULL, PW_ABOUT_PROGRAM, true, false, true, read_c},
};
_Static_assert(sizeof kinds / sizeof *kinds == PW_INPUT_OTHER, "a row for every kind");

enum pw_input pw_input_of(const char *path)
{
    size_t n = strlen(path);
    if (!strcmp(path, "-")) return PW_INPUT_DR;
    for (int i = 0; i < PW_INPUT_OTHER; i++) {
        assert((size_t)i < sizeof kinds / sizeof *kinds);
        size_t k = strlen(kinds[i].ending);
        if (n > k && !strcmp(path + n - k, kinds[i].ending)) return (enum pw_input)i;
    }
    return PW_INPUT_OTHER;
}

const struct pw_input_kind *pw_input_kind(enum pw_input i)
{
    return i < PW_INPUT_OTHER ? &kinds[i] : NULL;
}

bool pw_input_is(const char *path, enum pw_subject about)
{
    const struct pw_input_kind *k = pw_input_kind(pw_input_of(path));
    return k && k->about == about;
}

void pw_input_endings(const char *last, struct pw_strbuf *out)
{
    for (int i = 0; i < PW_INPUT_OTHER; i++) {
        if (i && i + 1 == PW_INPUT_OTHER)
            pw_strbuf_printf(out, " %s ", last);
        else if (i)
            pw_strbuf_puts(out, ", ");
        assert((size_t)i < sizeof kinds / sizeof *kinds);
        pw_strbuf_puts(out, kinds[i].ending);
    }
}

bool pw_input_beside(const char *path, struct pw_strbuf *out)
{
    const struct pw_input_kind *k = pw_input_kind(pw_input_of(path));
    if (!k || !k->beside) return false;
    pw_strbuf_write(out, path, strlen(path) - strlen(k->ending));
    pw_strbuf_puts(out, k->beside);
    return true;
}

bool pw_problem_read(struct pw_problem *p, const struct pw_input_text *t, struct pw_diags *diags)
{
    const struct pw_input_kind *k = pw_input_kind(t->input);
    *p = (struct pw_problem){0};
    if (k)
        p->about = k->about;
    else
        pw_diag_add(diags, PW_ERROR, NULL, 0, 0, NULL, "unknown kind of input");
    if (k && k->read(p, t, diags)) return true;
    pw_problem_clear(p);
    return false;
}

void pw_problem_clear(struct pw_problem *p)
{
    if (p->program) pw_program_free(p->program);
    if (p->template) pw_dual_free(p->template);
    if (p->net) {
        pw_net_clear(p->net);
        PW_FREE(p->net);
    }
    *p = (struct pw_problem){0};
}

#include "cli/two_programs.h"

#include <string.h>

#include "cli/defines.h"
#include "engine/input.h"
#include "front/c/cfront.h"
#include "front/dr/dr.h"

static struct pw_dr_part part_of(const struct pw_two_wishes *w, bool abstract)
{
    return (struct pw_dr_part){
        .abstract = abstract, .keep = &w->keep, .nkeep = w->keep != NULL, .renewed = w->renewed};
}

static void read_dr(struct pw_two_programs *x, const pw_defines *d, const struct pw_two_wishes *w)
{
    struct pw_diags again = {0};
    struct pw_dr_part concrete = part_of(w, false), abstract = part_of(w, true);
    if (w->more) {
        struct pw_strbuf text = {0};
        struct pw_source all;
        pw_strbuf_write(&text, x->src.text, x->src.size);
        pw_strbuf_printf(&text, "\n%s", w->more);
        pw_source_from_text(&all, x->src.name, pw_strbuf_text(&text), text.n);
        pw_source_clear(&x->src);
        pw_strbuf_clear(&text);
        x->src = all;
    }
    x->concrete = pw_dr_parse_part(&x->src, d->at, d->n, &concrete, &x->diags);
    if (x->concrete) x->abstract = pw_dr_parse_part(&x->src, d->at, d->n, &abstract, &again);
    pw_diags_clear(&again); /* what there is to say was said of the concrete program */
}

static void read_c(struct pw_two_programs *x, struct pw_app *app, const struct pw_two_wishes *w)
{
    struct pw_cfile f;
    struct pw_coptions o = {.properties = &w->more, .nproperties = w->more != NULL};
    struct pw_cversion v = {.integers = o.integers}, same = {.integers = o.integers};
    struct pw_dr_part concrete = part_of(w, false), abstract = part_of(w, true);
    if (!pw_cfile_open(&f, &x->src, &o, &x->diags)) return;
    x->concrete = pw_cfile_program_part(&f, &v, &concrete, &x->diags);
    for (size_t i = 0; !w->more && i < v.notes.n; i++)
        pw_app_note(app, "%s", v.notes.at[i]);
    if (x->concrete) x->abstract = pw_cfile_program_part(&f, &same, &abstract, &x->diags);
    pw_cversion_clear(&v);
    pw_cversion_clear(&same);
    pw_cfile_close(&f);
}

int pw_two_programs_open(struct pw_two_programs *x, struct pw_app *app, const char *file,
                         const struct pw_two_wishes *wishes)
{
    const struct pw_input_kind *kind = pw_input_kind(pw_input_of(file));
    pw_defines d = {0};
    *x = (struct pw_two_programs){0};
    int exit = pw_app_read(app, file, &x->src);
    if (exit) return exit;
    exit = pw_defines_split(app, &d);
    if (!exit && kind && kind->in_c)
        read_c(x, app, wishes);
    else if (!exit)
        read_dr(x, &d, wishes);
    pw_defines_clear(&d);
    if (exit) pw_two_programs_close(x);
    return exit;
}

void pw_two_programs_close(struct pw_two_programs *x)
{
    pw_program_free(x->concrete);
    pw_program_free(x->abstract);
    pw_diags_clear(&x->diags);
    pw_source_clear(&x->src);
}

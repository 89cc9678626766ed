/* gen_dr -- prints a random program: gen_dr SEED [knob=value ...]; gen_dr --help lists the
 * knobs. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/gen_tree.h"

static void help(void)
{
    puts("usage: gen_dr SEED [knob=value ...]\nPrints a random program of the language. The knobs "
         "and their defaults:");
#define X(field, preset, help) printf("  %-11s %4d  %s\n", #field, preset, help);
    GEN_KNOBS(X)
#undef X
}

static bool set_knob(struct gen_knobs *k, const char *arg)
{
    const char *equals = strchr(arg, '=');
    if (!equals) return false;
#define X(field, preset, help)                                                                     \
    if (!strncmp(arg, #field "=", sizeof #field)) return k->field = atoi(equals + 1), true;
    GEN_KNOBS(X)
#undef X
    return false;
}

int main(int argc, char **argv)
{
    struct gen_knobs knobs = gen_defaults;
    struct pw_strbuf out = {0};
    if (argc < 2 || !strcmp(argv[1], "--help")) return help(), argc < 2 ? 64 : 0;
    for (int i = 2; i < argc; i++)
        if (!set_knob(&knobs, argv[i]))
            return fprintf(stderr, "gen_dr: no knob '%s'\n", argv[i]), 64;
    struct gen_program *g = gen_random(strtoull(argv[1], NULL, 10), &knobs);
    gen_print(g, &out);
    fputs(pw_strbuf_text(&out), stdout);
    pw_strbuf_clear(&out);
    gen_free(g);
    return 0;
}

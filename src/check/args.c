#include "check/args.h"

#include "config.h"

#include <stdio.h>
#include <string.h>

#include "base/mem.h"

static const char help[] =
    "Usage: pwqo-check [-q] [--input=FILE]... [-D NAME=VALUE]... CERTIFICATE...\n\n"
    "Re-checks certificates that 'pwqo verify --certificate' has written; '-' is standard input.\n"
    "Prints what was checked, and VALID, or the condition that fails.\n\n"
    "  -i, --input=FILE         FILE must be an input that the certificate names, by its SHA-256,\n"
    "                           with the -D options that are given here; may be repeated\n"
    "  -D, --define=NAME=VALUE  the proof was made with this definition\n"
    "  -q, --quiet              print the verdicts only\n"
    "  -h, --help               print this help and exit\n"
    "      --version            print the version and exit\n\n"
    "Exit status: 0 every certificate is VALID; 5 the memory is not enough, or a proof is too\n"
    "large; 10 a certificate is INVALID; 64 usage error; 65 a file is not a certificate; 66 a "
    "file\n"
    "cannot be read; 74 output cannot be written. Of several certificates the largest counts.\n";

/* The value of an option NAME=VALUE, -cVALUE or -c VALUE at argv[*i], or NULL. */
static const char *value(char **argv, int *i, const char *name, char letter)
{
    const char *a = argv[*i];
    if (!strncmp(a, name, strlen(name))) return a + strlen(name);
    if (a[0] != '-' || a[1] != letter) return NULL;
    return a[2] ? a + 2 : argv[*i + 1] ? argv[++*i] : NULL;
}

static int usage(const char *what, const char *why)
{
    fprintf(stderr, "pwqo-check: %s%s\nTry 'pwqo-check --help'.\n", what, why);
    return PWC_EXIT_USAGE;
}

int pwc_args_read(struct pwc_args *args, char **argv)
{
    size_t argc = 0;
    bool options = true;
    while (argv[argc])
        argc++;
    args->names = PW_NEWS(const char *, argc + 1);
    args->given.files = PW_NEWS(const char *, argc + 1);
    if (argv[1] && (!strcmp(argv[1], "--help") || !strcmp(argv[1], "-h")))
        return fputs(help, stdout), PWC_EXIT_VALID;
    if (argv[1] && !strcmp(argv[1], "--version"))
        return puts("pwqo-check " PACKAGE_VERSION), PWC_EXIT_VALID;
    for (int i = 1; argv[i]; i++) {
        const char *a = argv[i], *v;
        if (!options || a[0] != '-' || !a[1])
            args->names[args->n++] = a;
        else if (!strcmp(a, "--"))
            options = false;
        else if (!strcmp(a, "-q") || !strcmp(a, "--quiet"))
            args->quiet = true;
        else if ((v = value(argv, &i, "--input=", 'i')))
            args->given.files[args->given.nfiles++] = v;
        else if ((v = value(argv, &i, "--define=", 'D')) && strchr(v, '=')) {
            int name = (int)(strchr(v, '=') - v);
            pw_strbuf_printf(&args->given.defines, "%.*s %s\n", name, v, v + name + 1);
            args->given.ndefines++;
        } else
            return usage("unknown option, or one without its value: ", a);
    }
    if (!args->n) return usage("no certificate given", "");
    if (args->given.ndefines && !args->given.nfiles) return usage("-D goes with --input", "");
    return PWC_EXIT_VALID;
}

/* main.c -- the program pwqo-check: its command line and what it prints. */
#include "config.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "base/guard.h"
#include "base/mem.h"
#include "base/sha256.h"
#include "base/source.h"
#include "check/bind.h"

enum { VALID = 0, UNKNOWN = 5, INVALID = 10, USAGE = 64, BAD = 65, UNREADABLE = 66, OUTPUT = 74 };

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

struct run {
    char **argv;
    struct pwc_given given;
    const char **names;
    size_t n;
    bool quiet;
    int exit;
};

static bool read(struct run *run, const char *name, struct pw_source *text)
{
    const char *why;
    if (pw_source_read(text, name, &why) == PW_SOURCE_OK) return true;
    fprintf(stderr, "pwqo-check: %s: %s\n", name, why);
    if (run->exit < UNREADABLE) run->exit = UNREADABLE;
    return false;
}

static void check_file(struct run *run, const char *name)
{
    static const int exits[] = {UNKNOWN, VALID, INVALID, BAD};
    static const char *const words[] = {"UNKNOWN", "VALID", "INVALID", "not a certificate"};
    struct pw_source text;
    struct pwc_result r;
    struct pw_strbuf bound = {0};
    if (!read(run, name, &text)) return;
    pwc_check(text.text, text.size, NULL, &r);
    if (r.status == PWC_VALID) pwc_bind(&r, &run->given, &bound);
    for (int i = 0; i < (int)r.passed && !run->quiet; i++)
        printf("  ok  %s\n", r.said[i]);
    assert((size_t)r.status < sizeof words / sizeof *words);
    printf("%s: %s", text.name, words[r.status]);
    if (r.line) printf(": line %lu", r.line);
    if (r.status == PWC_VALID)
        puts(pw_strbuf_text(&bound));
    else
        printf(": %s\n", r.why ? r.why : r.message);
    if (exits[r.status] > run->exit) run->exit = exits[r.status];
    pw_strbuf_clear(&bound);
    pw_source_clear(&text);
}

static void check_files(struct run *run)
{
    for (size_t i = 0; i < run->given.nfiles; i++) {
        struct pw_source input;
        char hash[PW_SHA256_HEX];
        if (!read(run, run->given.files[i], &input)) return;
        pw_sha256_hex(input.text, input.size, hash);
        pw_strbuf_printf(&run->given.hashes, "%s\n", hash);
        pw_source_clear(&input);
    }
    for (size_t i = 0; i < run->n; i++)
        check_file(run, run->names[i]);
}

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
    return USAGE;
}

static int parse(struct run *run, char **argv)
{
    bool options = true;
    for (int i = 1; argv[i]; i++) {
        const char *a = argv[i], *v;
        if (!options || a[0] != '-' || !a[1])
            run->names[run->n++] = a;
        else if (!strcmp(a, "--"))
            options = false;
        else if (!strcmp(a, "-q") || !strcmp(a, "--quiet"))
            run->quiet = true;
        else if ((v = value(argv, &i, "--input=", 'i')))
            run->given.files[run->given.nfiles++] = v;
        else if ((v = value(argv, &i, "--define=", 'D')) && strchr(v, '=')) {
            int name = (int)(strchr(v, '=') - v);
            pw_strbuf_printf(&run->given.defines, "%.*s %s\n", name, v, v + name + 1);
            run->given.ndefines++;
        } else
            return usage("unknown option, or one without its value: ", a);
    }
    if (!run->n) return usage("no certificate given", "");
    if (run->given.ndefines && !run->given.nfiles) return usage("-D goes with --input", "");
    return VALID;
}

static void work(void *arg)
{
    struct run *run = arg;
    char **argv = run->argv;
    size_t argc = 0;
    while (argv[argc])
        argc++;
    run->names = PW_NEWS(const char *, argc + 1);
    run->given.files = PW_NEWS(const char *, argc + 1);
    if (argv[1] && (!strcmp(argv[1], "--help") || !strcmp(argv[1], "-h")))
        fputs(help, stdout);
    else if (argv[1] && !strcmp(argv[1], "--version"))
        puts("pwqo-check " PACKAGE_VERSION);
    else if (!(run->exit = parse(run, argv)))
        check_files(run);
}

int main(int argc, char **argv)
{
    struct run run = {.argv = argv};
    (void)argc;
    enum pw_stop why = pw_guard_run(work, &run);
    if (why != PW_STOP_NONE) {
        fprintf(stderr, "pwqo-check: stopped: %s\n", pw_guard_reason(why));
        run.exit = UNKNOWN;
    }
    if (!ferror(stdout) && !fflush(stdout)) return run.exit;
    perror("pwqo-check: cannot write to standard output");
    return OUTPUT;
}

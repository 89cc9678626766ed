/* main.c -- the program pwqo-check: reads the files that it is given, prints what was found. */
#include <assert.h>
#include <stdio.h>

#include "base/guard.h"
#include "base/sha256.h"
#include "base/source.h"
#include "check/args.h"

struct run {
    char **argv;
    struct pwc_args args;
    int exit;
};

static bool read(struct run *run, const char *name, struct pw_source *text)
{
    const char *why;
    if (pw_source_read(text, name, &why) == PW_SOURCE_OK) return true;
    fprintf(stderr, "pwqo-check: %s: %s\n", name, why);
    if (run->exit < PWC_EXIT_UNREADABLE) run->exit = PWC_EXIT_UNREADABLE;
    return false;
}

static void check_file(struct run *run, const char *name)
{
    static const struct {
        const char *word;
        int exit;
    } as[] = {[PWC_STOPPED] = {"UNKNOWN", PWC_EXIT_UNKNOWN},
              [PWC_VALID] = {"VALID", PWC_EXIT_VALID},
              [PWC_INVALID] = {"INVALID", PWC_EXIT_INVALID},
              [PWC_MALFORMED] = {"not a certificate", PWC_EXIT_BAD}};
    struct pw_source text;
    struct pwc_result r;
    struct pw_strbuf bound = {0};
    if (!read(run, name, &text)) return;
    pwc_check(text.text, text.size, NULL, &r);
    if (r.status == PWC_VALID) pwc_bind(&r, &run->args.given, &bound);
    for (int i = 0; i < (int)r.passed && !run->args.quiet; i++)
        printf("  ok  %s\n", r.said[i]);
    assert((size_t)r.status < sizeof as / sizeof *as);
    printf("%s: %s", text.name, as[r.status].word);
    if (r.line) printf(": line %lu", r.line);
    if (r.status == PWC_VALID)
        puts(pw_strbuf_text(&bound));
    else
        printf(": %s\n", r.why ? r.why : r.message);
    if (as[r.status].exit > run->exit) run->exit = as[r.status].exit;
    pw_strbuf_clear(&bound);
    pw_source_clear(&text);
}

static void check_files(void *arg)
{
    struct run *run = arg;
    struct pwc_given *given = &run->args.given;
    if ((run->exit = pwc_args_read(&run->args, run->argv))) return;
    for (size_t i = 0; i < given->nfiles; i++) {
        struct pw_source input;
        char hash[PW_SHA256_HEX];
        if (!read(run, given->files[i], &input)) return;
        pw_sha256_hex(input.text, input.size, hash);
        pw_strbuf_printf(&given->hashes, "%s\n", hash);
        pw_source_clear(&input);
    }
    for (size_t i = 0; i < run->args.n; i++)
        check_file(run, run->args.names[i]);
}

int main(int argc, char **argv)
{
    struct run run = {.argv = argv};
    (void)argc;
    enum pw_stop why = pw_guard_run(check_files, &run);
    if (why != PW_STOP_NONE) {
        fprintf(stderr, "pwqo-check: stopped: %s\n", pw_guard_reason(why));
        run.exit = PWC_EXIT_UNKNOWN;
    }
    if (!ferror(stdout) && !fflush(stdout)) return run.exit;
    perror("pwqo-check: cannot write to standard output");
    return PWC_EXIT_OUTPUT;
}

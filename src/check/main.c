/* main.c -- the program pwqo-check: its command line and what it prints. */
#include "config.h"

#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

#include "base/guard.h"
#include "base/json.h"
#include "base/limits.h"
#include "base/options.h"
#include "base/sha256.h"
#include "base/source.h"
#include "check/check.h"
#include "check/man.h"

struct options {
#define OPTION(...) PW_OPTION_FIELD(__VA_ARGS__)
#include "check/options.def"
#undef OPTION
};

static const struct pw_option rows[] = {
#define OPTION(...) PW_OPTION_ROW(struct options, __VA_ARGS__)
#include "check/options.def"
#undef OPTION
};
static const struct pw_option_table table = {rows, sizeof rows / sizeof *rows};

static void stop(int number)
{
    (void)number;
    pw_limits_interrupt();
}

static int usage(const char *message)
{
    fprintf(stderr, "pwqo-check: %s\nTry 'pwqo-check --help'.\n", message);
    return EXIT_USAGE;
}

static bool write_out(struct pw_strbuf *out)
{
    bool ok = fwrite(pw_strbuf_text(out), 1, out->n, stdout) == out->n && !fflush(stdout);
    if (!ok) perror("pwqo-check: cannot write to standard output");
    pw_strbuf_reset(out);
    return ok;
}

/* ---- what was checked, in words ---- */

static const char *const part_names[PWC_PARTS] = {"form", "start", "closed", "bad", "pre", "initial"};

static void print_part(const struct pwc_result *r, enum pwc_part part, struct pw_strbuf *out)
{
    const char *global = r->net ? "global" : "shared", *place = r->net ? "places" : "local states";
    switch (part) {
    case PWC_FORM: pw_strbuf_puts(out, "text complete, checksum right"); break;
    case PWC_START: pw_strbuf_puts(out, "every initial state is in the invariant J"); break;
    case PWC_CLOSED:
        pw_strbuf_printf(out, "J is closed under all %" PRIu64 " steps (%" PRIu64 " %s states, %" PRIu64 " %s, %" PRIu64 " pairs, %" PRIu64 " inequalities",
                         r->steps, r->globals, global, r->places, place, r->pairs, r->linear);
        if (r->traps) pw_strbuf_printf(out, ", %" PRIu64 " traps", r->traps);
        if (r->ideals) pw_strbuf_printf(out, ", %" PRIu64 " ideals", r->ideals);
        pw_strbuf_putc(out, ')');
        break;
    case PWC_BAD: pw_strbuf_printf(out, "bad states in J (%" PRIu64 " kinds) lie above the basis", r->bads); break;
    case PWC_PRE:
        pw_strbuf_printf(out, "predecessors of the %" PRIu64 " basis elements that are in J lie above the basis (%" PRIu64 " looked at)", r->basis, r->predecessors);
        break;
    default: pw_strbuf_puts(out, "no initial state lies above the basis"); break;
    }
}

static void print_text(const char *name, const struct pwc_result *r, bool quiet, struct pw_strbuf *out)
{
    if (!quiet && r->status != PWC_MALFORMED) {
        pw_strbuf_printf(out, "%s: %s certificate for %s", name, r->net ? "net" : "template", r->model[0] ? r->model : "(no name)");
        pw_strbuf_printf(out, "%s\n", r->net ? "" : r->paper ? ", closure as in the paper" : r->sharp ? ", closure with witness and traps" : ", closure with witness");
        for (int i = 0; i < (int)r->passed; i++) {
            pw_strbuf_puts(out, "  ok  ");
            print_part(r, i, out);
            pw_strbuf_putc(out, '\n');
        }
        if (r->status == PWC_VALID)
            pw_strbuf_printf(out, "  not checked here: that %s the input%s\n", r->net ? "the net is that of" : "template, labels, counts and bad states are those of",
                             r->net ? "" : " (pwqo abstract --format=smt2 --template=CERT)");
    }
    pw_strbuf_printf(out, "%s: ", name);
    if (r->status == PWC_VALID) pw_strbuf_puts(out, "VALID\n");
    else if (r->status == PWC_STOPPED) pw_strbuf_printf(out, "UNKNOWN: %s\n", r->why ? r->why : r->message);
    else {
        pw_strbuf_puts(out, r->status == PWC_INVALID ? "INVALID: " : "not a certificate: ");
        if (r->line) pw_strbuf_printf(out, "line %lu: ", r->line);
        pw_strbuf_printf(out, "%s\n", r->message);
    }
}

static void print_json(const char *name, const struct pwc_result *r, struct pw_strbuf *out)
{
    static const char *const words[] = {"unknown", "valid", "invalid", "malformed"};
    struct pw_json j;
    pw_json_start(&j, out);
    pw_json_object(&j);
    pw_json_key(&j, "tool"), pw_json_string(&j, "pwqo-check");
    pw_json_key(&j, "version"), pw_json_string(&j, PACKAGE_VERSION);
    pw_json_key(&j, "file"), pw_json_string(&j, name);
    pw_json_key(&j, "verdict"), pw_json_string(&j, words[r->status]);
    pw_json_key(&j, "line"), r->line ? pw_json_int(&j, (int64_t)r->line) : pw_json_null(&j);
    pw_json_key(&j, "reason");
    if (r->status == PWC_VALID) pw_json_null(&j);
    else pw_json_string(&j, r->why ? r->why : r->message);
    pw_json_key(&j, "model"), pw_json_string(&j, r->model);
    pw_json_key(&j, "sha256"), pw_json_string(&j, r->hash);
    pw_json_key(&j, "checked"), pw_json_array(&j);
    for (int i = 0; i < (int)r->passed; i++) pw_json_string(&j, part_names[i]);
    pw_json_end(&j);
    pw_json_key(&j, "basis"), pw_json_int(&j, (int64_t)r->basis);
    pw_json_key(&j, "predecessors"), pw_json_int(&j, (int64_t)r->predecessors);
    pw_json_end(&j);
    pw_strbuf_putc(out, '\n');
}

/* ---- a run ---- */

struct run {
    struct options opt;
    int files;
    char **names;
    int exit;
};

static void worsen(int *exit, int now)
{
    if (now > *exit) *exit = now;
}

/* The files given with --input must be named by the certificate; its text is known to be well formed. */
static void compare_inputs(const struct options *opt, const struct pw_source *cert, struct pwc_result *r, int *exit)
{
    for (size_t i = 0; i < opt->inputs.n && r->status == PWC_VALID; i++) {
        struct pw_source input;
        const char *why;
        char hash[PW_SHA256_HEX], line[PW_SHA256_HEX + 2];
        if (pw_source_read(&input, opt->inputs.at[i], &why) != PW_SOURCE_OK) {
            fprintf(stderr, "pwqo-check: %s: %s\n", opt->inputs.at[i], why);
            worsen(exit, EXIT_UNREADABLE);
            r->status = PWC_STOPPED, r->why = "an input to compare with cannot be read";
            continue;
        }
        pw_sha256_hex(input.text, input.size, hash);
        snprintf(line, sizeof line, "\n%s ", hash);
        const char *found = strstr(cert->text, line), *defines = strstr(cert->text, "\ndefines ");
        if (!found || found > defines) {
            r->status = PWC_INVALID, r->line = 2;
            snprintf(r->message, sizeof r->message, "%.400s is not an input of this certificate", opt->inputs.at[i]);
        }
        pw_source_clear(&input);
    }
}

static void check_file(struct run *run, const char *name)
{
    struct pw_source text;
    struct pw_strbuf out = {0};
    struct pwc_result result;
    const char *why;
    if (pw_source_read(&text, name, &why) != PW_SOURCE_OK) {
        fprintf(stderr, "pwqo-check: %s: %s\n", name, why);
        worsen(&run->exit, EXIT_UNREADABLE);
        return;
    }
    pwc_check(text.text, text.size, &result);
    compare_inputs(&run->opt, &text, &result, &run->exit);
    static const int exits[] = {EXIT_UNKNOWN, EXIT_VALID, EXIT_INVALID, EXIT_BAD};
    worsen(&run->exit, exits[result.status]);
    if (run->opt.json) print_json(text.name, &result, &out);
    else print_text(text.name, &result, run->opt.quiet, &out);
    if (!write_out(&out)) worsen(&run->exit, EXIT_OUTPUT);
    pw_strbuf_clear(&out);
    pw_source_clear(&text);
}

static void check_files(void *arg)
{
    struct run *run = arg;
    for (int i = 0; i < run->files; i++) check_file(run, run->names[i]);
}

static int print_and_clear(struct pw_strbuf *out)
{
    bool ok = write_out(out);
    pw_strbuf_clear(out);
    return ok ? EXIT_VALID : EXIT_OUTPUT;
}

static int help(void)
{
    struct pw_strbuf out = {0};
    pw_strbuf_puts(&out, "Usage: pwqo-check [OPTION]... CERTIFICATE...\n\n"
                         "Re-checks certificates that 'pwqo verify --certificate' has written; '-' is standard input.\n"
                         "Prints what was checked, and VALID, or the condition that fails.\n\n");
    pw_options_help(table, "*", &out);
    pwc_man_exits(&out);
    return print_and_clear(&out);
}

/* For the build: the manual page. */
static int manual(void)
{
    struct pw_strbuf out = {0};
    pwc_man_print(table, PACKAGE_VERSION, &out);
    return print_and_clear(&out);
}

static int version(void)
{
    struct pw_strbuf out = {0};
    pw_strbuf_puts(&out, "pwqo-check " PACKAGE_VERSION "\n");
    return print_and_clear(&out);
}

/* Collects the files at the front of names. */
static int parse(struct run *run, int argc, char **argv)
{
    struct pw_strbuf why = {0};
    bool only_files = false;
    int exit = EXIT_VALID;
    run->names = argv;
    for (int i = 1; i < argc && !exit;) {
        size_t used = 1;
        if (only_files || argv[i][0] != '-' || !argv[i][1]) run->names[run->files++] = argv[i];
        else if (!strcmp(argv[i], "--")) only_files = true;
        else if (!(used = pw_options_take(table, "check", argv + i, (size_t)(argc - i), &run->opt, &why))) exit = usage(pw_strbuf_text(&why));
        i += (int)used;
    }
    pw_strbuf_clear(&why);
    return exit;
}

int main(int argc, char **argv)
{
    struct sigaction act = {.sa_handler = stop}, ignore = {.sa_handler = SIG_IGN};
    struct run run = {0};
    sigaction(SIGINT, &act, NULL), sigaction(SIGTERM, &act, NULL), sigaction(SIGPIPE, &ignore, NULL);
    pw_options_preset(table, &run.opt);
    if (argc == 2 && !strcmp(argv[1], "--man")) return manual();
    int exit = parse(&run, argc, argv);
    if (!exit && run.opt.help) exit = help();
    else if (!exit && run.opt.version) exit = version();
    else if (!exit && !run.files) exit = usage("no certificate given");
    else if (!exit) {
        pw_limits_start(run.opt.time_limit);
        pw_mem_set_limit((size_t)run.opt.memory_limit << 20);
        enum pw_stop why = pw_guard_run(check_files, &run); /* a limit while reading a file */
        if (why != PW_STOP_NONE) fprintf(stderr, "pwqo-check: stopped: %s\n", pw_guard_reason(why)), worsen(&run.exit, EXIT_UNKNOWN);
        exit = run.exit;
    }
    pw_options_clear(table, &run.opt);
    return exit;
}

#include <string.h>

#include "cli/app.h"
#include "cli/machine.h"
#include "cli/words.h"

enum { LINE_COLUMN = 12 };

static const struct {
    int code;
    const char *meaning;
} exits[] = {
#define EXIT(name, code, meaning) {code, meaning},
#include "cli/exits.def"
#undef EXIT
};

static const char about[] = "decides, for every number of threads at once, whether a shared-memory "
                            "program can reach a bad state";

static void print_exits(struct pw_strbuf *out)
{
    pw_strbuf_puts(out, "\nExit status:\n");
    for (size_t i = 0; i < sizeof exits / sizeof *exits; i++) {
        pw_strbuf_printf(out, "  %2d  ", exits[i].code);
        pw_options_fill(exits[i].meaning, 6, 6, out);
    }
}

void pw_help_start(struct pw_strbuf *out)
{
    pw_strbuf_puts(out, "pwqo ");
    pw_options_fill(about, 5, 0, out);
    pw_strbuf_puts(out, "\nUsage: pwqo COMMAND [OPTION]... [FILE]...\n\n");
    for (size_t i = 0; i < pw_commands_n; i++) {
        pw_strbuf_printf(out, "  %-*s", LINE_COLUMN, pw_commands[i].name);
        pw_options_fill(pw_commands[i].line, LINE_COLUMN + 2, LINE_COLUMN + 2, out);
        pw_strbuf_printf(out, "  %-*s%s\n", LINE_COLUMN, "", pw_commands[i].example);
    }
    pw_strbuf_puts(
        out, "\nStart with 'pwqo new lock.dr'. 'pwqo --help' has the options of every command.\n");
}

void pw_help_overview(struct pw_strbuf *out)
{
    pw_strbuf_puts(out, "Usage: pwqo COMMAND [OPTION]... [FILE]...\n\npwqo ");
    pw_options_fill(about, 5, 0, out);
    pw_strbuf_puts(out, "\nCommands:\n");
    for (size_t i = 0; i < pw_commands_n; i++) {
        pw_strbuf_printf(out, "  %-*s", LINE_COLUMN, pw_commands[i].name);
        pw_options_fill(pw_commands[i].line, LINE_COLUMN + 2, LINE_COLUMN + 2, out);
    }
    pw_strbuf_puts(out, "\nOptions of every command:\n");
    pw_options_help(pw_option_table, "*", out);
    print_exits(out);
    pw_strbuf_puts(
        out, "\n'pwqo COMMAND --help' tells more about a command. A file '-' is standard input.\n");
}

void pw_help_command(const struct pw_command *c, struct pw_strbuf *out)
{
    pw_strbuf_printf(out, "Usage: pwqo %s [OPTION]... %s\n\n", c->name, c->synopsis);
    pw_options_fill(c->text, 0, 0, out);
    pw_strbuf_printf(out, "\nExample: %s\n", c->example);
    struct pw_strbuf own = {0};
    pw_options_help(pw_option_table, c->name, &own);
    if (own.n) pw_strbuf_printf(out, "\nOptions:\n%s", pw_strbuf_text(&own));
    pw_strbuf_clear(&own);
    pw_strbuf_puts(out, "\nOptions of every command:\n");
    pw_options_help(pw_option_table, "*", out);
}

void pw_help_version(struct pw_strbuf *out)
{
    pw_strbuf_printf(out, "pwqo %s (%s, %s)\n", pw_machine_version(), pw_machine_build(),
                     pw_machine_compiler());
}

/* --- the manual page --- */

static void man_commands(struct pw_strbuf *out)
{
    pw_strbuf_puts(out, ".SH COMMANDS\n");
    for (size_t i = 0; i < pw_commands_n; i++) {
        const struct pw_command *c = &pw_commands[i];
        pw_strbuf_printf(out, ".SS pwqo %s ", c->name);
        pw_options_roff(c->synopsis, out);
        pw_strbuf_putc(out, '\n');
        pw_options_roff(c->text, out);
        pw_strbuf_putc(out, '\n');
        pw_options_man(pw_option_table, c->name, out);
    }
}

static void man_exits(struct pw_strbuf *out)
{
    pw_strbuf_puts(out, ".SH EXIT STATUS\n");
    for (size_t i = 0; i < sizeof exits / sizeof *exits; i++) {
        pw_strbuf_printf(out, ".TP\n.B %d\n", exits[i].code);
        pw_options_roff(exits[i].meaning, out);
        pw_strbuf_puts(out, ".\n");
    }
    pw_strbuf_puts(out, ".PP\nOf several files, 64 to 74 win over 10, 10 over 5, 5 over 0.\n");
}

static const char man_tail[] =
#include "cli/man_tail.inc"
    ;

void pw_help_man(struct pw_strbuf *out)
{
    pw_strbuf_printf(out, ".TH PWQO 1 \"\" \"pwqo %s\" \"User Commands\"\n", pw_machine_version());
    pw_strbuf_printf(out,
                     ".ad l\n"
                     ".SH NAME\npwqo \\- %s\n.SH SYNOPSIS\n.B pwqo\n\\fICOMMAND\\fR "
                     "[\\fIOPTION\\fR]... [\\fIFILE\\fR]...\n",
                     "verify programs with any number of threads");
    pw_strbuf_puts(out, ".SH DESCRIPTION\n.B pwqo\n");
    pw_options_roff(about, out);
    pw_strbuf_puts(out, ".\nOptions may stand before or after the files; \\fB\\-\\-\\fR ends them, "
                        "and a file \\fB\\-\\fR is standard input.\n"
                        "Results go to standard output, everything else to standard error.\n");
    man_commands(out);
    pw_strbuf_puts(out, ".SH OPTIONS OF EVERY COMMAND\n");
    pw_options_man(pw_option_table, "*", out);
    man_exits(out);
    pw_words_man(out);
    pw_strbuf_puts(out, man_tail);
}

#include "check/man.h"

static const struct {
    int code;
    const char *meaning;
} exits[] = {
#define EXIT(name, code, meaning) {code, meaning},
#include "check/exits.def"
#undef EXIT
};

void pwc_man_exits(struct pw_strbuf *out)
{
    pw_strbuf_puts(out, "\nExit status:\n");
    for (size_t i = 0; i < sizeof exits / sizeof *exits; i++) pw_strbuf_printf(out, "  %2d  %s\n", exits[i].code, exits[i].meaning);
}

static void man_exits(struct pw_strbuf *out)
{
    pw_strbuf_puts(out, ".SH EXIT STATUS\n");
    for (size_t i = 0; i < sizeof exits / sizeof *exits; i++) {
        pw_strbuf_printf(out, ".TP\n.B %d\n", exits[i].code);
        pw_options_roff(exits[i].meaning, out);
        pw_strbuf_puts(out, ".\n");
    }
}

static const char head[] = ".SH NAME\n"
                           "pwqo\\-check \\- re\\-check a certificate of pwqo\n"
                           ".SH SYNOPSIS\n"
                           ".B pwqo\\-check\n"
                           "[\\fIOPTION\\fR]... \\fICERTIFICATE\\fR...\n"
                           ".SH DESCRIPTION\n"
                           ".B pwqo\\-check\n"
                           "reads certificates that \\fBpwqo verify \\-\\-certificate\\fR has written and checks every condition that makes them a\n"
                           "proof: the text is complete, every initial state is in the invariant J, J is closed under all steps, the bad\n"
                           "states in J lie above the basis, so do the predecessors of the basis that are in J, and no initial state does.\n"
                           "It shares no code with the search, the closure or the solver of \\fBpwqo\\fR.\n"
                           "It prints what it checked and \\fBVALID\\fR, or the condition that fails. A file \\fB\\-\\fR is standard input.\n"
                           ".SH OPTIONS\n";

static const char tail[] = ".SH EXAMPLES\n"
                           ".TP\n"
                           "Prove, then check the proof:\n"
                           ".B pwqo verify \\-\\-certificate=ticket.cert models/ticket.dr && pwqo\\-check ticket.cert\n"
                           ".TP\n"
                           "Check also that the proof is about this very file:\n"
                           ".B pwqo\\-check \\-\\-input=models/ticket.dr ticket.cert\n"
                           ".SH LIMITS\n"
                           "For a program, the certificate proves the abstract template safe. That template and its initial states cover the\n"
                           "program is a claim of its own, which\n"
                           ".B pwqo abstract \\-\\-format=smt2 \\-\\-template=CERT\n"
                           "writes out for any SMT solver.\n"
                           ".SH SEE ALSO\n"
                           ".BR pwqo (1)\n";

void pwc_man_print(struct pw_option_table options, const char *version, struct pw_strbuf *out)
{
    pw_strbuf_printf(out, ".TH PWQO\\-CHECK 1 \"\" \"pwqo %s\" \"User Commands\"\n%s", version, head);
    pw_options_man(options, "*", out);
    man_exits(out);
    pw_strbuf_puts(out, tail);
}

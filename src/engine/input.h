/* input.h -- the kinds of input: one row per file ending. Everything that asks "what is this file?"
 * asks this table.
 *
 * Reading gives a problem: what the file is about, as a value that engines take. To add a format:
 * an enum, a row in input.c, a reader that fills one of the three subjects (a C front end
 * fills `program`), and the ending in cli/commands.def, doc/manual.md, doc/batch.md
 * (tests/cli/engines.sh compares), include/pwqo.h, tests/cli/files.sh, tests/golden/golden, and of
 * tests/fuzz fuzz_readers.c, libfuzzer, replay.sh, README and readers/. A reader of nets is
 * declared in cover/net.h. Pages: the one on the format (for nets doc/nets.md), doc/manual.md
 * (verify, --target, --template), doc/certificate.md (top, section 6), doc/architecture.md
 * (picture), NEWS; cli/options.def and cmd_abstract.c if it has a --target. Tests:
 * tests/cli/pnml.sh, check_proof.sh, tests/bad/nets/run.sh. That is enough for verify and batch.
 * Other commands and some engines call the readers of .dr and .drt themselves: look for pw_takes,
 * pw_dr_parse, pw_drt_parse, pw_format_source, pw_input_is and PW_INPUT_DR in src/cli, src/lsp and
 * src/engine. Certificates are tied to files of the kind by cli/bound.c and contrib/check-proof.
 *
 *   struct pw_problem p;
 *   if (pw_problem_read(&p, &text, &diags)) ... pw_problem_clear(&p); */
#ifndef PW_ENGINE_INPUT_H
#define PW_ENGINE_INPUT_H

#include "base/diag.h"
#include "base/source.h"
#include "prog/program.h"

enum pw_input {
    PW_INPUT_DR,
    PW_INPUT_DRT,
    PW_INPUT_TTS,
    PW_INPUT_SPEC,
    PW_INPUT_PNML,
    PW_INPUT_LOLA,
    PW_INPUT_C,
    PW_INPUT_I,
    PW_INPUT_OTHER
};

struct pw_dr_part;
struct pw_net;
struct pw_dual;

/* What an input is about. Bits, so that an engine can say which it takes. */
enum pw_subject { PW_ABOUT_PROGRAM = 1, PW_ABOUT_TEMPLATE = 2, PW_ABOUT_NET = 4 };

/* The texts of one input. All of them must outlive the diagnostics about them. */
struct pw_input_text {
    enum pw_input input;
    const struct pw_source *src;
    const struct pw_source *beside; /* of a kind with a second file: that file, or NULL */
    const struct pw_source *init;   /* --init of a .tts, or NULL */
    const struct pw_source *target; /* --target of a .pnml or .lola, or NULL */
    const struct pw_define *defines;
    size_t ndefines;
};

/* Exactly one of the three is not NULL. Engines do not change the program or the net; the diagrams
 * of a template grow while they work. */
struct pw_problem {
    enum pw_subject about;
    struct pw_program *program;
    struct pw_dual *template;
    struct pw_net *net;
    /* The program with abstract threads in the places of some threads (front/dr/dr.h), if some have
     * one and the problem was not read from a text; NULL: it does not exist. */
    struct pw_program *(*compose)(void *arg, const struct pw_dr_part *part);
    void *compose_arg;
};

struct pw_input_kind {
    const char *ending; /* ".dr" */
    const char *beside; /* the ending of a second file of that name which belongs to it, or NULL */
    enum pw_subject about;
    bool threads; /* the verdict speaks of threads (of markings otherwise) */
    bool target;  /* the property is in --target */
    bool in_c;    /* a C program: engine/cjob.h, which may translate it in several ways */
    bool (*read)(struct pw_problem *p, const struct pw_input_text *t, struct pw_diags *diags);
};

enum pw_input pw_input_of(const char *path);                /* by the ending; PW_INPUT_DR for "-" */
const struct pw_input_kind *pw_input_kind(enum pw_input i); /* NULL for PW_INPUT_OTHER */
bool pw_input_is(const char *path, enum pw_subject about);  /* is the file of a kind about that? */
/* ".dr, .drt, .tts, .spec, .pnml, .lola, .c and .i" with last = "and". */
void pw_input_endings(const char *last, struct pw_strbuf *out);
/* The name of the file that belongs beside `path` ("x.prop" for "x.tts"); false: none does. */
bool pw_input_beside(const char *path, struct pw_strbuf *out);

/* Reads the input. False: there are errors in *diags, and nothing to clear. */
bool pw_problem_read(struct pw_problem *p, const struct pw_input_text *t, struct pw_diags *diags);
void pw_problem_clear(struct pw_problem *p);

#endif

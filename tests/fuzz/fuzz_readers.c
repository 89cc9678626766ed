/* fuzz_readers.c -- whatever the bytes, the readers of nets, templates and SMT-LIB scripts answer
 * with a value or with messages, and what follows from a value that was read (a short search, the
 * printer and back, the script's answers) stops cleanly.
 *
 * With libFuzzer (README) the reader is chosen with -DREADER=spec, tts, prop, drt or smt2. Without
 * (-DREPLAY): a program that runs the files of its command line, the reader chosen by their
 * endings; that is how `make check` replays. A .tts text goes up to a line "%%", then its .prop,
 * then, behind another "%%", --init; the reader `prop` has the net fixed and takes all bytes as
 * target and --init. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/guard.h"
#include "base/limits.h"
#include "base/mem.h"
#include "cover/net.h"
#include "cover/search.h"
#include "dualref/dual.h"
#include "front/drt/drt.h"
#include "logic/smt.h"

struct input {
    const char *text;
    size_t size;
};

typedef void reader(void *input);

static void complain(const char *what)
{
    fprintf(stderr, "fuzz_readers: %s\n", what);
    abort();
}

static void judged(bool ok, const struct pw_diags *d)
{
    if (!ok && !d->errors) complain("refused without a message");
    if (ok && d->errors) complain("accepted with errors");
}

static void search(struct pw_net *net)
{
    struct pw_cover_options o;
    struct pw_cover_result r;
    struct pw_cover_stats stats = {0};
    size_t step;
    const char *why;
    pw_cover_options_init(&o);
    pw_cover_decide(&net->system, &o, &r, &stats);
    if (r.verdict == PW_COVERED && net->exact && !pw_net_replay(net, &r.trace, &step, &why))
        complain(why);
    pw_cover_result_clear(&r, net->system.globals);
}

static void finish_net(bool ok, struct pw_net *net, const struct pw_diags *d)
{
    judged(ok, d);
    if (!ok) return;
    if (net->system.globals <= 1000 && net->system.locals <= 1000) search(net);
    pw_net_clear(net);
}

static void read_spec(void *arg)
{
    const struct input *x = arg;
    struct pw_source src;
    struct pw_diags d = {0};
    struct pw_net net;
    pw_source_from_text(&src, "input", x->text, x->size);
    finish_net(pw_net_read_spec(&net, &src, &d), &net, &d);
    pw_diags_clear(&d);
    pw_source_clear(&src);
}

/* The part up to the next line "%%"; the rest stays in *x. */
static struct input part(struct input *x)
{
    struct input whole = *x;
    for (size_t i = 0; i + 4 <= x->size; i++)
        if (!memcmp(x->text + i, "\n%%\n", 4)) {
            *x = (struct input){whole.text + i + 4, whole.size - i - 4};
            return (struct input){whole.text, i};
        }
    *x = (struct input){whole.text + whole.size, 0};
    return whole;
}

static void read_net(struct input tts, struct input prop, struct input init)
{
    struct pw_source a, b, c;
    struct pw_diags d = {0};
    struct pw_net net;
    pw_source_from_text(&a, "tts", tts.text, tts.size);
    pw_source_from_text(&b, "prop", prop.text, prop.size);
    pw_source_from_text(&c, "--init", init.text, init.size);
    finish_net(pw_net_read_tts(&net, &a, &b, init.size ? &c : NULL, &d), &net, &d);
    pw_diags_clear(&d);
    pw_source_clear(&a), pw_source_clear(&b), pw_source_clear(&c);
}

static void read_tts(void *arg)
{
    struct input rest = *(const struct input *)arg, tts = part(&rest), prop = part(&rest);
    read_net(tts, prop, rest);
}

static void read_prop(void *arg)
{
    static const char net[] = "3 3\n0 0 -> 1 1 2 ~> 1\n1 1 +> 2 2\n2 0 ~> 0 1\n";
    struct input rest = *(const struct input *)arg, prop = part(&rest);
    read_net((struct input){net, strlen(net)}, prop, rest);
}

/* What is printed is read again, and printed the same. */
static void read_drt(void *arg)
{
    const struct input *x = arg;
    struct pw_source src, back;
    struct pw_diags d = {0};
    struct pw_strbuf once = {0}, twice = {0};
    pw_source_from_text(&src, "input", x->text, x->size);
    struct pw_dual *t = pw_drt_parse(&src, &d);
    judged(t != NULL, &d);
    if (t) {
        pw_drt_print(t, NULL, &once);
        pw_source_from_text(&back, "printed", pw_strbuf_text(&once), once.n);
        struct pw_dual *u = pw_drt_parse(&back, &d);
        if (!u) complain("what is printed is refused");
        pw_drt_print(u, NULL, &twice);
        if (strcmp(pw_strbuf_text(&once), pw_strbuf_text(&twice)))
            complain("printing changes the template");
        pw_dual_free(u);
        pw_source_clear(&back);
    }
    pw_dual_free(t);
    pw_strbuf_clear(&once), pw_strbuf_clear(&twice);
    pw_diags_clear(&d);
    pw_source_clear(&src);
}

static void ignore(void *arg, const char *text, size_t n)
{
    (void)arg, (void)text, (void)n;
}

static void read_smt2(void *arg)
{
    const struct input *x = arg;
    struct pw_source src;
    struct pw_diags d = {0};
    pw_source_from_text(&src, "input", x->text, x->size);
    judged(pw_smt_run(&src, &d, ignore, NULL, NULL), &d);
    pw_diags_clear(&d);
    pw_source_clear(&src);
}

/* Under limits, which are no finding; memory must be as before. */
static void examine(reader *read, const char *text, size_t size)
{
    struct input x = {text, size};
    size_t bytes = pw_mem_bytes();
    pw_mem_set_limit(bytes + ((size_t)128 << 20));
    pw_limits_start(0.1);
    pw_guard_run(read, &x);
    pw_limits_start(0);
    pw_mem_set_limit(0);
    if (pw_mem_bytes() != bytes) complain("leak");
}

/* With a target of two places: p in .lola, id p in .pnml. */
static void read_with_target(const struct input *x,
                             bool (*read)(struct pw_net *, const struct pw_source *,
                                          const struct pw_source *, struct pw_diags *))
{
    static const char text[] = "p >= 2 || p >= 1 && q >= 1";
    struct pw_source src, target;
    struct pw_diags d = {0};
    struct pw_net net;
    pw_source_from_text(&src, "input", x->text, x->size);
    pw_source_from_text(&target, "--target", text, sizeof text - 1);
    finish_net(read(&net, &src, &target, &d), &net, &d);
    pw_diags_clear(&d);
    pw_source_clear(&src);
    pw_source_clear(&target);
}

static void read_pnml(void *arg)
{
    read_with_target(arg, pw_net_read_pnml);
}

static void read_lola(void *arg)
{
    read_with_target(arg, pw_net_read_lola);
}

#ifndef REPLAY
#define JOIN(a, b) a##b
#define NAMED(x) JOIN(read_, x)
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static reader *const all[] = {read_spec, read_tts, read_prop, read_pnml,
                                  read_lola, read_drt, read_smt2};
    (void)all; /* one of them is used */
    examine(NAMED(READER), (const char *)data, size);
    return 0;
}
#else
static const struct {
    const char *ending;
    reader *read;
} readers[] = {{".spec", read_spec}, {".tts", read_tts}, {".prop", read_prop}, {".pnml", read_pnml},
               {".lola", read_lola}, {".drt", read_drt}, {".smt2", read_smt2}};

int main(int argc, char **argv)
{
    int n = 0;
    for (int i = 1; i < argc; i++) {
        struct pw_source src;
        const char *why, *dot = strrchr(argv[i], '.');
        if (pw_source_read(&src, argv[i], &why) != PW_SOURCE_OK)
            return fprintf(stderr, "%s: %s\n", argv[i], why), 1;
        for (size_t k = 0; dot && k < sizeof readers / sizeof *readers; k++)
            if (!strcmp(dot, readers[k].ending)) examine(readers[k].read, src.text, src.size), n++;
        pw_source_clear(&src);
    }
    printf("%d inputs\n", n);
    return 0;
}
#endif

/* fuzz_c.c -- coverage-guided fuzzing of the C reader: whatever the bytes, there is a program or a
 * message; what is translated is accepted as `.dr` text, too. Texts with directives are left out:
 * they would go to the preprocessor of the system.
 *
 * Built and run as fuzz_dr.c (see README). */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/guard.h"
#include "base/mem.h"
#include "front/c/cfront.h"
#include "front/c/cpp.h"
#include "front/dr/dr.h"
#include "prog/program.h"

static void complain(const char *what, const struct pw_strbuf *text)
{
    fprintf(stderr, "fuzz_c: %s\n%s\n", what, pw_strbuf_text(text));
    abort();
}

static void same_as_text(const struct pw_strbuf *dr)
{
    struct pw_source src;
    struct pw_diags diags = {0};
    struct pw_strbuf messages = {0};
    pw_source_from_text(&src, "translated", pw_strbuf_text(dr), dr->n);
    struct pw_program *p = pw_dr_parse(&src, NULL, 0, &diags);
    pw_diag_print(&diags, &messages);
    if (!p) {
        fprintf(stderr, "%s\n", pw_strbuf_text(&messages));
        complain("the translation is not accepted", dr);
    }
    pw_program_free(p);
    pw_strbuf_clear(&messages);
    pw_diags_clear(&diags);
    pw_source_clear(&src);
}

static void translate(struct pw_cfile *f, struct pw_diags *diags, struct pw_strbuf *dr)
{
    struct pw_cversion v = {.integers = f->options.integers};
    struct pw_program *p = pw_cfile_program(f, &v, diags);
    if (p && !pw_program_check(p)) complain("broken invariant", dr);
    pw_program_free(p);
    pw_cversion_clear(&v);
    if (!p) return;
    v = (struct pw_cversion){.integers = f->options.integers};
    if (!pw_cfile_dr(f, &v, dr, diags)) complain("a program, but no text", dr);
    pw_cversion_clear(&v);
    same_as_text(dr);
}

static void examine(void *arg)
{
    const struct pw_source *src = arg;
    struct pw_diags diags = {0};
    struct pw_strbuf dr = {0}, messages = {0};
    struct pw_coptions o = {.integers = (enum pw_cintegers)(src->size % 3)};
    struct pw_cfile f;
    if (pw_cfile_open(&f, src, &o, &diags)) {
        translate(&f, &diags, &dr);
        pw_cfile_close(&f);
    }
    pw_diag_print(&diags, &messages);
    if (!dr.n && !messages.n) complain("rejected without a message", &messages);
    pw_strbuf_clear(&dr);
    pw_strbuf_clear(&messages);
    pw_diags_clear(&diags);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct pw_source src;
    size_t bytes = pw_mem_bytes();
    pw_mem_set_limit(bytes + ((size_t)256 << 20));
    pw_source_from_text(&src, "input", (const char *)data, size);
    if (!pw_cpp_needed(&src)) pw_guard_run(examine, &src);
    pw_source_clear(&src);
    pw_mem_set_limit(0);
    if (pw_mem_bytes() != bytes) {
        fprintf(stderr, "fuzz_c: leak of %zu bytes\n", pw_mem_bytes() - bytes);
        abort();
    }
    return 0;
}

#ifdef REPLAY
int main(int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        struct pw_source src;
        const char *why;
        if (pw_source_read(&src, argv[i], &why) != PW_SOURCE_OK)
            return fprintf(stderr, "%s: %s\n", argv[i], why), 1;
        LLVMFuzzerTestOneInput((const uint8_t *)src.text, src.size);
        pw_source_clear(&src);
    }
    printf("%d inputs\n", argc - 1);
    return 0;
}
#endif

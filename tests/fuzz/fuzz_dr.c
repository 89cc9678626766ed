/* fuzz_dr.c -- coverage-guided fuzzing of the language: whatever the bytes, the front end answers
 * with a program or with messages, and a text that is accepted keeps its meaning and its layout
 * when it is formatted.
 *
 * With libFuzzer (see README): clang -fsanitize=fuzzer,address. Without (-DREPLAY): a program that
 * runs the files and folders of its command line once each; that is how `make check` replays the
 * corpus. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/guard.h"
#include "base/mem.h"
#include "front/dr/dr.h"
#include "front/dr/format.h"
#include "prog/program.h"

static void complain(const char *what, const struct pw_strbuf *text)
{
    fprintf(stderr, "fuzz_dr: %s\n%s\n", what, pw_strbuf_text(text));
    abort();
}

/* The listing of a program; empty if the text is rejected. */
static bool listing(const struct pw_source *src, struct pw_strbuf *out)
{
    struct pw_diags diags = {0};
    struct pw_strbuf messages = {0};
    struct pw_program *p = pw_dr_parse(src, NULL, 0, &diags);
    pw_diag_print(&diags, &messages);
    if (!p && !messages.n) complain("rejected without a message", &messages);
    if (p && diags.errors) complain("accepted with errors", &messages);
    if (p && !pw_program_check(p)) complain("broken invariant", &messages);
    if (p) pw_program_print(p, out);
    bool ok = p != NULL;
    pw_program_free(p);
    pw_strbuf_clear(&messages);
    pw_diags_clear(&diags);
    return ok;
}

static bool format(const struct pw_source *src, struct pw_strbuf *out)
{
    struct pw_diags diags = {0};
    bool ok = pw_format_source(src, &diags, out);
    if (ok == (diags.errors > 0)) complain("formatter and its messages disagree", out);
    pw_diags_clear(&diags);
    return ok;
}

static void same(const char *what, const struct pw_strbuf *a, const struct pw_strbuf *b)
{
    if (!strcmp(pw_strbuf_text(a), pw_strbuf_text(b))) return;
    fprintf(stderr, "%s\n-----\n", pw_strbuf_text(a));
    complain(what, b);
}

static void examine(void *arg)
{
    const struct pw_source *src = arg;
    struct pw_source tidy;
    struct pw_strbuf once = {0}, twice = {0}, before = {0}, after = {0};
    bool ok = listing(src, &before), printed = format(src, &once);
    if (ok && !printed) complain("accepted, but not formatted", &before);
    if (printed) {
        pw_source_from_text(&tidy, "formatted", pw_strbuf_text(&once), once.n);
        if (!format(&tidy, &twice)) complain("the formatted text is not accepted", &once);
        same("formatting twice changes the text", &once, &twice);
        if (listing(&tidy, &after) != ok)
            complain("formatting changes whether the text is accepted", &once);
        same("formatting changes the meaning", &before, &after);
        pw_source_clear(&tidy);
    }
    pw_strbuf_clear(&once);
    pw_strbuf_clear(&twice);
    pw_strbuf_clear(&before);
    pw_strbuf_clear(&after);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct pw_source src;
    size_t bytes = pw_mem_bytes();
    pw_mem_set_limit(bytes + ((size_t)256 << 20));
    pw_source_from_text(&src, "input", (const char *)data, size);
    pw_guard_run(examine, &src);
    pw_source_clear(&src);
    pw_mem_set_limit(0);
    if (pw_mem_bytes() != bytes) {
        fprintf(stderr, "fuzz_dr: leak of %zu bytes\n", pw_mem_bytes() - bytes);
        abort();
    }
    return 0;
}

#ifdef REPLAY
#include <dirent.h>

static int replay(const char *path)
{
    struct pw_source src;
    const char *why;
    if (pw_source_read(&src, path, &why) != PW_SOURCE_OK)
        return fprintf(stderr, "%s: %s\n", path, why), 1;
    LLVMFuzzerTestOneInput((const uint8_t *)src.text, src.size);
    pw_source_clear(&src);
    return 0;
}

int main(int argc, char **argv)
{
    int failures = 0, n = 0;
    for (int i = 1; i < argc; i++) {
        DIR *d = opendir(argv[i]);
        if (!d) {
            failures += replay(argv[i]), n++;
            continue;
        }
        for (struct dirent *e; (e = readdir(d));) {
            char path[4096];
            if (e->d_name[0] == '.') continue;
            snprintf(path, sizeof path, "%s/%s", argv[i], e->d_name);
            failures += replay(path), n++;
        }
        closedir(d);
    }
    printf("%d inputs\n", n);
    return failures != 0;
}
#endif

#include "cli/words.h"

#include <ctype.h>
#include <string.h>

#include "base/diag.h"
#include "base/options.h"

enum { NAME_COLUMN = 27 };

static const struct pw_word words[] = {
#define WORD(name, line, text, advice, near) {name, line, text, advice, near},
#include "cli/words.def"
#undef WORD
};
enum { WORDS = sizeof words / sizeof *words };

static int plain(char c)
{
    return c == '_' || c == '-' ? ' ' : tolower((unsigned char)c);
}

static bool same(const char *a, const char *b)
{
    while (*a && plain(*a) == plain(*b))
        a++, b++;
    return plain(*a) == plain(*b);
}

const struct pw_word *pw_words_find(const char *name)
{
    for (size_t i = 0; i < WORDS; i++)
        if (same(words[i].name, name)) return &words[i];
    return NULL;
}

const char *pw_words_meant(const char *name)
{
    const char *names[WORDS];
    for (size_t i = 0; i < WORDS; i++)
        names[i] = words[i].name;
    return pw_diag_nearest(name, names, WORDS);
}

void pw_words_print(const struct pw_word *w, struct pw_strbuf *out)
{
    pw_strbuf_printf(out, "%s: ", w->name);
    pw_options_fill(w->line, strlen(w->name) + 2, 2, out);
    if (*w->text) pw_strbuf_puts(out, "\n  "), pw_options_fill(w->text, 2, 2, out);
    if (*w->advice) pw_strbuf_puts(out, "\n  What to do: "), pw_options_fill(w->advice, 14, 2, out);
    if (*w->near) pw_strbuf_puts(out, "\n  See also: "), pw_options_fill(w->near, 12, 2, out);
}

void pw_words_list(struct pw_strbuf *out)
{
    for (size_t i = 0; i < WORDS; i++) {
        pw_strbuf_printf(out, "%-*s", NAME_COLUMN, words[i].name);
        pw_options_fill(words[i].line, NAME_COLUMN, NAME_COLUMN, out);
    }
}

void pw_words_names(struct pw_strbuf *out)
{
    size_t said = 0;
    for (size_t i = 0; i < WORDS; i++)
        if (strspn(words[i].name, "abcdefghijklmnopqrstuvwxyz-") == strlen(words[i].name))
            pw_strbuf_printf(out, "%s%s", said++ ? " " : "", words[i].name);
}

static void man_sentence(const char *text, struct pw_strbuf *out)
{
    if (!*text) return;
    pw_options_roff(text, out);
    pw_strbuf_putc(out, '\n');
}

void pw_words_man(struct pw_strbuf *out)
{
    pw_strbuf_puts(
        out,
        ".SH WORDS\nWhat the words of the output mean; also printed by \\fBpwqo explain\\fR.\n");
    for (size_t i = 0; i < WORDS; i++) {
        const struct pw_word *w = &words[i];
        pw_strbuf_puts(out, ".TP\n.B ");
        pw_options_roff(w->name, out);
        pw_strbuf_putc(out, '\n');
        pw_options_roff(w->line, out);
        pw_strbuf_puts(out, ".\n");
        man_sentence(w->text, out);
        man_sentence(w->advice, out);
    }
}

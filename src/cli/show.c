#include "cli/show.h"

#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum { USUAL_COLUMNS = 80, FEWEST_COLUMNS = 40 };

bool pw_show_colours(int fd)
{
    const char *no = getenv("NO_COLOR"), *term = getenv("TERM");
    return isatty(fd) && !(no && *no) && term && strcmp(term, "dumb");
}

static size_t columns_of(int fd)
{
    struct winsize size = {0};
    if (ioctl(fd, TIOCGWINSZ, &size) || !size.ws_col) return USUAL_COLUMNS;
    return size.ws_col < FEWEST_COLUMNS ? FEWEST_COLUMNS : size.ws_col;
}

/* --- folding --- */

static bool starts_character(char c)
{
    return ((unsigned char)c & 0xc0) != 0x80;
}

static size_t characters(const char *s, size_t n)
{
    size_t k = 0;
    for (size_t i = 0; i < n; i++)
        k += starts_character(s[i]);
    return k;
}

static size_t hanging_indent(const char *line, size_t n, size_t columns)
{
    size_t at = 0, best = strspn(line, " ") + 2;
    for (size_t i = 0; i + 2 < n && at < columns / 2; i++) {
        at += starts_character(line[i]);
        if (line[i] == ' ' && line[i + 1] == ' ' && line[i + 2] != ' ') best = at + 1;
    }
    return best < columns / 2 ? best : 4;
}

/* The bytes of the first words that fit, at least one. The line begins with `lead` blanks. */
static size_t words_that_fit(const char *line, size_t n, size_t lead, size_t columns)
{
    size_t fit = 0, used = lead;
    for (size_t i = lead; i <= n; i++) {
        bool ends = i == n || (line[i] == ' ' && i > lead && line[i - 1] != ' ');
        if (ends && used > columns && fit) return fit;
        if (ends && i > lead) fit = i;
        if (i < n) used += starts_character(line[i]);
    }
    return n;
}

static void fold_line(const char *line, size_t n, size_t columns, struct pw_strbuf *out)
{
    size_t indent = 0, hang = hanging_indent(line, n, columns);
    for (size_t rest = characters(line, n); rest + indent > columns; rest = characters(line, n)) {
        size_t lead = 0;
        while (lead < n && line[lead] == ' ')
            lead++;
        size_t fit = words_that_fit(line, n, lead, columns - indent);
        pw_strbuf_write(out, line, fit);
        while (fit < n && line[fit] == ' ')
            fit++;
        line += fit;
        n -= fit;
        if (!n) return;
        pw_strbuf_putc(out, '\n');
        pw_strbuf_repeat(out, ' ', hang);
        indent = hang;
    }
    pw_strbuf_write(out, line, n);
}

/* Appends the text with lines longer than `columns` characters broken at blanks; what follows is
 * indented to the last column of the line that follows two blanks and lies in its first third, that
 * is, to the text behind its heading. A word that is too long stays whole. */
static void show_fold(const char *text, size_t columns, struct pw_strbuf *out)
{
    while (*text) {
        size_t n = strcspn(text, "\n");
        fold_line(text, n, columns, out);
        text += n;
        if (*text) pw_strbuf_putc(out, *text++);
    }
}

/* --- colour --- */

static const struct {
    const char *verdict, *colour;
} paints[] = {{": SAFE", "\033[1;32m"}, {": UNSAFE", "\033[1;31m"}, {": UNKNOWN", "\033[1;33m"}};

static void colour_line(const char *line, size_t n, struct pw_strbuf *out)
{
    for (size_t i = 0; n && *line != ' ' && i < sizeof paints / sizeof *paints; i++) {
        size_t k = strlen(paints[i].verdict);
        const char *found = strstr(line, paints[i].verdict);
        if (!found || (size_t)(found - line) + k > n) continue;
        pw_strbuf_write(out, line, (size_t)(found - line) + 2);
        pw_strbuf_printf(out, "%s%s\033[0m", paints[i].colour, paints[i].verdict + 2);
        pw_strbuf_write(out, found + k, n - (size_t)(found - line) - k);
        return;
    }
    pw_strbuf_write(out, line, n);
}

/* Appends the text with the verdict of each line "FILE: VERDICT..." in colour. */
static void show_colour(const char *text, struct pw_strbuf *out)
{
    while (*text) {
        size_t n = strcspn(text, "\n");
        colour_line(text, n, out);
        text += n;
        if (*text) pw_strbuf_putc(out, *text++);
    }
}

int pw_show_out(struct pw_app *app, const struct pw_strbuf *b)
{
    if (app->opt.json || !isatty(STDOUT_FILENO)) return pw_app_out(app, b);
    struct pw_strbuf folded = {0}, coloured = {0};
    show_fold(pw_strbuf_text(b), columns_of(STDOUT_FILENO), &folded);
    bool colours = pw_show_colours(STDOUT_FILENO);
    if (colours) show_colour(pw_strbuf_text(&folded), &coloured);
    int exit = pw_app_out(app, colours ? &coloured : &folded);
    pw_strbuf_clear(&folded);
    pw_strbuf_clear(&coloured);
    return exit;
}

#include "base/options.h"

#include <assert.h>
#include <inttypes.h>
#include <string.h>

#include "base/decimal.h"
#include "base/diag.h"

enum { COLUMNS = 79, HELP_COLUMN = 30 };

static void *field(const struct pw_option *o, void *into)
{
    return (char *)into + o->offset;
}

bool pw_options_takes_value(const struct pw_option *o)
{
    return o->kind != PW_KIND_FLAG && o->kind != PW_KIND_COUNT;
}

static bool has_word(const char *list, const char *word, size_t n)
{
    for (const char *w = list; *w; w += *w == ' ') {
        size_t k = strcspn(w, " ");
        if (k == n && !strncmp(w, word, n)) return true;
        w += k;
    }
    return false;
}

bool pw_options_belongs(const struct pw_option *o, const char *command)
{
    return !strcmp(o->commands, "*") || has_word(o->commands, command, strlen(command));
}

/* --- values --- */

static bool read_int(const char *s, size_t n, int64_t *value)
{
    return pw_decimal_read(s, n, INT64_MIN, INT64_MAX, value);
}

/* Digits with at most one point: no exponent, no sign, no "inf". */
static bool read_seconds(const char *s, double *value)
{
    size_t digits = strspn(s, "0123456789"), n = digits;
    if (s[n] == '.') n++, digits += strspn(s + n, "0123456789"), n = digits + 1;
    if (!digits || s[n] || n > 30) return false;
    return pw_decimal_real(s, value);
}

static bool bad(const struct pw_option *o, const char *value, struct pw_strbuf *why)
{
    pw_strbuf_printf(why, "option '--%s': '%.60s' is not ", o->name, value);
    switch (o->kind) {
    case PW_KIND_INT:
        pw_strbuf_printf(why, "an integer in %" PRId64 "..%" PRId64, o->low, o->high);
        break;
    case PW_KIND_SECONDS:
        pw_strbuf_printf(why, "a number of seconds in %" PRId64 "..%" PRId64, o->low, o->high);
        break;
    case PW_KIND_SPAN:
        pw_strbuf_printf(why, "a range LO..HI within %" PRId64 "..%" PRId64, o->low, o->high);
        break;
    case PW_KIND_CHOICE:
        pw_strbuf_printf(why, "one of %s", o->arg);
        break;
    case PW_KIND_FLAG:
    case PW_KIND_COUNT:
    case PW_KIND_TEXT:
    case PW_KIND_LIST:
        break;
    }
    return false;
}

static bool set_choice(const struct pw_option *o, int *out, const char *value,
                       struct pw_strbuf *why)
{
    size_t n = strlen(value);
    int index = 0;
    for (const char *w = o->arg;; index++) {
        size_t k = strcspn(w, "|");
        if (k == n && !strncmp(w, value, n)) return *out = index, true;
        if (!w[k]) return bad(o, value, why);
        w += k + 1;
    }
}

static bool set_span(const struct pw_option *o, struct pw_span *out, const char *value,
                     struct pw_strbuf *why)
{
    const char *dots = strstr(value, "..");
    struct pw_span s = {.given = true};
    if (!dots || !read_int(value, (size_t)(dots - value), &s.low) ||
        !read_int(dots + 2, strlen(dots + 2), &s.high) || s.low < o->low || s.low > s.high ||
        s.high > o->high)
        return bad(o, value, why);
    *out = s;
    return true;
}

static bool set_int(const struct pw_option *o, int64_t *out, const char *value,
                    struct pw_strbuf *why)
{
    int64_t v;
    if (!read_int(value, strlen(value), &v) || v < o->low || v > o->high) return bad(o, value, why);
    *out = v;
    return true;
}

static bool set_seconds(const struct pw_option *o, double *out, const char *value,
                        struct pw_strbuf *why)
{
    double v;
    if (!read_seconds(value, &v) || v < (double)o->low || v > (double)o->high)
        return bad(o, value, why);
    *out = v;
    return true;
}

bool pw_options_set(const struct pw_option *o, void *into, const char *value, struct pw_strbuf *why)
{
    void *f = field(o, into);
    switch (o->kind) {
    case PW_KIND_FLAG:
        *(bool *)f = true;
        return true;
    case PW_KIND_COUNT:
        ++*(int *)f;
        return true;
    case PW_KIND_INT:
        return set_int(o, f, value, why);
    case PW_KIND_SECONDS:
        return set_seconds(o, f, value, why);
    case PW_KIND_TEXT:
        *(const char **)f = value;
        return true;
    case PW_KIND_CHOICE:
        return set_choice(o, f, value, why);
    case PW_KIND_LIST:
        pw_vec_push((struct pw_texts *)f, value);
        return true;
    case PW_KIND_SPAN:
        return set_span(o, f, value, why);
    }
    assert(!"a value that the enum does not have");
    return false;
}

void pw_options_preset(struct pw_option_table t, void *into)
{
    static const size_t size[] = {
        sizeof(pw_type_FLAG), sizeof(pw_type_COUNT),  sizeof(pw_type_INT),  sizeof(pw_type_SECONDS),
        sizeof(pw_type_TEXT), sizeof(pw_type_CHOICE), sizeof(pw_type_LIST), sizeof(pw_type_SPAN)};
    struct pw_strbuf why = {0};
    for (size_t i = 0; i < t.n; i++) {
        memset(field(&t.at[i], into), 0, size[t.at[i].kind]);
        if (t.at[i].preset) pw_options_set(&t.at[i], into, t.at[i].preset, &why);
    }
    pw_strbuf_clear(&why);
}

void pw_options_clear(struct pw_option_table t, void *into)
{
    for (size_t i = 0; i < t.n; i++)
        if (t.at[i].kind == PW_KIND_LIST) pw_vec_clear((struct pw_texts *)field(&t.at[i], into));
}

/* --- words of a command line --- */

static const struct pw_option *find_name(struct pw_option_table t, const char *command,
                                         const char *name, size_t n)
{
    for (size_t i = 0; i < t.n; i++)
        if ((!command || pw_options_belongs(&t.at[i], command)) && strlen(t.at[i].name) == n &&
            !strncmp(t.at[i].name, name, n))
            return &t.at[i];
    return NULL;
}

static const struct pw_option *find_letter(struct pw_option_table t, const char *command,
                                           char letter)
{
    for (size_t i = 0; i < t.n; i++)
        if (t.at[i].letter == letter && letter && pw_options_belongs(&t.at[i], command))
            return &t.at[i];
    return NULL;
}

static void unknown_name(struct pw_option_table t, const char *command, const char *word, size_t n,
                         struct pw_strbuf *why)
{
    char *name = pw_mem_strndup(word, n);
    const char **near = PW_NEWS(const char *, t.n);
    size_t k = 0;
    for (size_t i = 0; i < t.n; i++)
        if (pw_options_belongs(&t.at[i], command)) near[k++] = t.at[i].name;
    const char *meant = pw_diag_nearest(name, near, k);
    pw_strbuf_printf(why, "unknown option '--%.60s'", name);
    if (meant) pw_strbuf_printf(why, "; did you mean '--%s'?", meant);
    PW_FREES(near, t.n);
    pw_mem_strfree(name);
}

static size_t take_long(struct pw_option_table t, const char *command, char **words, size_t n,
                        void *into, struct pw_strbuf *why)
{
    const char *name = words[0] + 2, *equals = strchr(name, '=');
    size_t length = equals ? (size_t)(equals - name) : strlen(name);
    const struct pw_option *o = find_name(t, command, name, length);
    if (!o) return unknown_name(t, command, name, length, why), 0;
    if (!pw_options_takes_value(o)) {
        if (equals) return pw_strbuf_printf(why, "option '--%s' takes no value", o->name), 0;
        return pw_options_set(o, into, NULL, why);
    }
    if (!equals && n < 2)
        return pw_strbuf_printf(why, "option '--%s' needs a value: --%s=%s", o->name, o->name,
                                o->arg),
               0;
    if (!pw_options_set(o, into, equals ? equals + 1 : words[1], why)) return 0;
    return equals ? 1 : 2;
}

static size_t take_letters(struct pw_option_table t, const char *command, char **words, size_t n,
                           void *into, struct pw_strbuf *why)
{
    for (const char *c = words[0] + 1; *c; c++) {
        const struct pw_option *o = find_letter(t, command, *c);
        if (!o)
            return pw_strbuf_printf(why, "unknown option '-%c'", (unsigned char)*c < 32 ? '?' : *c),
                   0;
        if (!pw_options_takes_value(o)) {
            pw_options_set(o, into, NULL, why);
            continue;
        }
        if (c[1]) return pw_options_set(o, into, c + 1, why);
        if (n < 2)
            return pw_strbuf_printf(why, "option '-%c' needs a value: -%c %s", *c, *c, o->arg), 0;
        return pw_options_set(o, into, words[1], why) ? 2 : 0;
    }
    return 1;
}

size_t pw_options_take(struct pw_option_table t, const char *command, char **words, size_t n,
                       void *into, struct pw_strbuf *why)
{
    return words[0][1] == '-' ? take_long(t, command, words, n, into, why)
                              : take_letters(t, command, words, n, into, why);
}

/* --- help --- */

void pw_options_fill(const char *text, size_t at, size_t indent, struct pw_strbuf *out)
{
    size_t column = at;
    for (const char *w = text; *w;) {
        size_t n = strcspn(w, " \n");
        if (column > indent && column + n + (column > at) > COLUMNS) {
            pw_strbuf_putc(out, '\n');
            pw_strbuf_repeat(out, ' ', indent);
            column = at = indent;
        }
        if (column > at) pw_strbuf_putc(out, ' '), column++;
        pw_strbuf_write(out, w, n);
        column += n;
        w += n;
        if (*w == '\n' && w[1])
            pw_strbuf_putc(out, '\n'), pw_strbuf_repeat(out, ' ', indent), column = at = indent;
        w += strspn(w, " \n");
    }
    pw_strbuf_putc(out, '\n');
}

static void print_default(const struct pw_option *o, struct pw_strbuf *out)
{
    if (o->preset && strcmp(o->preset, "0")) pw_strbuf_printf(out, " (default %s)", o->preset);
}

static void help_one(const struct pw_option *o, struct pw_strbuf *out)
{
    struct pw_strbuf head = {0}, text = {0};
    if (o->letter)
        pw_strbuf_printf(&head, "  -%c, ", o->letter);
    else
        pw_strbuf_puts(&head, "      ");
    pw_strbuf_printf(&head, "--%s", o->name);
    if (pw_options_takes_value(o)) pw_strbuf_printf(&head, "=%s", o->arg);
    pw_strbuf_puts(&text, o->help);
    print_default(o, &text);
    pw_strbuf_puts(out, pw_strbuf_text(&head));
    if (head.n + 2 > HELP_COLUMN) pw_strbuf_putc(out, '\n'), head.n = 0;
    pw_strbuf_repeat(out, ' ', HELP_COLUMN - head.n);
    pw_options_fill(pw_strbuf_text(&text), HELP_COLUMN, HELP_COLUMN, out);
    pw_strbuf_clear(&head);
    pw_strbuf_clear(&text);
}

/* For the command "*" only the options of all commands are meant, otherwise only those that are
 * not. */
static bool listed(const struct pw_option *o, const char *command)
{
    bool common = !strcmp(o->commands, "*");
    return !strcmp(command, "*") ? common : !common && pw_options_belongs(o, command);
}

void pw_options_help(struct pw_option_table t, const char *command, struct pw_strbuf *out)
{
    for (size_t i = 0; i < t.n; i++)
        if (listed(&t.at[i], command)) help_one(&t.at[i], out);
}

void pw_options_roff(const char *text, struct pw_strbuf *out)
{
    for (const char *s = text; *s; s++) {
        if (s == text || s[-1] == '\n')
            if (*s == '.' || *s == '\'') pw_strbuf_puts(out, "\\&");
        if (*s == '\\')
            pw_strbuf_puts(out, "\\e");
        else if (*s == '-')
            pw_strbuf_puts(out, "\\-");
        else if (*s == '^')
            pw_strbuf_puts(out, "\\(ha");
        else if (*s == '~')
            pw_strbuf_puts(out, "\\(ti");
        else if (*s == '`')
            pw_strbuf_puts(out, "\\(ga");
        else if (*s == '\'')
            pw_strbuf_puts(out, "\\(aq");
        else if (*s == '|')
            pw_strbuf_puts(out, "|\\:"); /* a long list may be broken here */
        else
            pw_strbuf_putc(out, *s);
    }
}

static void man_one(const struct pw_option *o, struct pw_strbuf *out)
{
    pw_strbuf_puts(out, ".TP\n");
    if (o->letter) pw_strbuf_printf(out, "\\fB\\-%c\\fR, ", o->letter);
    pw_strbuf_puts(out, "\\fB\\-\\-");
    pw_options_roff(o->name, out);
    pw_strbuf_puts(out, "\\fR");
    if (pw_options_takes_value(o)) {
        pw_strbuf_puts(out, "=\\fI");
        pw_options_roff(o->arg, out);
        pw_strbuf_puts(out, "\\fR");
    }
    pw_strbuf_putc(out, '\n');
    struct pw_strbuf text = {0};
    pw_strbuf_puts(&text, o->help);
    print_default(o, &text);
    pw_options_roff(pw_strbuf_text(&text), out);
    pw_strbuf_clear(&text);
    pw_strbuf_puts(out, ".\n");
}

void pw_options_man(struct pw_option_table t, const char *command, struct pw_strbuf *out)
{
    for (size_t i = 0; i < t.n; i++)
        if (listed(&t.at[i], command)) man_one(&t.at[i], out);
}

/* --- the table itself --- */

static bool share_command(const struct pw_option *a, const struct pw_option *b)
{
    if (!strcmp(a->commands, "*") || !strcmp(b->commands, "*")) return true;
    for (const char *w = a->commands; *w; w += *w == ' ') {
        size_t k = strcspn(w, " ");
        if (has_word(b->commands, w, k)) return true;
        w += k;
    }
    return false;
}

static bool preset_is_valid(const struct pw_option *o)
{
    union {
        int64_t i;
        double d;
        int c;
        const char *s;
        struct pw_span span;
    } space;
    if (!o->preset || o->kind == PW_KIND_TEXT) return true;
    if (!pw_options_takes_value(o) || o->kind == PW_KIND_LIST) return false;
    struct pw_option here = *o;
    here.offset = 0;
    struct pw_strbuf why = {0};
    bool ok = pw_options_set(&here, &space, o->preset, &why);
    pw_strbuf_clear(&why);
    return ok;
}

const char *pw_options_check(struct pw_option_table t)
{
    for (size_t i = 0; i < t.n; i++) {
        const struct pw_option *o = &t.at[i];
        if (i && strcmp(t.at[i - 1].name, o->name) > 0) return o->name;
        if (pw_options_takes_value(o) && !*o->arg) return o->name;
        if (!preset_is_valid(o)) return o->name;
        for (size_t k = 0; k < i; k++) {
            bool same =
                !strcmp(t.at[k].name, o->name) || (o->letter && t.at[k].letter == o->letter);
            if (same && share_command(&t.at[k], o)) return o->name;
        }
    }
    return NULL;
}

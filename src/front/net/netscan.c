#include "front/net/netscan.h"

#include <string.h>

#include "base/decimal.h"

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

void pw_netscan_start(struct pw_netscan *s, const struct pw_source *src, struct pw_diags *diags,
                      bool lines)
{
    memset(s, 0, sizeof *s);
    s->src = src;
    s->diags = diags;
    s->lines = lines;
    if (src->size >= 3 && !memcmp(src->text, "\xef\xbb\xbf", 3)) s->to = 3;
    pw_netscan_next(s);
}

static size_t skip_blank(const struct pw_netscan *s, size_t i)
{
    const char *t = s->src->text;
    while (i < s->src->size) {
        if (t[i] == '#')
            while (i < s->src->size && t[i] != '\n')
                i++;
        else if (t[i] == ' ' || t[i] == '\t' || t[i] == '\r' || t[i] == '\f' || t[i] == '\v' ||
                 (t[i] == '\n' && !s->lines))
            i++;
        else
            break;
    }
    return i;
}

static void scan_number(struct pw_netscan *s)
{
    size_t used;
    s->number = 0;
    s->too_big = pw_decimal_scan(s->src->text + s->to, s->src->size - s->to, false, &s->number,
                                 &used) != PW_DECIMAL_FITS;
    s->too_big |= s->number > PW_NETSCAN_MOST;
    s->to += used;
}

void pw_netscan_next(struct pw_netscan *s)
{
    const char *t = s->src->text;
    size_t i = skip_blank(s, s->to);
    s->from = s->to = i;
    if (i >= s->src->size) {
        s->kind = PW_NETSCAN_END;
    } else if (t[i] == '\n') {
        s->kind = PW_NETSCAN_LINE;
        s->to = i + 1;
    } else if (pw_decimal_digit(t[i])) {
        s->kind = PW_NETSCAN_NUMBER;
        scan_number(s);
    } else if (is_letter(t[i])) {
        s->kind = PW_NETSCAN_WORD;
        while (s->to < s->src->size && (is_letter(t[s->to]) || pw_decimal_digit(t[s->to])))
            s->to++;
    } else {
        s->kind = PW_NETSCAN_SIGN;
        bool two = i + 1 < s->src->size &&
                   ((t[i + 1] == '>' && strchr("-+~", t[i])) || (t[i] == '>' && t[i + 1] == '='));
        s->to = i + (two ? 2 : 1);
    }
}

bool pw_netscan_is(const struct pw_netscan *s, const char *text)
{
    size_t n = strlen(text);
    return s->kind != PW_NETSCAN_END && s->kind != PW_NETSCAN_LINE && s->to - s->from == n &&
           memcmp(s->src->text + s->from, text, n) == 0;
}

void pw_netscan_skip_line(struct pw_netscan *s)
{
    while (s->kind != PW_NETSCAN_END && s->kind != PW_NETSCAN_LINE)
        pw_netscan_next(s);
}

void pw_netscan_expected(struct pw_netscan *s, const char *what)
{
    int n = (int)(s->to - s->from > 30 ? 30 : s->to - s->from);
    const char *dots = s->to - s->from > 30 ? "..." : "";
    if (s->kind == PW_NETSCAN_END)
        pw_diag_add(s->diags, PW_ERROR, s->src, s->from, s->to, NULL,
                    "expected %s, but the input ends", what);
    else if (s->kind == PW_NETSCAN_LINE)
        pw_diag_add(s->diags, PW_ERROR, s->src, s->from, s->to, NULL,
                    "expected %s, but the line ends", what);
    else
        pw_diag_add(s->diags, PW_ERROR, s->src, s->from, s->to, NULL, "expected %s, found '%.*s%s'",
                    what, n, s->src->text + s->from, dots);
}

bool pw_netscan_number(struct pw_netscan *s, const char *what, int64_t most, int64_t *out)
{
    if (s->kind != PW_NETSCAN_NUMBER) {
        pw_netscan_expected(s, what);
        return false;
    }
    if (s->too_big || s->number > most) {
        pw_diag_add(s->diags, PW_ERROR, s->src, s->from, s->to, NULL,
                    "%s out of range: at most %lld", what, (long long)most);
        return false;
    }
    *out = s->number;
    pw_netscan_next(s);
    return true;
}

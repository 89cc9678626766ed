#include "front/net/xml.h"

#include <assert.h>
#include <string.h>

#include "base/decimal.h"
#include "base/limits.h"

bool pw_xml_error(struct pw_xml *x, const char *hint, const char *what)
{
    pw_diag_add(x->d, PW_ERROR, x->src, x->from, x->at > x->from ? x->at : x->from, hint, "%s",
                what);
    x->kind = PW_XML_BAD;
    return false;
}

static bool starts(const struct pw_xml *x, const char *what)
{
    size_t n = strlen(what);
    return x->src->size - x->at >= n && !memcmp(x->src->text + x->at, what, n);
}

/* Does the declaration at the beginning name Latin-1? */
static bool says_latin(const struct pw_xml *x)
{
    static const char *const known[] = {"ISO-8859-1", "iso-8859-1", "latin1", "windows-1252"};
    const char *from = x->src->text + x->at, *end, *said;
    if (!starts(x, "<?xml") || !(end = memchr(from, '>', x->src->size - x->at))) return false;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        size_t n = strlen(known[i]);
        for (said = from; said + n < end; said++)
            if (!memcmp(said, known[i], n) && (said[n] == '"' || said[n] == '\'')) return true;
    }
    return false;
}

void pw_xml_init(struct pw_xml *x, const struct pw_source *src, struct pw_diags *d)
{
    memset(x, 0, sizeof *x);
    x->src = src;
    x->d = d;
    x->kind = PW_XML_TEXT;
    if (starts(x, "\xef\xbb\xbf")) x->at = 3;
    if (starts(x, "\xff\xfe") || starts(x, "\xfe\xff"))
        pw_xml_error(x, NULL, "unsupported: UTF-16; write the file in UTF-8");
    x->latin = says_latin(x);
}

void pw_xml_clear(struct pw_xml *x)
{
    pw_strbuf_clear(&x->text);
    pw_strbuf_clear(&x->values);
    pw_vec_clear(&x->attrs);
    pw_vec_clear(&x->open);
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

static bool ends_name(char c)
{
    return is_blank(c) || c == '>' || c == '/' || c == '=' || c == '<' || c == '"' || c == '\'';
}

static void skip_blank(struct pw_xml *x)
{
    while (x->at < x->src->size && is_blank(x->src->text[x->at]))
        x->at++;
}

/* Past the next `end`; false if there is none. */
static bool skip_past(struct pw_xml *x, const char *end)
{
    for (; x->at < x->src->size; x->at++)
        if (starts(x, end)) {
            x->at += strlen(end);
            return true;
        }
    return false;
}

static bool read_name(struct pw_xml *x, struct pw_xml_name *name)
{
    name->at = x->at;
    for (; x->at < x->src->size && !ends_name(x->src->text[x->at]); x->at++)
        if (x->src->text[x->at] == ':') name->at = x->at + 1;
    name->n = x->at - name->at;
    return name->n > 0 || pw_xml_error(x, NULL, "expected a name");
}

static void put_utf8(struct pw_strbuf *out, int64_t c)
{
    if (c < 0x80) {
        pw_strbuf_putc(out, (char)c);
        return;
    }
    int more = c < 0x800 ? 1 : c < 0x10000 ? 2 : 3;
    static const int lead[] = {0, 0xc0, 0xe0, 0xf0};
    assert((size_t)more < sizeof lead / sizeof *lead);
    pw_strbuf_putc(out, (char)(lead[more] | (int)(c >> 6 * more)));
    while (more-- > 0)
        pw_strbuf_putc(out, (char)(0x80 | ((c >> 6 * more) & 0x3f)));
}

/* One byte of the text, which is in UTF-8 or Latin-1. */
static void put_sign(const struct pw_xml *x, char c, struct pw_strbuf *out)
{
    if (x->latin)
        put_utf8(out, (unsigned char)c);
    else
        pw_strbuf_putc(out, c);
}

/* digits in base 10 or 16 up to ';' */
static bool read_reference(const char *t, size_t n, int64_t *out)
{
    int base = n && *t == 'x' ? 16 : 10;
    size_t i = base == 16;
    *out = 0;
    if (i == n) return false;
    for (; i < n; i++) {
        const char *digits = "0123456789abcdef", *c = t[i] ? strchr(digits, t[i] | 0x20) : NULL;
        if (pw_decimal_digit(t[i])) c = digits + (t[i] - '0');
        if (!c || !*c || c - digits >= base) return false;
        *out = *out * base + (c - digits);
        if (*out > 0x10ffff) return false;
    }
    return *out > 0;
}

/* &name; or &#n; at the place */
static bool read_entity(struct pw_xml *x, struct pw_strbuf *out)
{
    static const struct {
        const char *text;
        char is;
    } known[] = {{"&lt;", '<'}, {"&gt;", '>'}, {"&amp;", '&'}, {"&quot;", '"'}, {"&apos;", '\''}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (starts(x, known[i].text)) {
            pw_strbuf_putc(out, known[i].is);
            x->at += strlen(known[i].text);
            return true;
        }
    size_t end = x->at;
    int64_t c;
    while (end < x->src->size && end - x->at < 16 && x->src->text[end] != ';')
        end++;
    x->from = x->at;
    if (starts(x, "&#") && end < x->src->size &&
        read_reference(x->src->text + x->at + 2, end - x->at - 2, &c)) {
        put_utf8(out, c);
        x->at = end + 1;
        return true;
    }
    return pw_xml_error(x, NULL, "unknown entity");
}

/* Text up to `stop`, decoded. */
static bool read_text(struct pw_xml *x, char stop, struct pw_strbuf *out)
{
    while (x->at < x->src->size && x->src->text[x->at] != stop) {
        if (x->src->text[x->at] != '&')
            put_sign(x, x->src->text[x->at++], out);
        else if (!read_entity(x, out))
            return false;
    }
    return true;
}

static bool read_attribute(struct pw_xml *x)
{
    struct pw_xml_attr a = {.value = x->values.n};
    if (!read_name(x, &a.name)) return false;
    skip_blank(x);
    if (!starts(x, "=")) return pw_xml_error(x, NULL, "expected '=' after the attribute's name");
    x->at++;
    skip_blank(x);
    char quote = x->at < x->src->size ? x->src->text[x->at] : 0;
    if (quote != '"' && quote != '\'')
        return pw_xml_error(x, NULL, "expected the attribute's value in quotes");
    x->at++;
    if (!read_text(x, quote, &x->values)) return false;
    pw_strbuf_putc(&x->values, '\0');
    if (x->at == x->src->size) return pw_xml_error(x, NULL, "the quotes are not closed");
    x->at++;
    pw_vec_push(&x->attrs, a);
    return true;
}

/* after '<' */
static bool read_start(struct pw_xml *x)
{
    x->attrs.n = x->values.n = 0;
    if (!read_name(x, &x->name)) return false;
    for (skip_blank(x); x->at < x->src->size && !starts(x, ">") && !starts(x, "/>"); skip_blank(x))
        if (!read_attribute(x)) return false;
    x->empty = starts(x, "/>");
    if (x->at == x->src->size) return pw_xml_error(x, NULL, "the tag is not closed");
    x->at += x->empty ? 2 : 1;
    if (x->open.n == PW_XML_DEEP)
        return pw_xml_error(x, NULL, "elements are nested more than 1000 deep");
    pw_vec_push(&x->open, x->name);
    x->kind = PW_XML_START;
    return true;
}

static bool close_element(struct pw_xml *x)
{
    if (x->open.n == 0) return pw_xml_error(x, NULL, "nothing is open that this could close");
    assert(x->open.n > 0);
    struct pw_xml_name o = pw_vec_pop(&x->open);
    if (o.n == x->name.n && !memcmp(x->src->text + o.at, x->src->text + x->name.at, o.n)) {
        x->kind = PW_XML_END;
        return true;
    }
    pw_diag_add(x->d, PW_ERROR, x->src, x->from, x->at, NULL, "expected </%.*s>",
                (int)(o.n > 80 ? 80 : o.n), x->src->text + o.at);
    x->kind = PW_XML_BAD;
    return false;
}

/* after "</" */
static bool read_end(struct pw_xml *x)
{
    if (!read_name(x, &x->name)) return false;
    skip_blank(x);
    if (!starts(x, ">")) return pw_xml_error(x, NULL, "expected '>'");
    x->at++;
    return close_element(x);
}

/* <!DOCTYPE name [ ... ]>: quotes, comments and instructions in it hold any signs. */
static bool skip_doctype(struct pw_xml *x)
{
    int deep = 0;
    while (x->at < x->src->size) {
        char c = x->src->text[x->at], quote[2] = {c, 0};
        if (starts(x, "<!--") || starts(x, "<?")) {
            if (!skip_past(x, starts(x, "<?") ? "?>" : "-->")) return false;
            continue;
        }
        x->at++;
        if ((c == '"' || c == '\'') && !skip_past(x, quote)) return false;
        deep += (c == '[') - (c == ']');
        if (c == '>' && deep <= 0) return true;
    }
    return false;
}

/* Comments, instructions, the document type; *text: CDATA was read. False: one is not closed. */
static bool skip_other(struct pw_xml *x, bool *text)
{
    size_t from = x->at;
    *text = false;
    if (starts(x, "<!--")) return skip_past(x, "-->");
    if (starts(x, "<?")) return skip_past(x, "?>");
    if (!starts(x, "<![CDATA[")) return skip_doctype(x);
    if (!skip_past(x, "]]>")) return false;
    pw_strbuf_reset(&x->text);
    for (size_t i = from + 9; i < x->at - 3; i++)
        put_sign(x, x->src->text[i], &x->text);
    return *text = true;
}

/* At the end of the text. */
static void read_eof(struct pw_xml *x)
{
    x->kind = PW_XML_EOF;
    if (!x->open.n) return;
    struct pw_xml_name o = pw_vec_last(&x->open);
    assert(o.n <= o.n);
    pw_diag_add(x->d, PW_ERROR, x->src, o.at, o.at + o.n, NULL, "the element is not closed");
    x->kind = PW_XML_BAD;
}

enum pw_xml_kind pw_xml_next(struct pw_xml *x)
{
    if (x->kind == PW_XML_BAD || x->kind == PW_XML_EOF) return x->kind;
    if (x->empty) {
        x->empty = false;
        close_element(x);
        return x->kind;
    }
    for (;;) {
        pw_limits_poll();
        x->from = x->at;
        bool text = false;
        if (x->at == x->src->size) {
            read_eof(x);
        } else if (starts(x, "</")) {
            x->at += 2;
            read_end(x);
        } else if (starts(x, "<!") || starts(x, "<?")) {
            if (!skip_other(x, &text))
                pw_xml_error(x, NULL, "this is not closed");
            else if (!text)
                continue;
            else
                x->kind = PW_XML_TEXT;
        } else if (starts(x, "<")) {
            x->at++;
            read_start(x);
        } else {
            pw_strbuf_reset(&x->text);
            if (read_text(x, '<', &x->text)) x->kind = PW_XML_TEXT;
        }
        return x->kind;
    }
}

static bool same(const struct pw_xml *x, struct pw_xml_name n, const char *name)
{
    return n.n == strlen(name) && !memcmp(x->src->text + n.at, name, n.n);
}

static bool has_prefix(const struct pw_xml *x, struct pw_xml_name n)
{
    return n.at > 0 && x->src->text[n.at - 1] == ':';
}

bool pw_xml_is(const struct pw_xml *x, const char *name)
{
    return same(x, x->name, name);
}

const char *pw_xml_value(const struct pw_xml *x, const char *attribute)
{
    for (size_t i = 0; i < x->attrs.n; i++)
        if (same(x, x->attrs.at[i].name, attribute) && !has_prefix(x, x->attrs.at[i].name))
            return pw_strbuf_text(&x->values) + x->attrs.at[i].value;
    return NULL;
}

bool pw_xml_skip(struct pw_xml *x)
{
    assert(x->kind == PW_XML_START && x->open.n > 0);
    for (size_t deep = x->open.n; x->open.n >= deep;)
        if (pw_xml_next(x) == PW_XML_BAD) return false;
    return true;
}

#include "base/json.h"

#include <assert.h>
#include <inttypes.h>
#include <string.h>

void pw_json_start(struct pw_json *j, struct pw_strbuf *out)
{
    *j = (struct pw_json){.out = out, .first = true};
}

static void separate(struct pw_json *j)
{
    assert(j->depth <= PW_JSON_DEPTH);
    assert(!j->first || !j->after_key);
    if (!j->first && !j->after_key) pw_strbuf_putc(j->out, ',');
    j->first = j->after_key = false;
}

static void open_with(struct pw_json *j, char opener, char closer)
{
    assert(j->depth < PW_JSON_DEPTH);
    separate(j);
    pw_strbuf_putc(j->out, opener);
    j->closer[j->depth++] = closer;
    j->first = true;
}

void pw_json_object(struct pw_json *j)
{
    open_with(j, '{', '}');
}
void pw_json_array(struct pw_json *j)
{
    open_with(j, '[', ']');
}

void pw_json_end(struct pw_json *j)
{
    assert(j->depth > 0 && !j->after_key);
    pw_strbuf_putc(j->out, j->closer[--j->depth]);
    j->first = false;
}

static void quote(struct pw_strbuf *out, const char *text)
{
    pw_strbuf_putc(out, '"');
    for (const char *s = text, *end = text + strlen(text); s < end;) {
        size_t n = pw_strbuf_utf8(s, (size_t)(end - s));
        if (n == 0)
            pw_strbuf_puts(out, "\\ufffd"), n = 1;
        else if (*s == '"' || *s == '\\')
            pw_strbuf_putc(out, '\\'), pw_strbuf_putc(out, *s);
        else if (*s == '\n')
            pw_strbuf_puts(out, "\\n");
        else if (*s == '\t')
            pw_strbuf_puts(out, "\\t");
        else if (n == 1 && *s < 32)
            pw_strbuf_printf(out, "\\u%04x", (unsigned)*s);
        else
            pw_strbuf_write(out, s, n);
        s += n;
    }
    pw_strbuf_putc(out, '"');
}

void pw_json_key(struct pw_json *j, const char *key)
{
    assert(key);
    assert(j->depth > 0 && j->closer[j->depth - 1] == '}' && !j->after_key);
    separate(j);
    quote(j->out, key);
    pw_strbuf_putc(j->out, ':');
    j->after_key = true;
}

void pw_json_string(struct pw_json *j, const char *s)
{
    assert(s);
    separate(j);
    quote(j->out, s);
}

void pw_json_number(struct pw_json *j, const char *digits)
{
    separate(j);
    pw_strbuf_puts(j->out, digits);
}

void pw_json_int(struct pw_json *j, int64_t n)
{
    separate(j);
    pw_strbuf_printf(j->out, "%" PRId64, n);
}

void pw_json_seconds(struct pw_json *j, double s)
{
    separate(j);
    pw_strbuf_printf(j->out, "%.6f", s);
}

void pw_json_bool(struct pw_json *j, bool b)
{
    pw_json_number(j, b ? "true" : "false");
}
void pw_json_null(struct pw_json *j)
{
    pw_json_number(j, "null");
}
void pw_json_raw(struct pw_json *j, const char *text)
{
    pw_json_number(j, text);
}

void pw_json_text(struct pw_json *j, const char *key, const char *s)
{
    pw_json_key(j, key);
    if (s)
        pw_json_string(j, s);
    else
        pw_json_null(j);
}

void pw_json_head(struct pw_json *j, struct pw_strbuf *out, const char *version, const char *file)
{
    pw_json_start(j, out);
    pw_json_object(j);
    pw_json_text(j, "tool", "pwqo");
    pw_json_text(j, "version", version);
    if (file) pw_json_text(j, "file", file);
}

#include "lsp/frame.h"

#include <assert.h>
#include <string.h>
#include <strings.h>

#include "base/decimal.h"

void pw_frames_clear(struct pw_frames *f)
{
    pw_strbuf_clear(&f->bytes);
}

/* Forgets what is taken, so that the buffer holds no more than what is still to come. */
static void compact(struct pw_frames *f)
{
    size_t left = f->bytes.n - f->from;
    if (left) memmove(f->bytes.at, f->bytes.at + f->from, left);
    f->bytes.n = left;
    if (f->bytes.at) f->bytes.at[left] = '\0';
    f->from = 0;
}

void pw_frames_add(struct pw_frames *f, const char *bytes, size_t n)
{
    size_t k = n < f->drop ? n : f->drop;
    f->drop -= k;
    compact(f);
    pw_strbuf_write(&f->bytes, bytes + k, n - k);
}

/* The end of the header: the byte after the empty line, 0 if it is not there. */
static size_t header_end(const char *s, size_t n)
{
    for (size_t i = 0; i + 3 < n && i < PW_FRAME_HEADER_MOST; i++)
        if (!memcmp(s + i, "\r\n\r\n", 4)) return i + 4;
    return 0;
}

/* The value of Content-Length, or -1. */
static int64_t content_length(const char *s, size_t n)
{
    static const char name[] = "Content-Length:";
    int64_t length = -1;
    for (size_t i = 0; i < n;) {
        const char *end = memchr(s + i, '\r', n - i);
        size_t line = end ? (size_t)(end - s) - i : n - i, at = sizeof name - 1;
        if (line > at && !strncasecmp(s + i, name, at)) {
            while (at < line && s[i + at] == ' ')
                at++;
            if (!pw_decimal_read(s + i + at, line - at, 0, INT64_MAX, &length)) return -1;
        }
        i += line + 2;
    }
    return length;
}

static enum pw_lsp_frame bad(struct pw_frames *f, size_t drop, const char *why, const char **text,
                             size_t *n)
{
    f->from += drop;
    *text = why;
    *n = strlen(why);
    return PW_FRAME_BAD;
}

static enum pw_lsp_frame too_long(struct pw_frames *f, size_t header, uint64_t length,
                                  const char **text, size_t *n)
{
    uint64_t here = f->bytes.n - f->from - header;
    f->drop = (size_t)(length > here ? length - here : 0);
    return bad(f, header + (size_t)(length > here ? here : length), "the message is too long", text,
               n);
}

enum pw_lsp_frame pw_frames_take(struct pw_frames *f, const char **text, size_t *n)
{
    if (f->from >= f->bytes.n) return PW_FRAME_NONE;
    assert(f->from <= f->bytes.n);
    const char *s = f->bytes.at + f->from;
    size_t left = f->bytes.n - f->from, header = header_end(s, left);
    if (!header && left < PW_FRAME_HEADER_MOST) return PW_FRAME_NONE;
    if (!header) return bad(f, left, "no header ends here", text, n);
    int64_t length = content_length(s, header);
    if (length < 0) return bad(f, header, "the header has no Content-Length", text, n);
    if (length > PW_FRAME_MOST) return too_long(f, header, (uint64_t)length, text, n);
    if (left - header < (size_t)length) return PW_FRAME_NONE;
    *text = s + header;
    *n = (size_t)length;
    f->from += header + (size_t)length;
    return PW_FRAME_MESSAGE;
}

void pw_frame_write(const struct pw_strbuf *message, struct pw_strbuf *out)
{
    pw_strbuf_printf(out, "Content-Length: %zu\r\n\r\n", message->n);
    pw_strbuf_write(out, pw_strbuf_text(message), message->n);
}

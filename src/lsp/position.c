#include "lsp/position.h"

#include <assert.h>

#include "base/order.h"
#include "base/vec.h"

void pw_position_lines(struct pw_lines_at *l, const char *text, size_t size)
{
    l->n = 0;
    pw_vec_push(l, 0);
    for (size_t i = 0; i < size; i++)
        if (text[i] == '\n') pw_vec_push(l, i + 1);
}

/* Characters outside the first plane are two units; a byte that is no UTF-8 is one. */
static size_t step(const char *text, size_t size, size_t i, int64_t *units)
{
    size_t n = pw_strbuf_utf8(text + i, size - i);
    *units += n == 4 ? 2 : 1;
    return n ? n : 1;
}

size_t pw_position_offset(const struct pw_lines_at *l, const char *text, size_t size,
                          struct pw_position p)
{
    if (p.line < 0) return 0;
    if ((uint64_t)p.line >= l->n) return size;
    size_t i = l->at[p.line];
    int64_t units = 0;
    while (i < size && text[i] != '\n' && units < p.character)
        i += step(text, size, i, &units);
    return i;
}

static struct pw_position position_of(const struct pw_lines_at *l, const char *text, size_t size,
                                      size_t offset)
{
    if (offset > size) offset = size;
    size_t line = PW_FIRST(i, 1, l->n, l->at[i] > offset) - 1;
    struct pw_position p = {(int64_t)line, 0};
    for (size_t i = l->at[line]; i < offset;)
        i += step(text, size, i, &p.character);
    return p;
}

static void put(struct pw_json *j, const char *key, struct pw_position p)
{
    pw_json_key(j, key);
    pw_json_object(j);
    pw_json_key(j, "line"), pw_json_int(j, p.line);
    pw_json_key(j, "character"), pw_json_int(j, p.character);
    pw_json_end(j);
}

void pw_position_range(struct pw_json *j, const struct pw_lines_at *l, const char *text,
                       size_t size, size_t from, size_t to)
{
    pw_json_object(j);
    put(j, "start", position_of(l, text, size, from));
    put(j, "end", position_of(l, text, size, to));
    pw_json_end(j);
}

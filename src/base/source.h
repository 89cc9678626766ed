/* source.h -- a whole input text in memory, with its name, and positions in it.
 *
 * A position is a byte offset; line and column (both from 1, columns in bytes) are computed when a
 * message needs them. */
#ifndef PW_BASE_SOURCE_H
#define PW_BASE_SOURCE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct pw_source {
    char *name; /* as the user wrote it; "<stdin>" for "-" */
    char *text; /* size bytes and a NUL */
    size_t size;
};

enum pw_source_status { PW_SOURCE_OK, PW_SOURCE_UNREADABLE };

/* Reads a file, or standard input for "-". On failure *why is a static or strerror text ("Is a
 * directory"). */
enum pw_source_status pw_source_read(struct pw_source *s, const char *path, const char **why);
/* copies */
void pw_source_from_text(struct pw_source *s, const char *name, const char *text, size_t size);
void pw_source_clear(struct pw_source *s);

struct pw_place {
    unsigned line, column;
};

struct pw_place pw_source_place(const struct pw_source *s, size_t offset);
/* The line that holds the offset, without its end: [*from, *to). */
void pw_source_line(const struct pw_source *s, size_t offset, size_t *from, size_t *to);

#endif

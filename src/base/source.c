#include "base/source.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <fcntl.h>

#include "base/mem.h"
#include "base/vec.h"

struct bytes {
    char *at;
    size_t n, cap;
};

/* Plain read(2) into our own buffer: nothing but the descriptor would be lost if a limit unwinds, and the caller closes it. */
static bool read_all(int fd, struct bytes *b)
{
    for (;;) {
        if (b->cap - b->n < 1 << 16) b->at = pw_vec_room(b->at, &b->cap, b->n + (1 << 16), 1);
        ssize_t got = read(fd, b->at + b->n, b->cap - b->n - 1);
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) return false;
        if (got == 0) return true;
        b->n += (size_t)got;
    }
}

enum pw_source_status pw_source_read(struct pw_source *s, const char *path, const char **why)
{
    bool standard = !strcmp(path, "-");
    struct stat info;
    *s = (struct pw_source){0};
    int fd = standard ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0) return *why = strerror(errno), PW_SOURCE_UNREADABLE;
    struct bytes b = {0};
    bool ok = true;
    if (!fstat(fd, &info) && S_ISDIR(info.st_mode)) errno = EISDIR, ok = false;
    ok = ok && read_all(fd, &b);
    if (!ok) *why = strerror(errno);
    if (!standard) close(fd);
    if (ok) pw_source_from_text(s, standard ? "<stdin>" : path, b.at, b.n);
    pw_mem_free(b.at, b.cap);
    return ok ? PW_SOURCE_OK : PW_SOURCE_UNREADABLE;
}

void pw_source_from_text(struct pw_source *s, const char *name, const char *text, size_t size)
{
    *s = (struct pw_source){.name = pw_mem_strdup(name), .text = pw_mem_strndup(text, size), .size = size};
}

void pw_source_clear(struct pw_source *s)
{
    pw_mem_strfree(s->name);
    pw_mem_strfree(s->text);
    *s = (struct pw_source){0};
}

struct pw_place pw_source_place(const struct pw_source *s, size_t offset)
{
    struct pw_place p = {1, 1};
    const char *at = s->text, *end = s->text + (offset < s->size ? offset : s->size);
    for (const char *nl; (nl = memchr(at, '\n', (size_t)(end - at))); at = nl + 1) p.line++;
    p.column = (unsigned)(end - at) + 1;
    return p;
}

void pw_source_line(const struct pw_source *s, size_t offset, size_t *from, size_t *to)
{
    if (offset > s->size) offset = s->size;
    size_t a = offset, b = offset;
    while (a > 0 && s->text[a - 1] != '\n') a--;
    while (b < s->size && s->text[b] != '\n') b++;
    if (b > a && s->text[b - 1] == '\r') b--;
    *from = a;
    *to = b;
}

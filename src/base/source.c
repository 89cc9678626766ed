#include "base/source.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/guard.h"
#include "base/limits.h"
#include "base/mem.h"
#include "base/vec.h"

/* A file being read. The guard around it lets the descriptor be closed before a stop goes on. */
struct read_ctx {
    int fd, error; /* errno, or 0 */
    enum pw_stop due;
    char *at;
    size_t n, cap;
};

/* Waits for input, at most until a limit is due. */
static bool wait_for_input(struct read_ctx *r)
{
    enum { MILLISECONDS = 100 };
    struct pollfd p = {.fd = r->fd, .events = POLLIN};
    while ((r->due = pw_limits_due()) == PW_STOP_NONE) {
        int ready = poll(&p, 1, MILLISECONDS);
        if (ready > 0) return true;
        if (ready < 0 && errno != EINTR) return r->error = errno, false;
    }
    return false;
}

/* Makes the text exactly as long as the file and ends it with a NUL. */
static void finish_text(struct read_ctx *r)
{
    r->at = pw_mem_resize(r->at, r->cap, r->n + 1);
    assert(!r->error && r->at);
    r->cap = r->n + 1;
    r->at[r->n] = 0;
}

/* What the system says, which may be wrong: of a pipe, of a file in /proc or of one that is being
 * written. */
static size_t expected_size(int fd)
{
    enum { MOST = 1 << 28 };
    struct stat info;
    if (fstat(fd, &info) || !S_ISREG(info.st_mode) || info.st_size < 0) return 0;
    return info.st_size < MOST ? (size_t)info.st_size : MOST;
}

static void read_all(void *arg)
{
    struct read_ctx *r = arg;
    /* one more: the end is found without making room */
    r->at = pw_vec_room(NULL, &r->cap, expected_size(r->fd) + 1, 1);
    while (wait_for_input(r)) {
        if (r->cap == r->n) r->at = pw_vec_room(r->at, &r->cap, r->n + (1 << 16), 1);
        ssize_t got = read(r->fd, r->at + r->n, r->cap - r->n);
        if (got < 0 && (errno == EINTR || errno == EAGAIN)) continue;
        if (got < 0) r->error = errno;
        if (got <= 0) break;
        r->n += (size_t)got;
        assert(r->n <= r->cap);
    }
    if (r->error || r->due)
        pw_mem_free(r->at, r->cap), r->at = NULL;
    else
        finish_text(r);
}

/* Non-blocking, so that a pipe without a writer does not hold us: poll waits. */
static int open_input(const char *path)
{
    struct stat info;
    if (!strcmp(path, "-")) return STDIN_FILENO;
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    if (fd >= 0 && !fstat(fd, &info) && S_ISDIR(info.st_mode)) {
        close(fd);
        errno = EISDIR;
        return -1;
    }
    return fd;
}

enum pw_source_status pw_source_read(struct pw_source *s, const char *path, const char **why)
{
    *s = (struct pw_source){0};
    struct read_ctx r = {.fd = open_input(path)};
    if (r.fd < 0) return *why = strerror(errno), PW_SOURCE_UNREADABLE;
    enum pw_stop stopped = pw_guard_run(read_all, &r);
    bool standard = r.fd == STDIN_FILENO;
    if (!standard) close(r.fd);
    if (stopped != PW_STOP_NONE || r.due != PW_STOP_NONE) pw_guard_throw(stopped ? stopped : r.due);
    if (r.error) return *why = strerror(r.error), PW_SOURCE_UNREADABLE;
    *s = (struct pw_source){.text = r.at, .size = r.n};
    s->name = pw_mem_strdup(standard ? "<stdin>" : path);
    return PW_SOURCE_OK;
}

void pw_source_from_text(struct pw_source *s, const char *name, const char *text, size_t size)
{
    *s = (struct pw_source){
        .name = pw_mem_strdup(name), .text = pw_mem_strndup(text, size), .size = size};
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
    for (const char *nl; (nl = memchr(at, '\n', (size_t)(end - at))); at = nl + 1)
        p.line++;
    p.column = (unsigned)(end - at) + 1;
    return p;
}

void pw_source_line(const struct pw_source *s, size_t offset, size_t *from, size_t *to)
{
    if (offset > s->size) offset = s->size;
    const char *end = memchr(s->text + offset, '\n', s->size - offset);
    size_t a = offset, b = end ? (size_t)(end - s->text) : s->size;
    while (a > 0 && s->text[a - 1] != '\n')
        a--;
    if (b > a && s->text[b - 1] == '\r') b--;
    *from = a;
    *to = b;
}

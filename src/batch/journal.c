/* journal.c -- see journal.h */
#include "batch/journal.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#include "base/mem.h"
#include "base/strbuf.h"
#include "base/table.h"

static const char magic[] = "pwqo-batch-journal 1\t";
enum { CHECK = 16 }; /* hexadecimal digits of the checksum */

static bool write_all(int fd, const char *s, size_t n)
{
    while (n) {
        ssize_t k = write(fd, s, n);
        if (k < 0 && errno == EINTR) continue;
        if (k < 0) return false;
        s += k;
        n -= (size_t)k;
    }
    return true;
}

static bool read_all(int fd, struct pw_strbuf *b)
{
    char chunk[65536];
    for (;;) {
        ssize_t k = read(fd, chunk, sizeof chunk);
        if (k < 0 && errno == EINTR) continue;
        if (k <= 0) return k == 0;
        pw_strbuf_write(b, chunk, (size_t)k);
    }
}

static bool durable(int fd, const struct pw_strbuf *b)
{
    return write_all(fd, pw_strbuf_text(b), b->n) && fdatasync(fd) == 0;
}

static void checksum(const char *text, size_t n, char out[CHECK + 1])
{
    snprintf(out, CHECK + 1, "%016llx", (unsigned long long)pw_hash_bytes(text, n));
}

static uint64_t key_hash(const struct pw_batch_row *r)
{
    return pw_hash_mix(pw_hash_bytes(r->file, strlen(r->file)),
                       pw_hash_bytes(r->params, strlen(r->params)));
}

static bool same_key(const void *objects, uint32_t id, const void *key)
{
    const struct pw_batch_row *a = (const struct pw_batch_row *)objects + id, *b = key;
    return strcmp(a->file, b->file) == 0 && strcmp(a->params, b->params) == 0;
}

static void build_index(struct pw_table *t, const struct pw_batch_row *rows, size_t n)
{
    for (size_t i = 0; i < n; i++)
        pw_table_add(t, key_hash(&rows[i]), (uint32_t)i);
}

static void take_row(const struct pw_table *t, struct pw_batch_row *rows, bool *have,
                     const char *line, size_t size)
{
    struct pw_batch_row r;
    if (!pw_row_read(&r, line, size)) return;
    int64_t i = pw_table_find(t, key_hash(&r), same_key, rows, &r);
    if (i == PW_TABLE_NONE || !strcmp(r.hash, "-") || strcmp(rows[i].hash, r.hash) != 0) {
        pw_row_clear(&r);
        return;
    }
    r.truth = rows[i].truth;
    r.expect = rows[i].expect;
    pw_row_clear(&rows[i]);
    rows[i] = r;
    have[i] = true;
}

/* Takes the rows over; returns the length of the part that is whole. */
static size_t replay(const char *text, size_t size, size_t from, struct pw_batch_row *rows,
                     bool *have, size_t n)
{
    struct pw_table index = {0};
    build_index(&index, rows, n);
    size_t i = from;
    while (i < size) {
        const char *e = memchr(text + i, '\n', size - i);
        if (!e || (size_t)(e - text) < i + CHECK + 1) break;
        const char *line = text + i + CHECK + 1;
        size_t k = (size_t)(e - line);
        char sum[CHECK + 1];
        checksum(line, k, sum);
        if (memcmp(sum, text + i, CHECK) != 0 || text[i + CHECK] != '\t') break;
        take_row(&index, rows, have, line, k);
        i = (size_t)(e - text) + 1;
    }
    pw_table_clear(&index);
    return i;
}

static enum pw_journal_status start(int fd, const struct pw_strbuf *head)
{
    return ftruncate(fd, 0) == 0 && lseek(fd, 0, SEEK_SET) == 0 && durable(fd, head)
               ? PW_JOURNAL_OK
               : PW_JOURNAL_ERROR;
}

static enum pw_journal_status resume_from(int fd, const struct pw_strbuf *head,
                                          struct pw_batch_row *rows, bool *have, size_t n)
{
    struct pw_strbuf old = {0};
    enum pw_journal_status status = PW_JOURNAL_ERROR;
    if (read_all(fd, &old)) {
        const char *text = pw_strbuf_text(&old);
        bool whole_head = old.n >= head->n && memcmp(text, pw_strbuf_text(head), head->n) == 0;
        if (whole_head) {
            size_t good = replay(text, old.n, head->n, rows, have, n);
            bool ok = ftruncate(fd, (off_t)good) == 0 && lseek(fd, 0, SEEK_END) >= 0;
            status = ok ? PW_JOURNAL_OK : PW_JOURNAL_ERROR;
        } else if (memcmp(text, pw_strbuf_text(head), old.n < head->n ? old.n : head->n) == 0)
            status = start(fd, head); /* empty, or its first line is torn: it had no results yet */
        else
            status = PW_JOURNAL_FOREIGN;
    }
    pw_strbuf_clear(&old);
    return status;
}

enum pw_journal_status pw_journal_open(struct pw_journal *j, const char *path, const char *settings,
                                       bool resume, struct pw_batch_row *rows, bool *have, size_t n)
{
    j->fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (j->fd < 0) return PW_JOURNAL_ERROR;
    struct pw_strbuf head = {0};
    pw_strbuf_printf(&head, "%s%s\n", magic, settings);
    enum pw_journal_status status;
    if (flock(j->fd, LOCK_EX | LOCK_NB) != 0)
        status = errno == EWOULDBLOCK ? PW_JOURNAL_BUSY : PW_JOURNAL_ERROR;
    else
        status = resume ? resume_from(j->fd, &head, rows, have, n) : start(j->fd, &head);
    pw_strbuf_clear(&head);
    if (status != PW_JOURNAL_OK) {
        int why = errno;
        pw_journal_close(j);
        errno = why;
    }
    return status;
}

bool pw_journal_append(struct pw_journal *j, const struct pw_batch_row *r)
{
    struct pw_strbuf row = {0}, line = {0};
    char sum[CHECK + 1];
    pw_row_write(r, &row);
    checksum(pw_strbuf_text(&row), row.n, sum);
    pw_strbuf_printf(&line, "%s\t", sum);
    pw_strbuf_write(&line, pw_strbuf_text(&row), row.n);
    pw_strbuf_putc(&line, '\n');
    bool ok = durable(j->fd, &line);
    pw_strbuf_clear(&row);
    pw_strbuf_clear(&line);
    return ok;
}

void pw_journal_close(struct pw_journal *j)
{
    if (j->fd >= 0) close(j->fd);
    j->fd = -1;
}

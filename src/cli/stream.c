#include "cli/stream.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <string.h>
#include <unistd.h>

#include "base/limits.h"
#include "base/mem.h"
#include "base/progress.h"

/* True when all bytes are written; otherwise errno says why. A signal that asks the run to stop
 * ends a blocked write. */
static bool write_all(int fd, const char *s, size_t n)
{
    while (n) {
        ssize_t k = write(fd, s, n);
        if (k < 0 && errno == EINTR && !pw_limits_interrupted()) continue;
        if (k < 0) return false;
        s += k;
        n -= (size_t)k;
    }
    return true;
}

static void erase_progress(struct pw_app *app)
{
    if (app->progress_shown) write_all(STDERR_FILENO, "\r\033[K", 4);
    app->progress_shown = false;
}

void pw_stream_err(struct pw_app *app, const struct pw_strbuf *b)
{
    erase_progress(app);
    write_all(STDERR_FILENO, pw_strbuf_text(b), b->n);
}

static void print_message(struct pw_app *app, const char *format, va_list args, const char *tail)
{
    struct pw_strbuf b = {0};
    pw_strbuf_puts(&b, "pwqo: ");
    pw_strbuf_vprintf(&b, format, args);
    pw_strbuf_puts(&b, tail);
    pw_stream_err(app, &b);
    pw_strbuf_clear(&b);
}

void pw_app_say(struct pw_app *app, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    print_message(app, format, args, "\n");
    va_end(args);
}

void pw_app_note(struct pw_app *app, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    if (!app->opt.quiet) print_message(app, format, args, "\n");
    va_end(args);
}

int pw_app_usage(struct pw_app *app, const char *format, ...)
{
    struct pw_strbuf tail = {0};
    pw_strbuf_printf(&tail, "\nTry 'pwqo %s%s--help'.\n", app->command ? app->command->name : "",
                     app->command ? " " : "");
    va_list args;
    va_start(args, format);
    print_message(app, format, args, pw_strbuf_text(&tail));
    va_end(args);
    pw_strbuf_clear(&tail);
    return PW_EXIT_USAGE;
}

int pw_app_read(struct pw_app *app, const char *path, struct pw_source *src)
{
    const char *why = "";
    if (pw_source_read(src, path, &why) == PW_SOURCE_OK) return PW_EXIT_OK;
    if (!strcmp(path, "-"))
        pw_app_say(app, "cannot read standard input: %s", why);
    else
        pw_app_say(app, "cannot read '%s': %s", path, why);
    return PW_EXIT_NOINPUT;
}

int pw_app_diags(struct pw_app *app, const struct pw_diags *d)
{
    struct pw_strbuf b = {0};
    if (d->errors || !app->opt.quiet) pw_diag_print(d, &b);
    if (b.n) pw_stream_err(app, &b);
    pw_strbuf_clear(&b);
    return d->errors ? PW_EXIT_DATA : PW_EXIT_OK;
}

int pw_app_out(struct pw_app *app, const struct pw_strbuf *b)
{
    erase_progress(app);
    if (write_all(STDOUT_FILENO, pw_strbuf_text(b), b->n)) return PW_EXIT_OK;
    pw_app_say(app, "cannot write to standard output: %s", strerror(errno));
    return PW_EXIT_IO;
}

int pw_app_write(struct pw_app *app, const char *path, const struct pw_strbuf *b)
{
    if (!strcmp(path, "-")) return pw_app_out(app, b);
    int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    bool ok = fd >= 0 && write_all(fd, pw_strbuf_text(b), b->n);
    int why = errno;
    if (fd >= 0 && close(fd) && ok) ok = false, why = errno;
    if (ok) return PW_EXIT_OK;
    pw_app_say(app, "cannot write '%s': %s", path, strerror(why));
    return PW_EXIT_IO;
}

/* --- progress --- */

/* Runs inside the guard of the command, where memory may be scarce: a fixed buffer would do, but so
 * does one that is freed at once. */
static void show_progress(void *arg)
{
    struct pw_app *app = arg;
    struct pw_strbuf b = {0};
    pw_strbuf_puts(&b, "\r\033[K");
    pw_progress_print(pw_limits_elapsed(), &b);
    write_all(STDERR_FILENO, pw_strbuf_text(&b), b.n);
    pw_strbuf_clear(&b);
    app->progress_shown = true;
}

void pw_stream_progress_start(struct pw_app *app)
{
    if (!app->opt.quiet && isatty(STDERR_FILENO)) pw_progress_observe(show_progress, app);
}

void pw_stream_progress_end(struct pw_app *app)
{
    pw_progress_observe(NULL, NULL);
    erase_progress(app);
}

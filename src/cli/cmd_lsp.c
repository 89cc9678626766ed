/* pwqo lsp: the language server on standard input and output. */
#include <errno.h>
#include <poll.h>
#include <unistd.h>

#include "base/limits.h"
#include "cli/app.h"
#include "cli/machine.h"
#include "lsp/server.h"

/* Standard input first, then the verifications that run. */
static nfds_t watched(const struct pw_server *s, struct pollfd *fds)
{
    nfds_t n = 0;
    fds[n++] = (struct pollfd){.fd = STDIN_FILENO, .events = POLLIN};
    for (size_t i = 0; i < PW_SERVER_JOBS; i++)
        if (s->jobs[i].job.fd >= 0)
            fds[n++] = (struct pollfd){.fd = s->jobs[i].job.fd, .events = POLLIN};
    return n;
}

/* False at the end of the input. */
static bool take_input(struct pw_server *s)
{
    char bytes[65536];
    ssize_t n = read(STDIN_FILENO, bytes, sizeof bytes);
    if (n < 0) return errno == EINTR || errno == EAGAIN;
    if (n > 0) pw_server_take(s, bytes, (size_t)n);
    return n > 0;
}

static int serve(struct pw_app *app, struct pw_server *s)
{
    struct pollfd fds[1 + PW_SERVER_JOBS];
    bool open = true;
    while (open && !s->exited) {
        pw_limits_check();
        if (poll(fds, watched(s, fds), -1) < 0 && errno != EINTR) return PW_EXIT_IO;
        if (fds[0].revents) open = take_input(s);
        pw_server_jobs(s);
        int exit = s->out.n ? pw_app_out(app, &s->out) : PW_EXIT_OK;
        pw_strbuf_reset(&s->out);
        if (exit) return exit;
    }
    return s->initialised && !s->shut_down ? PW_EXIT_DATA : PW_EXIT_OK;
}

int pw_cmd_lsp(struct pw_app *app)
{
    struct pw_server s;
    pw_server_init(&s, pw_machine_version(), "/proc/self/exe");
    int exit = serve(app, &s);
    pw_server_clear(&s);
    return exit;
}

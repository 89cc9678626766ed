#include "lsp/job.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

/* The text as a file without a name, read from its start. */
static int text_file(const char *text, size_t size)
{
    char path[] = "/tmp/pwqo-lsp-XXXXXX";
    int fd = mkstemp(path);
    if (fd < 0) return -1;
    unlink(path);
    while (size) {
        ssize_t k = write(fd, text, size);
        if (k < 0 && errno == EINTR) continue;
        if (k <= 0) return close(fd), -1;
        text += k;
        size -= (size_t)k;
    }
    return lseek(fd, 0, SEEK_SET) == 0 ? fd : (close(fd), -1);
}

/* Only calls that are safe between fork and exec. A group of its own, so that nothing of it
 * survives. */
static _Noreturn void become(const char *program, int in, int out)
{
    setpgid(0, 0);
    int null = open("/dev/null", O_WRONLY);
    dup2(in, STDIN_FILENO);
    dup2(out, STDOUT_FILENO);
    if (null >= 0) dup2(null, STDERR_FILENO);
    execl(program, "pwqo", "verify", "--json", "-", (char *)NULL);
    _exit(70);
}

bool pw_job_start(struct pw_lsp_job *j, const char *program, const char *text, size_t size)
{
    int pipes[2], in = text_file(text, size);
    if (in < 0) return false;
    if (pipe(pipes)) return close(in), false;
    fcntl(pipes[0], F_SETFD, FD_CLOEXEC);
    fcntl(pipes[0], F_SETFL, O_NONBLOCK);
    j->pid = fork();
    if (j->pid == 0) {
        close(pipes[0]);
        become(program, in, pipes[1]);
    }
    close(in);
    close(pipes[1]);
    if (j->pid < 0) return close(pipes[0]), false;
    setpgid(j->pid, j->pid);
    j->fd = pipes[0];
    j->output = (struct pw_strbuf){0};
    return true;
}

static void reap(struct pw_lsp_job *j)
{
    close(j->fd);
    j->fd = -1;
    while (waitpid(j->pid, NULL, 0) < 0 && errno == EINTR)
        continue;
}

bool pw_job_read(struct pw_lsp_job *j)
{
    char bytes[16384];
    ssize_t k = read(j->fd, bytes, sizeof bytes);
    if (k > 0 && j->output.n < PW_JOB_OUTPUT_MOST)
        return pw_strbuf_write(&j->output, bytes, (size_t)k), true;
    if (k > 0 || (k < 0 && (errno == EAGAIN || errno == EINTR))) return true;
    kill(-j->pid, SIGKILL);
    reap(j);
    return false;
}

void pw_job_stop(struct pw_lsp_job *j)
{
    kill(-j->pid, SIGKILL);
    reap(j);
    pw_strbuf_clear(&j->output);
}

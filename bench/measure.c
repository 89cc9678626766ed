/* measure.c -- see measure.h */
#include "measure.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static double in_seconds(struct timeval t)
{
    return (double)t.tv_sec + (double)t.tv_usec * 1e-6;
}

static _Noreturn void become(char *const *argv, const char *input, int out)
{
    int in = open(input ? input : "/dev/null", O_RDONLY), err = open("/dev/null", O_WRONLY);
    if (in < 0 || err < 0) _exit(127);
    dup2(in, 0);
    dup2(out, 1);
    dup2(err, 2);
    setpgid(0, 0);
    execvp(argv[0], argv);
    _exit(127);
}

/* Takes the output until its end or the limit; true at the end. */
static bool gather(int fd, double until, struct pw_strbuf *out)
{
    char chunk[65536];
    for (;;) {
        double left = until - now();
        struct pollfd p = {fd, POLLIN, 0};
        if (left <= 0 || poll(&p, 1, (int)(left * 1000) + 1) == 0) return false;
        ssize_t k = read(fd, chunk, sizeof chunk);
        if (k < 0 && errno == EINTR) continue;
        if (k <= 0) return true;
        pw_strbuf_write(out, chunk, (size_t)k);
    }
}

void pw_measure_once(char *const *argv, const char *input, double limit, struct pw_run *r)
{
    int pipe_fd[2], status = 0;
    struct rusage usage;
    memset(r, 0, sizeof *r);
    if (pipe(pipe_fd) != 0) abort();
    double start = now();
    pid_t pid = fork();
    if (pid < 0) abort();
    if (pid == 0) {
        close(pipe_fd[0]);
        become(argv, input, pipe_fd[1]);
    }
    close(pipe_fd[1]);
    if (!gather(pipe_fd[0], start + limit, &r->out)) kill(pid, SIGKILL);
    while (wait4(pid, &status, 0, &usage) < 0 && errno == EINTR)
        continue;
    r->seconds = now() - start;
    close(pipe_fd[0]);
    r->peak_kib = usage.ru_maxrss;
    r->cpu = in_seconds(usage.ru_utime) + in_seconds(usage.ru_stime);
    r->status = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

struct pw_spread pw_measure_spread(double *values, size_t n)
{
    qsort(values, n, sizeof *values, by_value);
    double median = n % 2 ? values[n / 2] : (values[n / 2 - 1] + values[n / 2]) / 2;
    return (struct pw_spread){n, median, values[0], values[n - 1]};
}

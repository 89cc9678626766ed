/* child.c -- see child.h */
#include <config.h> /* pipe2 */

#include "batch/child.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/decimal.h"
#include "base/lines.h"
#include "base/mem.h"
#include "base/vec.h"

double pw_child_clock(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* "K=3 N=2" becomes -D K=3 -D N=2. */
static void add_params(pw_lines *v, const char *params)
{
    while (*params) {
        size_t k = strcspn(params, " ");
        pw_lines_add(v, "-D");
        pw_lines_add(v, "%.*s", (int)k, params);
        params += k + (params[k] == ' ');
    }
}

/* A page that an earlier run left there must not pass for this one's. */
static void add_page(pw_lines *v, const char *folder, const char *file, const char *params)
{
    struct pw_strbuf path = {0};
    pw_strbuf_printf(&path, "%s/", folder);
    pw_row_page_name(file, params, &path);
    unlink(pw_strbuf_text(&path));
    pw_lines_add(v, "--report=%s", pw_strbuf_text(&path));
    pw_strbuf_clear(&path);
}

static pw_lines command_line(const struct pw_pool_config *c, const char *file, const char *params)
{
    pw_lines v = {0};
    pw_lines_add(&v, "%s", c->program ? c->program : "pwqo");
    pw_lines_add(&v, "verify");
    pw_lines_add(&v, "--json");
    if (c->time_limit > 0) pw_lines_add(&v, "--time-limit=%.12g", c->time_limit);
    if (c->memory_limit > 0) pw_lines_add(&v, "--memory-limit=%.12g", c->memory_limit);
    for (size_t i = 0; i < c->n_options; i++)
        pw_lines_add(&v, "%s", c->options[i]);
    add_params(&v, params);
    if (c->pages) add_page(&v, c->pages, file, params);
    pw_lines_add(&v, "--");
    pw_lines_add(&v, "%s", file);
    pw_vec_push(&v, NULL);
    return v;
}

/* In the child, after fork: only async-signal-safe calls. */
static _Noreturn void become(const char *program, char *const *argv, const int out[2],
                             const int err[2], pid_t parent)
{
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) _exit(70);
    int in = open("/dev/null", O_RDONLY);
    if (in >= 0) dup2(in, 0);
    dup2(out[1], 1);
    dup2(err[1], 2);
    struct rlimit no_core = {0, 0};
    setrlimit(RLIMIT_CORE, &no_core);
    execv(program ? program : "/proc/self/exe", argv);
    static const char message[] = "cannot execute the program\n";
    if (write(2, message, sizeof message - 1) < 0) _exit(70);
    _exit(70);
}

static bool make_pipe(int p[2])
{
    return pipe2(p, O_CLOEXEC) == 0;
}

static void close_pair(const int p[2])
{
    close(p[0]);
    close(p[1]);
}

static double grace(double limit)
{
    return limit * 0.1 > 1 ? limit * 0.1 : 1;
}

/* Until it executes its program the child is a copy of this process and must not be judged by its
 * size: wait for the close-on-exec. */
static void wait_for_exec(int ready)
{
    char byte;
    while (read(ready, &byte, 1) < 0 && errno == EINTR)
        continue;
}

enum { OUT, ERR, READY, PIPES };

static bool launch(struct pw_child *c, const char *program, char *const *argv)
{
    int p[PIPES][2], n = 0;
    while (n < PIPES && make_pipe(p[n]))
        n++;
    pid_t parent = getpid();
    c->pid = n == PIPES ? fork() : -1;
    if (c->pid == 0) become(program, argv, p[OUT], p[ERR], parent);
    int why = errno;
    if (c->pid < 0) {
        while (n > 0)
            close_pair(p[--n]);
        c->pid = 0;
        errno = why;
        return false;
    }
    setpgid(c->pid, c->pid); /* as the child does itself: whoever is first */
    for (int i = 0; i < PIPES; i++)
        close(p[i][1]);
    wait_for_exec(p[READY][0]);
    close(p[READY][0]);
    c->fd[0] = p[OUT][0];
    c->fd[1] = p[ERR][0];
    for (int i = 0; i < 2; i++)
        fcntl(c->fd[i], F_SETFL, O_NONBLOCK);
    return true;
}

bool pw_child_start(struct pw_child *c, const struct pw_pool_config *config, const char *file,
                    const char *params)
{
    pw_lines argv = command_line(config, file, params);
    memset(c, 0, sizeof *c);
    c->started = pw_child_clock();
    bool ok = launch(c, config->program, argv.at);
    int why = errno;
    pw_lines_clear(&argv);
    errno = why;
    if (config->time_limit > 0)
        c->deadline = c->started + config->time_limit + grace(config->time_limit);
    return ok;
}

void pw_child_read(struct pw_child *c, int which)
{
    char chunk[65536];
    size_t most = which == 0 ? PW_CHILD_OUT_MOST : PW_CHILD_ERR_MOST;
    while (c->fd[which] >= 0) {
        ssize_t k = read(c->fd[which], chunk, sizeof chunk);
        if (k < 0 && errno == EINTR) continue;
        if (k < 0 && errno == EAGAIN) return;
        if (k <= 0) {
            close(c->fd[which]);
            c->fd[which] = -1;
            return;
        }
        size_t room = most - c->text[which].n, kept = (size_t)k < room ? (size_t)k : room;
        pw_strbuf_write(&c->text[which], chunk, kept);
        if (which == 0 && kept < (size_t)k) c->overlong = true;
    }
}

void pw_child_kill(struct pw_child *c)
{
    kill(-c->pid, SIGKILL);
    kill(c->pid, SIGKILL); /* in case it has no group of its own yet */
}

/* Resident KiB of the process, 0 if unknown. */
static int64_t resident_kib(pid_t pid)
{
    char path[64], text[128];
    snprintf(path, sizeof path, "/proc/%ld/statm", (long)pid);
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0) return 0;
    ssize_t k = read(fd, text, sizeof text - 1);
    close(fd);
    if (k <= 0) return 0;
    text[k] = '\0';
    const char *second = strchr(text, ' ');
    int64_t pages = 0;
    size_t used;
    if (second) pw_decimal_scan(second + 1, strlen(second + 1), false, &pages, &used);
    return pages * (sysconf(_SC_PAGESIZE) / 1024);
}

void pw_child_watch(struct pw_child *c, double memory_mib)
{
    if (c->killed != PW_KILLED_NOT) return;
    if (memory_mib > 0) {
        int64_t now = resident_kib(c->pid);
        double slack = memory_mib * 0.25 > 64 ? memory_mib * 0.25 : 64;
        if (now > c->peak_kib) c->peak_kib = now;
        if ((double)now > (memory_mib + slack) * 1024) c->killed = PW_KILLED_MEMORY;
    }
    if (c->deadline > 0 && pw_child_clock() >= c->deadline) c->killed = PW_KILLED_TIME;
    if (c->killed != PW_KILLED_NOT) pw_child_kill(c);
}

static double seconds_of(struct timeval t)
{
    return (double)t.tv_sec + (double)t.tv_usec * 1e-6;
}

bool pw_child_ended(struct pw_child *c, struct pw_batch_outcome *o)
{
    siginfo_t info = {0};
    if (waitid(P_PID, (id_t)c->pid, &info, WEXITED | WNOWAIT | WNOHANG) != 0 || info.si_pid == 0)
        return false;
    /* grandchildren; the group's number is still taken by the unreaped child */
    kill(-c->pid, SIGKILL);
    struct rusage usage;
    int status = 0;
    while (wait4(c->pid, &status, 0, &usage) < 0 && errno == EINTR)
        continue;
    double now = pw_child_clock();
    for (int i = 0; i < 2; i++) {
        pw_child_read(c, i);
        if (c->fd[i] >= 0) close(c->fd[i]);
        c->fd[i] = -1;
    }
    if (usage.ru_maxrss > c->peak_kib) c->peak_kib = usage.ru_maxrss;
    *o = (struct pw_batch_outcome){.killed = c->killed,
                                   .wait_status = status,
                                   .overlong = c->overlong,
                                   .out = pw_strbuf_text(&c->text[0]),
                                   .err = pw_strbuf_text(&c->text[1]),
                                   .out_size = c->text[0].n,
                                   .err_size = c->text[1].n,
                                   .seconds = now - c->started,
                                   .cpu = seconds_of(usage.ru_utime) + seconds_of(usage.ru_stime),
                                   .peak_kib = c->peak_kib};
    return true;
}

void pw_child_release(struct pw_child *c)
{
    for (int i = 0; i < 2; i++) {
        if (c->fd[i] >= 0) close(c->fd[i]);
        pw_strbuf_clear(&c->text[i]);
    }
    memset(c, 0, sizeof *c);
}

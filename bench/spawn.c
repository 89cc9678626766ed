/* spawn RUNS PROGRAM ARGUMENT... -- mean processor seconds (user and system) of a process that runs
 * PROGRAM, as the kernel accounts for it, then its exit code. The program is started by
 * posix_spawn: a shell is copied for every command, and what that takes counts as the command's.
 * Its output is thrown away. */
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>

extern char **environ;

static double seconds(struct timeval t)
{
    return (double)t.tv_sec + (double)t.tv_usec / 1e6;
}

int main(int argc, char **argv)
{
    posix_spawn_file_actions_t quiet;
    int runs = argc > 2 ? atoi(argv[1]) : 0, status = 0;
    double used = 0;
    posix_spawn_file_actions_init(&quiet);
    posix_spawn_file_actions_addopen(&quiet, 1, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_addopen(&quiet, 2, "/dev/null", O_WRONLY, 0);
    if (runs < 1) return 64;
    for (int i = 0; i < runs; i++) {
        pid_t child;
        struct rusage use;
        if (posix_spawn(&child, argv[2], &quiet, NULL, argv + 2, environ) ||
            wait4(child, &status, 0, &use) < 0 || !WIFEXITED(status))
            return fprintf(stderr, "spawn: '%s' failed\n", argv[2]), 2;
        used += seconds(use.ru_utime) + seconds(use.ru_stime);
    }
    printf("%.7f %d\n", used / runs, WEXITSTATUS(status));
    return 0;
}

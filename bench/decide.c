/* decide [OPTION=VALUE]... FILE -- processor seconds of one decision inside a process that is
 * already there: FILE is read and verified through the public interface (include/pwqo.h) for half a
 * second, at least 5 times, and the mean is printed, then the verdict (0 safe, 10 unsafe, ...). */
#include <pwqo.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

static double used(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static pwqo *prepared(int argc, char **argv)
{
    pwqo *p = pwqo_new();
    for (int i = 1; p && i + 1 < argc; i++) {
        char name[64] = "", *value = strchr(argv[i], '=');
        if (!value || (size_t)(value - argv[i]) >= sizeof name) return NULL;
        memcpy(name, argv[i], (size_t)(value - argv[i]));
        if (pwqo_set(p, name, value + 1)) return NULL;
    }
    return p && !pwqo_read(p, argv[argc - 1]) ? p : NULL;
}

int main(int argc, char **argv)
{
    enum { LEAST = 5 };
    int runs = 0, verdict = PWQO_ERROR;
    double start = used();
    if (argc < 2) return 64;
    for (; runs < LEAST || used() - start < 0.5; runs++) {
        pwqo *p = prepared(argc, argv);
        if (!p) return fprintf(stderr, "decide: cannot read %s so\n", argv[argc - 1]), 65;
        verdict = pwqo_run(p);
        pwqo_free(p);
    }
    printf("%.7f %d\n", (used() - start) / runs, verdict);
    return 0;
}

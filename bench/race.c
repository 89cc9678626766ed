/* race REPEAT INPUT OURS THEIRS... -- runs two commands with INPUT as standard input, alternating,
 * REPEAT times each, and prints processor time (user and system, the least of the runs), peak
 * memory and the ratio. OURS and THEIRS are words with spaces between them, run without a shell,
 * whose time would count; the same text is expected on standard output. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

enum { WORDS = 32 };

struct runner {
    char *command, *words[WORDS + 1];
    char output[64];
    double best;
    long peak; /* KiB */
};

static double seconds(struct timeval t)
{
    return (double)t.tv_sec + (double)t.tv_usec / 1e6;
}

static void split(struct runner *r)
{
    size_t n = 0;
    for (char *word = strtok(r->command, " "); word && n < WORDS; word = strtok(NULL, " "))
        r->words[n++] = word;
    if (n == 0) exit((fputs("race: a command is empty\n", stderr), 2));
}

/* Standard output goes to a file that is compared later. */
static void run(struct runner *r, const char *input)
{
    pid_t child = fork();
    if (child == 0) {
        if (!freopen(input, "r", stdin) || !freopen(r->output, "w", stdout)) _exit(126);
        execvp(r->words[0], r->words);
        _exit(127);
    }
    int status;
    struct rusage use;
    if (wait4(child, &status, 0, &use) < 0 || !WIFEXITED(status) || WEXITSTATUS(status) > 1) {
        fprintf(stderr, "race: '%s' failed\n", r->words[0]);
        exit(2);
    }
    double took = seconds(use.ru_utime) + seconds(use.ru_stime);
    if (r->best < 0 || took < r->best) r->best = took;
    if (use.ru_maxrss > r->peak) r->peak = use.ru_maxrss;
}

/* Lines that both answer and answer differently; lines of sat or unsat. */
static void compare(const struct runner *a, const struct runner *b, long *answers, long *differ,
                    long *open)
{
    FILE *f = fopen(a->output, "r"), *g = fopen(b->output, "r");
    char x[256], y[256];
    *answers = *differ = *open = 0;
    while (f && g && fgets(x, sizeof x, f) && fgets(y, sizeof y, g)) {
        ++*answers;
        if (!strncmp(x, "unknown", 7) || !strncmp(y, "unknown", 7))
            ++*open;
        else if (strcmp(x, y))
            ++*differ;
    }
    if (f && g && (fgets(x, sizeof x, f) || fgets(y, sizeof y, g))) ++*differ;
    if (f) fclose(f);
    if (g) fclose(g);
}

int main(int argc, char **argv)
{
    if (argc != 5) return fputs("usage: race REPEAT INPUT OURS THEIRS\n", stderr), 2;
    int repeat = atoi(argv[1]);
    struct runner r[2] = {{.command = argv[3], .best = -1}, {.command = argv[4], .best = -1}};
    for (int k = 0; k < 2; k++)
        split(&r[k]);
    for (int k = 0; k < 2; k++)
        snprintf(r[k].output, sizeof r[k].output, "/tmp/pwqo-race-%ld-%d", (long)getpid(), k);
    for (int i = 0; i < repeat; i++)
        for (int k = 0; k < 2; k++)
            run(&r[k], argv[2]);
    long answers, differ, open;
    compare(&r[0], &r[1], &answers, &differ, &open);
    printf("%9ld %10.3f %10.3f %9.1f %9.1f %9.1f", answers, r[0].best, r[1].best,
           r[1].best / r[0].best, (double)r[0].peak / 1024, (double)r[1].peak / 1024);
    if (open) printf("   %ld without an answer", open);
    if (differ) printf("   %ld answers DIFFER", differ);
    printf("\n");
    for (int k = 0; k < 2; k++)
        remove(r[k].output);
    return differ ? 1 : 0;
}

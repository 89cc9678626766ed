/* net_compare.c -- the program, from outside, against the reference of netref.h on random nets.
 *
 *   net_compare [NETS [SEED]]     PWQO and PWQO_CHECK name the programs; PWQO_TEST_SCALE multiplies
 *                                 NETS
 *
 * With COVER_RUN (tests/tools/cover_run) each net is decided by that, too, with some reductions and
 * searches switched off: one after the other, and all together. Without PWQO it is asked alone.
 * A net whose verdicts contradict each other, or that one reads and the other refuses, is printed
 * with its seed; so is a certificate that the checker does not take. UNKNOWN is no contradiction,
 * but counted. */
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "oracle/netref.h"

enum { SAFE = 0, UNKNOWN = 5, UNSAFE = 10, REFUSED = 65 };

struct tally {
    unsigned long nets, answers[4], unknown, exact_unknown, unsupported, certificates, wrong;
};

static const char *const answer_names[] = {"refused", "safe", "unsafe", "open"};
static char folder[] = "/tmp/pwqo-nets-XXXXXX";

static void write_file(const char *name, const char *text)
{
    char path[100];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *f = fopen(path, "w");
    if (!f || fputs(text, f) < 0 || fclose(f)) perror(path), exit(99);
}

static int run(const char *const *args)
{
    fflush(stdout);
    pid_t pid = fork();
    int status;
    if (pid < 0) perror("fork"), exit(99);
    if (pid == 0) {
        char path[100];
        snprintf(path, sizeof path, "%s/out", folder);
        if (!freopen(path, "w", stdout) || dup2(1, 2) < 0) _exit(99);
        execv(args[0], (char *const *)args);
        _exit(99);
    }
    if (waitpid(pid, &status, 0) != pid) perror("waitpid"), exit(99);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 1000 + WTERMSIG(status);
}

static bool output_has(const char *word)
{
    char path[100], text[20000];
    snprintf(path, sizeof path, "%s/out", folder);
    FILE *f = fopen(path, "r");
    size_t k = f ? fread(text, 1, sizeof text - 1, f) : 0;
    text[k] = 0;
    if (f) fclose(f);
    return strstr(text, word) != NULL;
}

static void write_net(const struct netref_texts *x)
{
    write_file(x->spec ? "n.spec" : "n.tts", x->net);
    if (!x->spec) write_file("n.prop", x->prop);
}

static int ask(const struct netref_texts *x, bool certify)
{
    char file[100], init[440], cert[120];
    snprintf(file, sizeof file, "%s/%s", folder, x->spec ? "n.spec" : "n.tts");
    snprintf(init, sizeof init, "--init=%s", x->init);
    snprintf(cert, sizeof cert, "--certificate=%s/cert", folder);
    const char *args[8] = {getenv("PWQO"), "verify", "--time-limit=0.3", "--memory-limit=500"};
    int n = 4;
    if (!x->spec) args[n++] = init;
    if (certify) args[n++] = cert;
    args[n++] = file;
    return run(args);
}

/* What is switched off for a net: its seed's turn. */
static const char *const off[][9] = {{"--no-slice"},
                                     {"--no-merge"},
                                     {"--no-fuse"},
                                     {"--no-plenty"},
                                     {"--no-together"},
                                     {"--no-linear"},
                                     {"--no-directed", "--no-forward"},
                                     {"--no-prune", "--no-forward"},
                                     {"--no-slice", "--no-merge", "--no-fuse", "--no-plenty",
                                      "--no-together", "--no-linear", "--no-directed",
                                      "--no-forward"}};

static int ask_without(const struct netref_texts *x, uint64_t seed)
{
    char file[100], init[440];
    const char *const *o = off[seed % (sizeof off / sizeof *off)];
    snprintf(file, sizeof file, "%s/%s", folder, x->spec ? "n.spec" : "n.tts");
    snprintf(init, sizeof init, "--init=%s", x->init);
    const char *args[14] = {getenv("COVER_RUN"), "--time=0.3", "--memory=500"};
    int n = 3;
    if (!x->spec) args[n++] = init;
    for (int i = 0; i < 9 && o[i]; i++)
        args[n++] = o[i];
    args[n++] = file;
    return run(args);
}

static bool certificate_fails(void)
{
    char cert[100];
    snprintf(cert, sizeof cert, "%s/cert", folder);
    const char *args[] = {getenv("PWQO_CHECK"), cert, NULL};
    int code = args[0] ? run(args) : 0;
    return code != 0 && code != UNKNOWN;
}

static const char *compare(enum netref_answer a, int code, bool certified,
                           const struct netref_net *n, struct tally *t)
{
    if (code == REFUSED && a != NETREF_REFUSED) {
        t->unsupported++;
        return output_has("unsupported: too many ways") ? NULL : "refused, but it is a net";
    }
    if (code != SAFE && code != UNSAFE && code != UNKNOWN && code != REFUSED)
        return "the program failed";
    /* the time limit, on a busy machine, may strike before the text is read */
    if (a == NETREF_REFUSED && code == UNKNOWN &&
        (output_has("(time)") || output_has("time limit") || output_has("unknown time")))
        return NULL;
    if (a == NETREF_REFUSED && code != REFUSED) return "not a net, but accepted";
    if (a == NETREF_SAFE && code == UNSAFE) return "WRONG: safe, but called unsafe";
    if (a == NETREF_UNSAFE && code == SAFE) return "WRONG: unsafe, but called safe";
    t->unknown += code == UNKNOWN;
    t->exact_unknown += code == UNKNOWN && a != NETREF_OPEN && !n->tested;
    if (!certified || code != SAFE) return NULL;
    t->certificates++;
    return certificate_fails() ? "the certificate is not valid" : NULL;
}

static void one(uint64_t seed, struct tally *t)
{
    static struct netref_net n;
    struct netref_texts x;
    netref_random(seed, &x);
    bool ok = x.spec ? netref_read_spec(&n, x.net) : netref_read_tts(&n, x.net, x.prop, x.init),
         certify = seed % 3 == 0;
    enum netref_answer a = ok ? netref_decide(&n) : NETREF_REFUSED;
    int code = 0;
    const char *what = NULL;
    write_net(&x);
    if (getenv("PWQO")) code = ask(&x, certify), what = compare(a, code, certify, &n, t);
    if (!what && getenv("COVER_RUN"))
        code = ask_without(&x, seed), what = compare(a, code, false, &n, t);
    t->nets++;
    t->answers[a]++;
    if (!what) return;
    t->wrong++;
    printf("seed %llu: %s (reference: %s, exit %d)\n%s", (unsigned long long)seed, what,
           answer_names[a], code, x.net);
    if (!x.spec) printf("target %s   --init='%s'\n", x.prop, x.init);
    fflush(stdout);
}

int main(int argc, char **argv)
{
    const char *scale = getenv("PWQO_TEST_SCALE");
    long nets = argc > 1 ? atol(argv[1]) : 150 * (scale && atol(scale) > 1 ? atol(scale) : 1);
    uint64_t seed = argc > 2
                        ? strtoull(argv[2], NULL, 10)
                        : ((uint64_t)time(NULL) << 20 ^ (uint64_t)getpid()) % 1000000000 * 1000;
    struct tally t = {0};
    if (!getenv("PWQO") && !getenv("COVER_RUN")) return puts("PWQO is not set"), 77;
    if (!mkdtemp(folder)) return perror(folder), 99;
    printf("%ld nets from seed %llu on\n", nets, (unsigned long long)seed);
    for (long i = 0; i < nets && t.wrong < 10; i++)
        one(seed + (uint64_t)i, &t);
    printf("%lu nets: reference safe %lu, unsafe %lu, refused %lu, open %lu; program unknown %lu "
           "(%lu where the reference decides and no "
           "guard is relaxed), %lu unsupported, %lu certificates; %lu disagreements\n",
           t.nets, t.answers[NETREF_SAFE], t.answers[NETREF_UNSAFE], t.answers[NETREF_REFUSED],
           t.answers[NETREF_OPEN], t.unknown, t.exact_unknown, t.unsupported, t.certificates,
           t.wrong);
    char command[60];
    snprintf(command, sizeof command, "rm -rf %s", folder);
    if (system(command) != 0) return 99;
    return t.wrong != 0;
}

/* fake_verify.c -- stands in for `pwqo verify --json ... -- FILE` in the tests of batch: does what
 * the first word of FILE says.
 *
 * Appends the name of the file and its -D options to the file named by FAKE_LOG, if set, in one
 * write: who was run how often. FAKE_ARGUMENTS names a file for the arguments before the file. */
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void answer(const char *verdict, int code)
{
    const char *threads = code == 10 ? "2" : "null";
    printf("{\"tool\":\"pwqo\",\"version\":\"0\",\"file\":\"x\",\"verdict\":\"%s\",\"reason\":%s,"
           "\"threads\":%s,\"trace\":null,\"warnings\":[],"
           "\"stats\":{\"predicates\":3,\"inter_thread\":1,\"bound\":6,\"locations\":4,\"template_"
           "cubes\":7,\"local_states\":9,\"basis\":5,\"pre_images\":11,"
           "\"seconds\":{\"abstract\":0.001,\"closure\":0.002,\"cover\":0.003,\"replay\":0.004,"
           "\"total\":0.010},\"peak_kib\":100}}\n",
           verdict, code == 5 ? "\"abstraction-spurious\"" : "null", threads);
    exit(code);
}

static void record(int argc, char **argv)
{
    const char *log = getenv("FAKE_LOG"), *all = getenv("FAKE_ARGUMENTS");
    FILE *f = all ? fopen(all, "w") : NULL;
    for (int i = 1; f && i < argc - 1; i++)
        fprintf(f, "%s\n", argv[i]);
    if (f) fclose(f);
    if (!log) return;
    char line[4096];
    size_t k = (size_t)snprintf(line, sizeof line, "%s", argv[argc - 1]);
    for (int i = 1; i < argc - 1; i++)
        if (!strcmp(argv[i], "-D"))
            k += (size_t)snprintf(line + k, sizeof line - k, " %s", argv[i + 1]);
    line[k++] = '\n';
    int fd = open(log, O_WRONLY | O_CREAT | O_APPEND, 0666);
    if (fd < 0 || write(fd, line, k) != (ssize_t)k) exit(70);
    close(fd);
}

static void hang(void)
{
    signal(SIGTERM, SIG_IGN);
    for (;;)
        pause();
}

static void eat(void)
{
    for (;;) {
        /* volatile: a compiler may leave out memory that nobody reads */
        volatile char *p = malloc(8 << 20);
        for (size_t i = 0; p && i < 8 << 20; i += 1024)
            p[i] = 1;
        usleep(1000);
    }
}

static void flood(void)
{
    static char much[1 << 16];
    memset(much, 'x', sizeof much);
    for (int i = 0; i < 2000; i++)
        if (write(1, much, sizeof much) < 0) exit(70);
    exit(0);
}

/* Leaves a process behind that holds the pipes open. */
static void orphan(void)
{
    if (fork() == 0) hang();
    answer("safe", 0);
}

static void fail(const char *message, int code)
{
    fputs(message, stderr);
    exit(code);
}

static void act(const char *word)
{
    if (!strcmp(word, "safe")) answer("safe", 0);
    if (!strcmp(word, "unsafe")) answer("unsafe", 10);
    if (!strcmp(word, "unknown")) answer("unknown", 5);
    if (!strcmp(word, "slow")) usleep(150000), answer("safe", 0);
    if (!strcmp(word, "hang")) hang();
    if (!strcmp(word, "eat")) eat();
    if (!strcmp(word, "flood")) flood();
    if (!strcmp(word, "orphan")) orphan();
    if (!strcmp(word, "suicide")) raise(SIGKILL);
    if (!strcmp(word, "crash")) signal(SIGSEGV, SIG_DFL), raise(SIGSEGV);
    if (!strcmp(word, "liar")) answer("safe", 10);
    if (!strcmp(word, "mute")) exit(0);
    if (!strcmp(word, "torn")) fputs("{\"verdict\":\"safe\"", stdout), exit(0);
    if (!strcmp(word, "internal")) fail("pwqo: internal error: something\n", 70);
    fail("x.dr:1:1: error: expected a declaration\n    1 | malformed\n", 65);
}

int main(int argc, char **argv)
{
    char word[64] = "";
    FILE *f = fopen(argv[argc - 1], "r");
    if (!f) fail("pwqo: cannot read the file\n", 66);
    if (fscanf(f, "%63s", word) != 1) word[0] = '\0';
    if (!strncmp(word, "//", 2) && fscanf(f, "%*[^\n] %63s", word) != 1) word[0] = '\0';
    fclose(f);
    record(argc, argv);
    act(word);
}

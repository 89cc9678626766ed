#include "front/c/cpp.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/limits.h"

bool pw_cpp_needed(const struct pw_source *src)
{
    const char *p = src->text, *end = src->text + src->size;
    while (p < end) {
        const char *line = p;
        while (p < end && *p != '\n')
            p++;
        while (line < p && (*line == ' ' || *line == '\t'))
            line++;
        if (line < p && *line == '#') {
            line++;
            while (line < p && (*line == ' ' || *line == '\t'))
                line++;
            if (line < p && !isdigit((unsigned char)*line) && strncmp(line, "pragma", 6))
                return true;
        }
        p++;
    }
    return false;
}

/* The input as a file without a name; -1 if there is no room for it. */
static int text_file(const struct pw_source *src)
{
    char path[] = "/tmp/pwqo-cpp-XXXXXX";
    int fd = mkstemp(path);
    if (fd < 0) return -1;
    unlink(path);
    for (size_t done = 0; done < src->size;) {
        ssize_t n = write(fd, src->text + done, src->size - done);
        if (n < 0 && errno != EINTR) {
            close(fd);
            return -1;
        }
        if (n > 0) done += (size_t)n;
    }
    lseek(fd, 0, SEEK_SET);
    return fd;
}

enum { WORDS = 64 };

/* $CC may have arguments: "ccache gcc". */
static size_t split_words(char *text, char **words)
{
    size_t n = 0;
    for (char *p = strtok(text, " \t"); p && n < WORDS / 2; p = strtok(NULL, " \t"))
        words[n++] = p;
    return n;
}

static void directory_of(const char *file, struct pw_strbuf *out)
{
    const char *slash = strrchr(file, '/');
    if (slash)
        pw_strbuf_write(out, file, (size_t)(slash - file) + (slash == file));
    else
        pw_strbuf_puts(out, ".");
}

_Noreturn static void child(const struct pw_source *src, unsigned bits, int in, int out, int err)
{
    static char *const fixed[] = {"-E",
                                  "-x",
                                  "c",
                                  "-D__PWQO__",
                                  "-D_STDATOMIC_H",
                                  "-D__CLANG_STDATOMIC_H",
                                  "-DATOMIC_VAR_INIT(x)=(x)",
                                  "-DATOMIC_FLAG_INIT=0",
                                  "-Dkill_dependency(x)=(x)",
                                  "-iquote"};
    const char *cc = getenv("CC");
    char *words[WORDS], command[1024];
    struct pw_strbuf dir = {0};
    snprintf(command, sizeof command, "%s", cc && *cc ? cc : "cc");
    size_t n = split_words(command, words);
    for (size_t i = 0; i < sizeof fixed / sizeof *fixed; i++)
        words[n++] = fixed[i];
    directory_of(src->name, &dir);
    words[n++] = (char *)(uintptr_t)pw_strbuf_text(&dir);
    if (bits == 32) words[n++] = "-D__ILP32__";
    words[n++] = "-";
    words[n] = NULL;
    dup2(in, 0);
    dup2(out, 1);
    dup2(err, 2);
    execvp(words[0], words);
    fprintf(stderr, "%s: %s\n", words[0], strerror(errno));
    _exit(127);
}

static void read_all(int fd, struct pw_strbuf *out)
{
    char block[65536];
    for (;;) {
        ssize_t n = read(fd, block, sizeof block);
        if (n > 0)
            pw_strbuf_write(out, block, (size_t)n);
        else if (n == 0 || errno != EINTR)
            return;
    }
}

static void read_messages(FILE *err, struct pw_strbuf *why)
{
    char line[400];
    rewind(err);
    for (int i = 0; i < 8 && fgets(line, sizeof line, err); i++)
        pw_strbuf_puts(why, line);
    while (why->n && why->at[why->n - 1] == '\n')
        why->at[--why->n] = 0;
}

static bool wait_for(pid_t pid)
{
    int status = 0;
    while (waitpid(pid, &status, 0) < 0)
        if (errno != EINTR) return false;
    return WIFEXITED(status) && !WEXITSTATUS(status);
}

bool pw_cpp_run(const struct pw_source *src, unsigned bits, struct pw_strbuf *out,
                struct pw_strbuf *why)
{
    int in = text_file(src), ends[2] = {-1, -1};
    FILE *err = tmpfile();
    bool good = in >= 0 && err && !pipe(ends);
    pid_t pid = good ? fork() : -1;
    if (pid == 0) child(src, bits, in, ends[1], fileno(err));
    if (ends[1] >= 0) close(ends[1]);
    good = pid > 0;
    if (good) read_all(ends[0], out);
    if (good)
        good = wait_for(pid);
    else
        pw_strbuf_puts(why, strerror(errno));
    if (!good && err) read_messages(err, why);
    if (ends[0] >= 0) close(ends[0]);
    if (in >= 0) close(in);
    if (err) fclose(err);
    return good;
}

/* shrink_dr -- makes a failing program smaller: shrink_dr FILE COMMAND...
 *
 * COMMAND is run by the shell with the name of a candidate file appended; it says by exit code 0
 * that the candidate still shows the failure. Pieces of the file are left out as long as that
 * holds: first statements and declarations with all their braces, then lines, then tokens. The
 * smallest file found is printed; it is rewritten to FILE.small after each success, so a run may be
 * interrupted. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct text {
    char *at;
    size_t n;
};

/* A piece of the text that may be left out. */
struct span {
    size_t from, to;
};

static char small_name[4096], command[8192];
static unsigned tries;

static void write_file(const char *name, struct text t)
{
    FILE *f = fopen(name, "w");
    if (!f || fwrite(t.at, 1, t.n, f) != t.n || fclose(f)) {
        perror(name);
        exit(74);
    }
}

static int still_fails(struct text t)
{
    char candidate[4200], line[12500];
    snprintf(candidate, sizeof candidate, "%s.try.dr", small_name);
    write_file(candidate, t);
    snprintf(line, sizeof line, "%s '%s' >/dev/null 2>&1", command, candidate);
    tries++;
    int fails = system(line) == 0;
    remove(candidate);
    return fails;
}

static struct text without(struct text t, struct span s)
{
    struct text r = {malloc(t.n + 1), t.n - (s.to - s.from)};
    memcpy(r.at, t.at, s.from);
    memcpy(r.at + s.from, t.at + s.to, t.n - s.to);
    r.at[r.n] = 0;
    return r;
}

static int try_without(struct text *t, struct span s)
{
    struct text r = without(*t, s);
    if (s.to == s.from || !still_fails(r)) return free(r.at), 0;
    free(t->at);
    *t = r;
    write_file(small_name, r);
    return 1;
}

/* The statement or declaration that starts at i: up to a ';' outside of braces, or the '}' that
 * closes its first '{' (and an else). */
static struct span statement_at(struct text t, size_t i)
{
    int depth = 0;
    for (size_t k = i; k < t.n; k++) {
        if (t.at[k] == '{') depth++;
        if (t.at[k] == '}' && --depth < 0) break;
        if ((t.at[k] == ';' && !depth) || (t.at[k] == '}' && !depth))
            return (struct span){i, k + 1};
    }
    return (struct span){i, i};
}

static size_t skip_space(struct text t, size_t i)
{
    while (i < t.n && isspace((unsigned char)t.at[i]))
        i++;
    return i;
}

static int drop_statements(struct text *t)
{
    int success = 0;
    for (size_t i = skip_space(*t, 0); i < t->n;) {
        if (try_without(t, statement_at(*t, i))) {
            success = 1;
            i = skip_space(*t, i);
            continue;
        }
        while (i < t->n && t->at[i] != ';' && t->at[i] != '{' && t->at[i] != '}' && t->at[i] != ')')
            i++;
        i = skip_space(*t, i + 1);
    }
    return success;
}

static int drop_lines(struct text *t)
{
    int success = 0;
    for (size_t i = 0; i < t->n;) {
        size_t end = i;
        while (end < t->n && t->at[end] != '\n')
            end++;
        if (end < t->n) end++;
        if (try_without(t, (struct span){i, end}))
            success = 1;
        else
            i = end;
    }
    return success;
}

static struct span token_at(struct text t, size_t i)
{
    size_t k = i + 1;
    if (isalnum((unsigned char)t.at[i]) || t.at[i] == '_')
        while (k < t.n && (isalnum((unsigned char)t.at[k]) || t.at[k] == '_'))
            k++;
    return (struct span){i, k};
}

/* Windows of 1 to 8 tokens. */
static int drop_tokens(struct text *t)
{
    int success = 0;
    for (int width = 8; width > 0; width /= 2)
        for (size_t i = skip_space(*t, 0); i < t->n; i = skip_space(*t, i)) {
            struct span s = token_at(*t, i), first = s;
            for (int k = 1; k < width && s.to < t->n; k++)
                s.to =
                    token_at(*t, skip_space(*t, s.to) < t->n ? skip_space(*t, s.to) : t->n - 1).to;
            if (try_without(t, s))
                success = 1;
            else
                i = first.to;
        }
    return success;
}

static struct text read_file(const char *name)
{
    struct text t = {malloc(1 << 20), 0};
    FILE *f = fopen(name, "r");
    if (!f) {
        perror(name);
        exit(66);
    }
    t.n = fread(t.at, 1, (1 << 20) - 1, f);
    t.at[t.n] = 0;
    fclose(f);
    return t;
}

int main(int argc, char **argv)
{
    if (argc < 3)
        return fprintf(stderr, "usage: shrink_dr FILE COMMAND...\nCOMMAND FILE ends with 0 while "
                               "the failure is there.\n"),
               64;
    struct text t = read_file(argv[1]);
    snprintf(small_name, sizeof small_name, "%.4000s.small", argv[1]);
    for (int i = 2; i < argc; i++)
        snprintf(command + strlen(command), sizeof command - strlen(command), "%s%s",
                 i > 2 ? " " : "", argv[i]);
    if (!still_fails(t))
        return fprintf(stderr, "shrink_dr: the command does not end with 0 on the whole file\n"),
               65;
    size_t before = t.n;
    while (drop_statements(&t) | drop_lines(&t) | drop_tokens(&t)) {
    }
    fwrite(t.at, 1, t.n, stdout);
    fprintf(stderr, "shrink_dr: %zu bytes instead of %zu, %u tries\n", t.n, before, tries);
    free(t.at);
    return 0;
}

/* forge.c -- forges proofs: edits templates (.drt) so that they become safe, and certificates so
 * that they pass for another program's.
 *
 *   forge list                                the kinds of edits
 *   forge drt SEED COUNT IN DIR               COUNT edited templates DIR/SEED.drt, DIR/SEED+1.drt,
 * ... by one to three edits each forge cert SEED COUNT IN DIR HASH NAME    COUNT edited
 * certificates DIR/SEED.cert ..., said to be about the input with this SHA-256 forge sign HASH NAME
 * DIR FILE...          certificates as they are but for the input that they name, into DIR
 *
 * Checksums are mended. It knows nothing of what the texts mean: whether a forgery is accepted is
 * for the caller to find out. */
#include <limits.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/sha256.h"

enum { LINES = 20000, LINE = 4000, WORDS = 400 };

struct text {
    char *line[LINES];
    int n;
};

static uint64_t state;

static unsigned below(unsigned n)
{
    state += 0x9e3779b97f4a7c15ULL;
    uint64_t z = (state ^ (state >> 30)) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
    return n ? (unsigned)((z ^ (z >> 31)) % n) : 0;
}

/* ---- lines ---- */

static char *copy(const char *s)
{
    char *c = malloc(strlen(s) + 1);
    return strcpy(c, s);
}

static bool starts(const char *s, const char *with)
{
    return !strncmp(s, with, strlen(with));
}

static void set(struct text *t, int i, const char *s)
{
    free(t->line[i]);
    t->line[i] = copy(s);
}

static void drop(struct text *t, int i)
{
    free(t->line[i]);
    memmove(t->line + i, t->line + i + 1, (size_t)(t->n - i - 1) * sizeof *t->line);
    t->n--;
}

static void insert(struct text *t, int i, const char *s)
{
    if (t->n == LINES || i > t->n) return;
    memmove(t->line + i + 1, t->line + i, (size_t)(t->n - i) * sizeof *t->line);
    t->line[i] = copy(s);
    t->n++;
}

static void swap(struct text *t, int i, int k)
{
    char *x = t->line[i];
    t->line[i] = t->line[k], t->line[k] = x;
}

/* A random line of first .. last-1 that the test likes, or -1. */
static int pick(const struct text *t, int first, int last, bool (*likes)(const char *))
{
    int found = -1;
    for (int i = first, seen = 0; i < last; i++)
        if ((!likes || likes(t->line[i])) && !below((unsigned)++seen)) found = i;
    return found;
}

static struct text *read_text(const char *path)
{
    static char buffer[1 << 22];
    FILE *f = fopen(path, "r");
    if (!f) return NULL;
    struct text *t = calloc(1, sizeof *t);
    while (fgets(buffer, sizeof buffer, f) && t->n < LINES) {
        buffer[strcspn(buffer, "\n")] = 0;
        t->line[t->n++] = copy(buffer);
    }
    fclose(f);
    return t;
}

static struct text *copy_text(const struct text *t)
{
    struct text *c = calloc(1, sizeof *c);
    for (int i = 0; i < t->n; i++)
        c->line[c->n++] = copy(t->line[i]);
    return c;
}

static void free_text(struct text *t)
{
    for (int i = 0; t && i < t->n; i++)
        free(t->line[i]);
    free(t);
}

/* Replaces the words first .. first+n-1 of a line. */
static void splice(struct text *t, int i, const char *before, size_t head, const char *by,
                   const char *tail)
{
    char *out = malloc(strlen(before) + strlen(by) + strlen(tail) + 2);
    sprintf(out, "%.*s%s%s", (int)head, before, by, tail);
    free(t->line[i]);
    t->line[i] = out;
}

/* Replaces a random occurrence of `what` in line i. */
static bool replace(struct text *t, int i, const char *what, const char *by)
{
    if (i < 0) return false;
    char *s = t->line[i], *found = NULL;
    int seen = 0;
    for (char *at = s; (at = strstr(at, what)); at++)
        if (!below((unsigned)++seen)) found = at;
    if (!found) return false;
    char *old = copy(s);
    splice(t, i, old, (size_t)(found - s), by, old + (found - s) + strlen(what));
    free(old);
    return true;
}

/* Changes a random decimal number of line i, from position `from` on. */
static bool nudge(struct text *t, int i, size_t from, const char *const *by, int nby)
{
    if (i < 0) return false;
    char *s = t->line[i];
    int at = -1, seen = 0;
    for (size_t k = from; s[k]; k++)
        if (s[k] >= '0' && s[k] <= '9' && (!k || s[k - 1] < '0' || s[k - 1] > '9') &&
            !below((unsigned)++seen))
            at = (int)k;
    if (at < 0) return false;
    size_t width = strspn(s + at, "0123456789");
    char number[60], *old = copy(s);
    /* An edit before may have left more digits than a long holds: half of the range leaves room. */
    long value = strtol(s + at, NULL, 10);
    if (value > LONG_MAX / 2) value = LONG_MAX / 2;
    if (by)
        snprintf(number, sizeof number, by[below((unsigned)nby)], value);
    else
        snprintf(number, sizeof number, "%ld",
                 labs(value + (below(2) ? 1 : -1) * (long)(1 + below(2))));
    splice(t, i, old, (size_t)at, number, old + at + width);
    free(old);
    return true;
}

/* ---- kinds for .drt ---- */

static bool is_unsafe(const char *s)
{
    return starts(s, "unsafe ");
}
static bool is_thread(const char *s)
{
    return starts(s, "thread ");
}
static bool is_location(const char *s)
{
    return starts(s, "    location ");
}
static bool is_labelled(const char *s)
{
    return is_location(s) && strstr(s, " labels ");
}
static bool is_initial(const char *s)
{
    return starts(s, "initial ");
}
static bool is_step(const char *s)
{
    return starts(s, "step ");
}
static bool is_row(const char *s)
{
    return starts(s, "    ") && strchr(s, '|') && !strstr(s, "//");
}
static bool is_step_row(const char *s)
{
    return is_row(s) && strstr(s, " -> ");
}
static bool is_initial_row(const char *s)
{
    return is_row(s) && !strstr(s, " -> ");
}
static bool is_labels(const char *s)
{
    return starts(s, "labels ");
}
static bool is_predicate(const char *s)
{
    return starts(s, "predicate ");
}
static bool is_field(const char *s)
{
    return starts(s, "    bit ") || starts(s, "    bool ") || starts(s, "    int") ||
           starts(s, "shared ");
}

static int any(struct text *t, bool (*likes)(const char *))
{
    return pick(t, 0, t->n, likes);
}

static bool drop_one(struct text *t, bool (*likes)(const char *))
{
    int i = any(t, likes);
    if (i >= 0) drop(t, i);
    return i >= 0;
}

static bool drop_all(struct text *t, bool (*likes)(const char *))
{
    bool done = false;
    for (int i = t->n - 1; i >= 0; i--)
        if (likes(t->line[i])) drop(t, i), done = true;
    return done;
}

/* The end of the block that starts at line i: behind its closing brace. */
static int block_end(const struct text *t, int i)
{
    while (i < t->n && strcmp(t->line[i], "}"))
        i++;
    return i < t->n ? i + 1 : i;
}

static bool drop_bad(struct text *t)
{
    return drop_one(t, is_unsafe);
}
static bool drop_bads(struct text *t)
{
    return drop_all(t, is_unsafe);
}
static bool more_bad(struct text *t)
{
    int i = any(t, is_unsafe);
    const char *k = i < 0 ? NULL : strstr(t->line[i], ">= ");
    return k && nudge(t, i, (size_t)(k - t->line[i]), NULL, 0);
}
static bool repeat_bad(struct text *t)
{
    int i = any(t, is_unsafe);
    if (i < 0) return false;
    char *s = t->line[i], *end = strstr(s, ">= "), more[LINE];
    if (!end || strlen(s) > LINE / 3) return false;
    end += 3 + strspn(end + 3, "0123456789");
    snprintf(more, sizeof more, "%.*s && %.*s%s", (int)(end - s), s, (int)(end - s - 7), s + 7,
             end);
    set(t, i, more);
    return true;
}
static bool other_label(struct text *t)
{
    int i = any(t, is_unsafe), k = any(t, is_labels);
    if (i < 0 || k < 0) return false;
    char name[LINE], *words[WORDS], list[LINE],
        *open = strchr(t->line[i], '('), *close = strchr(t->line[i], ')'), *old = copy(t->line[i]);
    int n = 0;
    snprintf(list, sizeof list, "%s", t->line[k] + 7);
    for (char *w = strtok(list, " ,;"); w && n < WORDS; w = strtok(NULL, " ,;"))
        words[n++] = w;
    if (!open || !close || !n) return free(old), false;
    snprintf(name, sizeof name, "%s", words[below((unsigned)n)]);
    splice(t, i, old, (size_t)(open + 1 - t->line[i]), name, old + (close - t->line[i]));
    return free(old), true;
}
static bool more_conjuncts(struct text *t)
{
    int i = any(t, is_unsafe), k = any(t, is_unsafe);
    if (i < 0) return false;
    char *s = t->line[i], *from = strstr(t->line[k], "count("), *end = strstr(s, ">= "), more[LINE];
    if (!from || !end || strlen(s) > LINE / 3) return false;
    size_t width = strcspn(from, ">") + 3 + strspn(from + strcspn(from, ">") + 3, "0123456789");
    end += 3 + strspn(end + 3, "0123456789");
    snprintf(more, sizeof more, "%.*s && %.*s%u%s", (int)(end - s), s, (int)width - 1, from,
             1 + below(4), end);
    set(t, i, more);
    return true;
}
static bool drop_row(struct text *t)
{
    return drop_one(t, is_step_row);
}
static bool drop_start(struct text *t)
{
    return drop_one(t, is_initial_row);
}
static bool drop_starts(struct text *t)
{
    return drop_all(t, is_initial_row);
}
static bool drop_rows_of_step(struct text *t)
{
    int i = any(t, is_step);
    if (i < 0) return false;
    int end = block_end(t, i);
    for (int k = end - 1; k > i; k--)
        if (is_row(t->line[k])) drop(t, k);
    return true;
}
static bool drop_steps(struct text *t)
{
    return drop_all(t, is_step_row);
}
static bool drop_step(struct text *t)
{
    int i = any(t, is_step);
    if (i < 0) return false;
    for (int end = block_end(t, i); end > i; end--)
        drop(t, i);
    return true;
}
static bool drop_initial(struct text *t)
{
    int i = any(t, is_initial);
    if (i < 0) return false;
    for (int end = block_end(t, i); end > i; end--)
        drop(t, i);
    return true;
}
static bool fix_entry(struct text *t)
{
    int i = any(t, is_row);
    return replace(t, i, "-", below(2) ? "0" : "1") && !strstr(t->line[i], "0>") &&
           !strstr(t->line[i], "1>");
}
static bool flip_entry(struct text *t)
{
    return below(2) ? replace(t, any(t, is_row), "0", "1") : replace(t, any(t, is_row), "1", "0");
}
static bool keep_to_value(struct text *t)
{
    return replace(t, any(t, is_step_row), "=", below(2) ? "0" : "1");
}
static bool value_to_keep(struct text *t)
{
    int i = any(t, is_step_row);
    const char *arrow = i < 0 ? NULL : strstr(t->line[i], "->");
    if (!arrow) return false;
    char *old = copy(t->line[i]), *at = old + (arrow - t->line[i]) + 2;
    at += strcspn(at, "01");
    if (!*at) return free(old), false;
    *at = '=';
    set(t, i, old);
    return free(old), true;
}
static bool flip_word(struct text *t)
{
    return below(2) ? replace(t, any(t, is_row), "true", "false")
                    : replace(t, any(t, is_row), "false", "true");
}
static bool fix_passive_place(struct text *t)
{
    int i = any(t, is_step_row), k = any(t, is_location);
    if (i < 0 || k < 0) return false;
    char name[LINE];
    snprintf(name, sizeof name, "| %.*s ", (int)strcspn(t->line[k] + 13, " ;"), t->line[k] + 13);
    return replace(t, i, "| * ", name);
}
static bool count_threads(struct text *t)
{
    int i = any(t, is_thread);
    if (i < 0) return false;
    char *old = copy(t->line[i]), by[40], *open = strpbrk(old, "[{");
    if (!open) return free(old), false;
    snprintf(by, sizeof by, below(4) ? "[%u] {" : "{", below(4));
    splice(t, i, old, (size_t)(open - old), by, "");
    return free(old), true;
}
static bool drop_label(struct text *t)
{
    int i = any(t, is_labelled);
    if (i < 0) return false;
    char *old = copy(t->line[i]), *at = strstr(old, " labels "), *end = strstr(at + 8, " line ");
    splice(t, i, old, (size_t)(at - old), "", end ? end : ";");
    return free(old), true;
}
static bool move_label(struct text *t)
{
    int i = any(t, is_labelled), k = any(t, is_location);
    if (i < 0 || is_labelled(t->line[k])) return false;
    char label[LINE], *old = copy(t->line[k]), *line = strstr(old, " line "),
                      *at = strstr(t->line[i], " labels ");
    if (!line) return free(old), false;
    snprintf(label, sizeof label, "%.*s",
             (int)(strstr(at + 8, " line ") ? strstr(at + 8, " line ") - at : 0), at);
    splice(t, k, old, (size_t)(line - old), label, line);
    return free(old), drop_label(t);
}
static bool move_entry(struct text *t)
{
    int i = any(t, is_location), k;
    for (k = 0; k < t->n && !(is_location(t->line[k]) && strstr(t->line[k], " entry ")); k++)
        continue;
    if (i < 0 || k == t->n || i == k || !strstr(t->line[i], " line ")) return false;
    return replace(t, k, " entry ", " ") && replace(t, i, " line ", " entry line ");
}
static bool error_is_normal(struct text *t)
{
    return replace(t, pick(t, 0, t->n, is_location), " error ", below(2) ? " " : " end ");
}
static bool swap_locations(struct text *t)
{
    int i = any(t, is_location);
    if (i < 0 || i + 1 == t->n || !is_location(t->line[i + 1])) return false;
    swap(t, i, i + 1);
    return true;
}
static bool swap_arrow(struct text *t)
{
    int i = any(t, is_step);
    char kind[LINE], from[LINE], to[LINE], *rest;
    if (i < 0 || strlen(t->line[i]) >= LINE ||
        sscanf(t->line[i], "step %s %s -> %s", kind, from, to) != 3)
        return false;
    rest = strstr(strstr(t->line[i], " -> ") + 4, " ");
    char *old = copy(rest ? rest : "");
    char head[3 * LINE + 20];
    snprintf(head, sizeof head, "step %s %s -> %s", kind, to, below(2) ? from : to);
    splice(t, i, head, strlen(head), "", old);
    return free(old), true;
}
static bool swap_steps(struct text *t)
{
    int i = any(t, is_step), k = any(t, is_step);
    char *a = i < 0 ? NULL : strchr(t->line[i], '"'), *b = k < 0 ? NULL : strchr(t->line[k], '"');
    if (i == k || !a || !b) return false;
    swap(t, i, k);
    return true;
}
static bool swap_labels(struct text *t)
{
    int i = any(t, is_labels);
    char a[LINE], b[LINE], rest[LINE] = "", line[3 * LINE];
    if (i < 0 || strlen(t->line[i]) >= LINE ||
        sscanf(t->line[i], "labels %[^,;], %[^,;]%[^\n]", a, b, rest) < 3)
        return false;
    snprintf(line, sizeof line, "labels %s, %s%s", b, a, rest);
    set(t, i, line);
    return true;
}
static bool swap_fields(struct text *t)
{
    int i = any(t, is_field);
    char *comma = i < 0 ? NULL : strchr(t->line[i], ',');
    char head[LINE], a[LINE], b[LINE], line[3 * LINE];
    if (!comma || strlen(t->line[i]) >= LINE) return false;
    const char *word = comma;
    while (word > t->line[i] && word[-1] != ' ')
        word--;
    snprintf(head, sizeof head, "%.*s", (int)(word - t->line[i]), t->line[i]);
    snprintf(a, sizeof a, "%.*s", (int)(comma - word), word);
    snprintf(b, sizeof b, "%.*s", (int)strcspn(comma + 2, ",;"), comma + 2);
    snprintf(line, sizeof line, "%s%s, %s%s", head, b, a, comma + 2 + strlen(b));
    set(t, i, line);
    return true;
}
static bool other_predicate(struct text *t)
{
    int i = any(t, is_predicate);
    return i >= 0 &&
           (below(2) ? replace(t, i, "inter-thread", "local") : replace(t, i, "==", "!="));
}
static bool smaller_range(struct text *t)
{
    return nudge(t, any(t, is_field), 0, NULL, 0);
}
static bool other_bound(struct text *t)
{
    for (int i = 0; i < t->n; i++)
        if (starts(t->line[i], "bound ")) return nudge(t, i, 0, NULL, 0);
    return false;
}

/* ---- kinds for certificates ---- */

/* The lines of a section, without its first one: *from .. result-1. */
static int section(const struct text *t, const char *name, int *from)
{
    size_t n = strlen(name);
    for (int i = 0; i < t->n; i++)
        if (!strncmp(t->line[i], name, n) && t->line[i][n] == ' ') {
            int end = i + 1;
            while (end < t->n && !(t->line[end][0] >= 'a' && t->line[end][0] <= 'z' &&
                                   strcmp(name, "templates") && strcmp(name, "shared-fields") &&
                                   strcmp(name, "predicates") && strcmp(name, "labels") &&
                                   strcmp(name, "defines")))
                end++;
            *from = i + 1;
            return end;
        }
    *from = 0;
    return 0;
}

static void set_count(struct text *t, const char *name, int n)
{
    int from;
    char line[100];
    if (!section(t, name, &from)) return;
    snprintf(line, sizeof line, "%s %d", name, n);
    set(t, from - 1, line);
}

static int count_of(struct text *t, const char *name)
{
    int from;
    return section(t, name, &from) ? atoi(strchr(t->line[from - 1], ' ')) : 0;
}

static int line_in(struct text *t, const char *name)
{
    int from, end = section(t, name, &from), n = count_of(t, name);
    return n > 0 && from + n <= end   ? from + (int)below((unsigned)n)
           : n > 0 && from + n < t->n ? from + (int)below((unsigned)n)
                                      : -1;
}

static bool drop_in(struct text *t, const char *name)
{
    int i = line_in(t, name);
    if (i < 0) return false;
    drop(t, i);
    set_count(t, name, count_of(t, name) - 1);
    return true;
}

static bool empty(struct text *t, const char *name)
{
    int from, n = count_of(t, name);
    if (!section(t, name, &from) || n == 0) return false;
    while (n-- > 0 && from + 1 < t->n)
        drop(t, from);
    set_count(t, name, 0);
    return true;
}

static bool add_in(struct text *t, const char *name, const char *line)
{
    int from;
    if (!section(t, name, &from)) return false;
    insert(t, from, line);
    set_count(t, name, count_of(t, name) + 1);
    return true;
}

static const char *const sections[] = {
    "inputs",     "defines",   "predicates",    "shared-fields", "templates",
    "labels",     "locations", "statements",    "passive-moves", "active-moves",
    "initial",    "bad",       "shared-states", "local-states",  "may",
    "invariants", "traps",     "basis",         "bound"};
enum { SECTIONS = sizeof sections / sizeof *sections };
static const char *some_section(void)
{
    return sections[below(SECTIONS)];
}

static bool cert_bads(struct text *t)
{
    return empty(t, "bad");
}
static bool cert_bad(struct text *t)
{
    return drop_in(t, "bad");
}
static bool cert_bad_number(struct text *t)
{
    int i = line_in(t, "bad");
    return i >= 0 && nudge(t, i, strcspn(t->line[i], " "), NULL, 0);
}
static bool cert_bad_twice(struct text *t)
{
    int i = line_in(t, "bad");
    char line[LINE], *bar = i < 0 ? NULL : strchr(t->line[i], '|'),
                     *blank = bar ? strchr(t->line[i], ' ') : NULL;
    if (!bar || strlen(t->line[i]) > LINE / 3 || blank >= bar) return false;
    snprintf(line, sizeof line, "%.*s%.*s%s", (int)(bar - t->line[i]), t->line[i],
             (int)(bar - blank - 1), blank + 1, bar);
    set(t, i, line);
    return true;
}
/* All numbers of a line become 1. */
static bool cert_bad_ones(struct text *t)
{
    int i = line_in(t, "bad");
    char *bar = i < 0 ? NULL : strchr(t->line[i], '|');
    if (!bar) return false;
    for (char *at = t->line[i]; (at = strchr(at, '*')) && at < bar; at++) {
        size_t width = strspn(at + 1, "0123456789");
        at[1] = '1';
        memmove(at + 2, at + 1 + width, strlen(at + 1 + width) + 1);
    }
    return true;
}
/* L*K becomes L*1 L*(K-1). */
static bool cert_bad_split(struct text *t)
{
    int i = line_in(t, "bad"), label, k, width, used = 0;
    char head[40], by[100];
    if (i < 0 || sscanf(t->line[i], "%30s %n%d*%d%n", head, &used, &label, &k, &width) != 3)
        return false;
    char *old = copy(t->line[i]);
    snprintf(by, sizeof by, "%d*1 %d*%d", label, label, k > 1 ? k - 1 : 1);
    splice(t, i, old, (size_t)used, by, old + width);
    return free(old), true;
}
static bool cert_bad_bar(struct text *t)
{
    int i = line_in(t, "bad");
    return i >= 0 && (below(2) ? replace(t, i, " | ", " ") : replace(t, i, " ", " | "));
}
static bool cert_starts(struct text *t)
{
    return empty(t, "initial");
}
static bool cert_start(struct text *t)
{
    return drop_in(t, "initial");
}
static bool cert_actives(struct text *t)
{
    return empty(t, "active-moves");
}
static bool cert_active(struct text *t)
{
    return drop_in(t, "active-moves");
}
static bool cert_passive_list(struct text *t)
{
    int i = line_in(t, "active-moves");
    char *bar = i < 0 ? NULL : strrchr(t->line[i], '|');
    if (!bar) return false;
    char *old = copy(t->line[i]), by[60];
    snprintf(by, sizeof by, below(3) ? " %u" : " %u %u", below(6), below(6));
    splice(t, i, old, (size_t)(bar + 1 - t->line[i]), by,
           below(2) ? "" : old + (bar + 1 - t->line[i]));
    return free(old), true;
}
static bool cert_entry(struct text *t)
{
    int i = below(2)   ? line_in(t, "active-moves")
            : below(2) ? line_in(t, "passive-moves")
                       : line_in(t, "initial");
    static const char *const from[] = {" - ", " = ", " 0 ", " 1 "}, *const to[] = {" 0 ", " 1 ",
                                                                                   " - ", " = "};
    return i >= 0 && replace(t, i, from[below(4)], to[below(4)]);
}
static bool cert_passive_place(struct text *t)
{
    int i = line_in(t, "passive-moves");
    return i >= 0 && replace(t, i, "*", below(2) ? "0" : "1");
}
static bool cert_statement(struct text *t)
{
    return drop_in(t, "statements");
}
static bool cert_statement_ends(struct text *t)
{
    return nudge(t, line_in(t, "statements"), 0, NULL, 0);
}
static bool cert_statement_text(struct text *t)
{
    int i = line_in(t, "statements");
    if (i < 0) return false;
    char *old = copy(t->line[i]);
    splice(t, i, old, strlen(old), below(2) ? "\\n(reset)(check-sat)(exit)" : " \r(reset) \\\\n",
           "");
    return free(old), true;
}
static bool cert_location_label(struct text *t)
{
    int i = line_in(t, "locations");
    char line[LINE], a[LINE], b[LINE], c[LINE], d[LINE];
    if (i < 0 || strlen(t->line[i]) >= LINE / 4 ||
        sscanf(t->line[i], "%s %s %s %s", a, b, c, d) != 4)
        return false;
    if (below(2))
        snprintf(line, sizeof line, "%.900s %.900s %.900s %.900s", a, b, c, d);
    else
        snprintf(line, sizeof line, "%.3900s %u", t->line[i], below(3));
    set(t, i, line);
    return true;
}
static bool cert_location_kind(struct text *t)
{
    int i = line_in(t, "locations");
    return i >= 0 && replace(t, i, below(2) ? "error" : "normal", below(2) ? "end" : "normal");
}
static bool cert_template(struct text *t)
{
    int i = line_in(t, "templates");
    return i >= 0 && (below(2) ? replace(t, i, "*", below(2) ? "0" : "1")
                               : nudge(t, i, strcspn(t->line[i], " "), NULL, 0));
}
static bool cert_field(struct text *t)
{
    int from, end = section(t, below(2) ? "shared-fields" : "templates", &from);
    return end && nudge(t, pick(t, from, from + 2 < t->n ? from + 2 : t->n, NULL), 0, NULL, 0);
}
static bool cert_states(struct text *t)
{
    return drop_in(t, below(2) ? "shared-states" : "local-states");
}
static bool cert_may(struct text *t)
{
    return drop_in(t, "may");
}
static bool cert_may_none(struct text *t)
{
    return empty(t, "may");
}
static bool cert_may_all(struct text *t)
{
    int from, n = count_of(t, "may");
    char line[40];
    section(t, "may", &from);
    for (int i = from; i < from + n && i + 1 < t->n; i++) {
        snprintf(line, sizeof line, "%d *", atoi(t->line[i]));
        set(t, i, line);
    }
    return n > 0;
}
static bool cert_inequality(struct text *t)
{
    static const char *const lines[] = {
        "-1 | |",        "0 | | 0:1", "-9223372036854775807 | |", "0 | 0:1 |", "0 | 0:-1 | 0:1 1:1",
        "1 | | 1:1 2:1", "0 | | 2:1", "2 | | 1:1000000000000000"};
    return add_in(t, "invariants", lines[below(8)]);
}
static bool cert_inequality_bound(struct text *t)
{
    return nudge(t, line_in(t, "invariants"), 0, NULL, 0);
}
static bool cert_basis_drop(struct text *t)
{
    return drop_in(t, "basis");
}
static bool cert_basis_none(struct text *t)
{
    return empty(t, "basis");
}
static bool cert_basis_all(struct text *t)
{
    char line[40];
    int n = count_of(t, "shared-states");
    empty(t, "basis");
    for (int g = 0; g < n; g++)
        snprintf(line, sizeof line, "%d", g), add_in(t, "basis", line);
    return n > 0;
}
static bool cert_basis_add(struct text *t)
{
    char line[80];
    snprintf(line, sizeof line, "%u %u*%u", below(2), below(4), 1 + below(4));
    return add_in(t, "basis", line);
}
static bool cert_closure(struct text *t)
{
    static const char *const modes[] = {"closure witness", "closure paper", "closure sharp",
                                        "closure none"};
    for (int i = 0; i < t->n; i++)
        if (starts(t->line[i], "closure ")) return set(t, i, modes[below(4)]), true;
    return false;
}
static bool cert_trap(struct text *t)
{
    int from;
    for (int i = 0; i < t->n; i++)
        if (starts(t->line[i], "closure ")) set(t, i, "closure sharp");
    if (!section(t, "traps", &from)) {
        if (!section(t, "basis", &from)) return false;
        insert(t, from - 1, "traps 0");
    }
    section(t, "traps", &from);
    char line[40];
    snprintf(line, sizeof line, "%u %u-%u", below(2), below(3), 1 + below(4));
    insert(t, from, below(2) ? "0" : "1");
    if (!strcmp(t->line[from], "1")) insert(t, from + 1, below(3) ? line : "0 *");
    set_count(t, "traps", count_of(t, "traps") + 1);
    return true;
}
static bool cert_huge(struct text *t)
{
    static const char *const by[] = {
        "%ld",   "1844674407370955161%ld", "429496729%ld", "-%ld",         "+%ld", "0x%ld", "00%ld",
        "%ld.0", "9223372036854775808",    "%lde0",        "1%ld000000000"};
    return nudge(t, (int)below((unsigned)t->n), 0, by, 11);
}
static bool cert_number(struct text *t)
{
    return nudge(t, (int)below((unsigned)t->n), 0, NULL, 0);
}
static bool cert_blanks(struct text *t)
{
    static const char *const by[] = {"  ", "\t", " \v", " \r", "", " \f", "\xc2\xa0"};
    return replace(t, (int)below((unsigned)t->n), " ", by[below(7)]);
}
static bool cert_line_twice(struct text *t)
{
    int i = (int)below((unsigned)t->n - 1);
    insert(t, i, t->line[i]);
    return true;
}
static bool cert_line_drop(struct text *t)
{
    drop(t, (int)below((unsigned)t->n - 1));
    return true;
}
static bool cert_count(struct text *t)
{
    const char *s = some_section();
    set_count(t, s, (int)below(20));
    return true;
}
static bool cert_section_twice(struct text *t)
{
    int from, end;
    const char *s = some_section();
    if (!(end = section(t, s, &from)) || t->n + end - from > LINES / 2) return false;
    for (int i = from - 1, k = end; i < end; i++, k++)
        insert(t, k, t->line[i]);
    return true;
}
static bool cert_section_empty(struct text *t)
{
    return empty(t, some_section());
}
static bool cert_head(struct text *t)
{
    static const char *const lines[] = {
        "pwqo-certificate 2 net",      "pwqo-certificate 01 template",
        "pwqo-certificate 2 template", "pwqo-certificate 2 template template",
        "pwqo-certificate 1",          "pwqo-certificate 0 template",
        " pwqo-certificate 2 template"};
    set(t, 0, lines[below(7)]);
    return true;
}
static bool cert_defines(struct text *t)
{
    static const char *const lines[] = {"K 0", "N 1", "K", "inputs 0", "K 0 1"};
    return add_in(t, "defines", lines[below(5)]);
}
static bool cert_inputs(struct text *t)
{
    if (below(2)) return empty(t, "inputs");
    return add_in(t, "inputs",
                  "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855 another");
}
static bool cert_after_end(struct text *t)
{
    insert(t, t->n, "bad 0");
    return true;
}
static bool cert_names(struct text *t)
{
    int i = below(2) ? line_in(t, "labels") : line_in(t, "locations");
    return i >= 0 && replace(t, i, below(2) ? "L" : "e", below(2) ? "x" : "\\e");
}

static const struct {
    const char *name;
    bool cert;
    bool (*edit)(struct text *);
} kinds[] = {
#define DRT(f) {#f, false, f},
#define CERT(f) {#f, true, f},
    DRT(drop_bad) DRT(drop_bads) DRT(more_bad) DRT(repeat_bad) DRT(other_label) DRT(more_conjuncts)
        DRT(drop_row) DRT(drop_start) DRT(drop_starts) DRT(drop_rows_of_step) DRT(drop_steps) DRT(
            drop_step) DRT(drop_initial) DRT(fix_entry) DRT(flip_entry) DRT(keep_to_value)
            DRT(value_to_keep) DRT(flip_word) DRT(fix_passive_place) DRT(count_threads) DRT(
                drop_label) DRT(move_label) DRT(move_entry) DRT(error_is_normal) DRT(swap_locations)
                DRT(swap_arrow) DRT(swap_steps) DRT(swap_labels) DRT(swap_fields)
                    DRT(other_predicate) DRT(smaller_range) DRT(other_bound) CERT(cert_bads) CERT(
                        cert_bad) CERT(cert_bad_number) CERT(cert_bad_twice) CERT(cert_bad_ones)
                        CERT(cert_bad_split) CERT(cert_bad_bar) CERT(cert_starts) CERT(
                            cert_start) CERT(cert_actives) CERT(cert_active) CERT(cert_passive_list)
                            CERT(cert_entry) CERT(cert_passive_place) CERT(cert_statement) CERT(
                                cert_statement_ends) CERT(cert_statement_text)
                                CERT(cert_location_label) CERT(cert_location_kind) CERT(
                                    cert_template) CERT(cert_field) CERT(cert_states) CERT(cert_may)
                                    CERT(cert_may_none) CERT(cert_may_all) CERT(cert_inequality)
                                        CERT(cert_inequality_bound) CERT(cert_basis_drop)
                                            CERT(cert_basis_none) CERT(cert_basis_all) CERT(
                                                cert_basis_add) CERT(cert_closure) CERT(cert_trap)
                                                CERT(cert_huge)
                                                    CERT(cert_number) CERT(cert_blanks) CERT(
                                                        cert_line_twice) CERT(cert_line_drop)
                                                        CERT(cert_count) CERT(cert_section_twice)
                                                            CERT(cert_section_empty) CERT(cert_head)
                                                                CERT(cert_defines) CERT(cert_inputs)
                                                                    CERT(cert_after_end)
                                                                        CERT(cert_names)};
enum { KINDS = sizeof kinds / sizeof *kinds };

/* One to three edits; each kind comes first in turn. Some do not suit the text. */
static void forge(struct text *t, bool cert, unsigned long seed)
{
    unsigned wanted = 1 + below(3), turn = 0, n = 0;
    for (unsigned k = 0; k < KINDS; k++)
        n += kinds[k].cert == cert;
    for (unsigned k = 0, i = (unsigned)(seed % n); k < KINDS; k++)
        if (kinds[k].cert == cert && i-- == 0) turn = k;
    bool done = kinds[turn].edit(t);
    for (unsigned tries = 0; tries < 30 && wanted > done; tries++) {
        unsigned k = below(KINDS);
        if (kinds[k].cert == cert && kinds[k].edit(t)) wanted--;
    }
}

static void write_text(const struct text *t, const char *path, bool cert)
{
    size_t size = 100, n = 0;
    for (int i = 0; i < t->n; i++)
        size += strlen(t->line[i]) + 1;
    char *out = malloc(size), sum[PW_SHA256_HEX];
    for (int i = 0; i < t->n; i++)
        if (!cert || !starts(t->line[i], "end ")) n += (size_t)sprintf(out + n, "%s\n", t->line[i]);
    if (cert) {
        pw_sha256_hex(out, n, sum);
        n += (size_t)sprintf(out + n, "end %s\n", sum);
    }
    FILE *f = fopen(path, "w");
    if (!f || fwrite(out, 1, n, f) != n || fclose(f)) perror(path), exit(1);
    free(out);
}

/* Hints would tell that something is missing, and nothing depends on them. */
static void drop_hints(struct text *t)
{
    for (int i = 0; i < t->n; i++)
        while (starts(t->line[i], "above ") && i + 1 < t->n && !starts(t->line[i + 1], "end "))
            drop(t, i + 1);
    for (int i = 0; i < t->n; i++)
        if (starts(t->line[i], "above ")) drop(t, i);
}

/* The certificate is said to be about this input. */
static void sign(struct text *t, const char *hash, const char *name)
{
    char line[LINE];
    snprintf(line, sizeof line, "%s %s", hash, name);
    empty(t, "inputs");
    add_in(t, "inputs", line);
}

static void forge_many(bool cert, unsigned long seed, unsigned count, const char *in,
                       const char *dir, const char *hash, const char *name)
{
    struct text *t = read_text(in);
    char path[LINE];
    if (!t) perror(in), exit(1);
    for (unsigned i = 0; i < count; i++, seed++) {
        struct text *c = copy_text(t);
        state = seed * 0x9e3779b97f4a7c15ULL;
        if (cert) sign(c, hash, name);
        if (cert && below(4)) drop_hints(c);
        forge(c, cert, seed);
        snprintf(path, sizeof path, "%s/%lu.%s", dir, seed, cert ? "cert" : "drt");
        write_text(c, path, cert);
        free_text(c);
    }
    free_text(t);
}

int main(int argc, char **argv)
{
    if (argc == 2 && !strcmp(argv[1], "list")) {
        for (int i = 0; i < KINDS; i++)
            puts(kinds[i].name);
    } else if (argc == 6 && !strcmp(argv[1], "drt")) {
        forge_many(false, strtoul(argv[2], NULL, 10), (unsigned)atoi(argv[3]), argv[4], argv[5],
                   NULL, NULL);
    } else if (argc == 8 && !strcmp(argv[1], "cert")) {
        forge_many(true, strtoul(argv[2], NULL, 10), (unsigned)atoi(argv[3]), argv[4], argv[5],
                   argv[6], argv[7]);
    } else if (argc > 5 && !strcmp(argv[1], "sign")) {
        for (int i = 5; i < argc; i++) {
            struct text *t = read_text(argv[i]);
            char path[LINE], *slash = strrchr(argv[i], '/');
            if (!t) continue;
            sign(t, argv[2], argv[3]);
            snprintf(path, sizeof path, "%s/%s", argv[4], slash ? slash + 1 : argv[i]);
            write_text(t, path, true);
            free_text(t);
        }
    } else {
        fputs("usage: see the top of forge.c\n", stderr);
        return 64;
    }
    return 0;
}

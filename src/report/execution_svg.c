#include <assert.h>
#include <string.h>

#include "base/mem.h"
#include "report/execution_print.h"
#include "report/markup.h"

/* Layout in a fixed-width font: 7 units per character. One column for the step number, one for
 * shared values if there are any, one lane per thread. */
enum {
    CHAR = 7,
    ROW = 40,
    HEAD = 86,
    LEFT = 44,
    PAD = 24,
    LANE_LEAST = 16, /* in characters */
    LANE_MOST = 50
};

struct layout {
    /* where the column of the shared values begins, then the lane of each thread, and its end */
    size_t *x;
    size_t threads, width, height;
};

static size_t larger(size_t a, size_t b)
{
    return a > b ? a : b;
}

/* The lane of a thread (from 0), or, of number `threads`, the column of the shared values: where it
 * begins, and how wide it is. */
static size_t begin(const struct layout *l, size_t lane)
{
    assert(lane <= l->threads);
    return lane == l->threads ? l->x[0] : l->x[lane + 1];
}

static size_t room(const struct layout *l, size_t lane)
{
    size_t end = lane == l->threads ? l->x[1] : l->x[lane + 2];
    return end > begin(l, lane) + PAD ? end - begin(l, lane) - PAD : 0;
}

static const char *action_of(const struct pw_execution_step *s)
{
    return s->way ? s->way : s->statement;
}

/* "x = 1, y = 2", what differs from `before`, then the location after a word or sign. Without a
 * state before, "at L: x = 1, y = 2", all but what a front end has made. */
static void join(const pw_bindings *before, const pw_bindings *b, const char *sign,
                 const char *location, struct pw_strbuf *out)
{
    const char *sep = "";
    pw_strbuf_reset(out);
    if (!before && *location) pw_strbuf_printf(out, "%s %s", sign, location), sep = ": ";
    for (size_t i = 0; i < b->n; i++) {
        bool same = before && i < before->n && !strcmp(before->at[i].value, b->at[i].value);
        if (before ? (same && !b->at[i].set) || b->at[i].forgotten : b->at[i].made) continue;
        pw_strbuf_printf(out, "%s%s = %s", sep, b->at[i].name, b->at[i].value);
        sep = ", ";
    }
    if (before && *location) pw_strbuf_printf(out, "%s%s %s", out->n ? "  " : "", sign, location);
}

static const pw_bindings *shared_before(const struct pw_execution *t, size_t step)
{
    assert(step <= t->steps.n);
    return step ? &t->steps.at[step - 1].shared : &t->shared;
}

static const pw_bindings *local_before(const struct pw_execution *t, unsigned thread, size_t step)
{
    return thread && thread <= t->threads.n ? pw_execution_view(t, thread, step).local : NULL;
}

/* wide[thread] and wide[threads] (shared): at least as wide as what the step writes there. */
static void measure_step(const struct pw_execution *t, size_t i, size_t threads, size_t *wide)
{
    struct pw_strbuf words = {0};
    assert(i < t->steps.n);
    const struct pw_execution_step *s = &t->steps.at[i];
    size_t lane = s->thread ? s->thread - 1 : 0;
    assert(lane < threads);
    join(local_before(t, s->thread, i), &s->local, "→", s->location, &words);
    wide[lane] = larger(wide[lane], pw_markup_columns(action_of(s)) + 9);
    wide[lane] = larger(wide[lane], pw_markup_columns(pw_strbuf_text(&words)) + 3);
    for (size_t k = 0; k < s->changed.n; k++) {
        const struct pw_execution_change *c = &s->changed.at[k];
        join(local_before(t, c->thread, i), &c->local, "at", c->location, &words);
        size_t *w = &wide[c->thread - 1];
        *w = larger(*w, pw_markup_columns(pw_strbuf_text(&words)) + 3);
    }
    join(shared_before(t, i), &s->shared, "", "", &words);
    wide[threads] = larger(wide[threads], pw_markup_columns(pw_strbuf_text(&words)));
    pw_strbuf_clear(&words);
}

static void measure_lanes(const struct pw_execution *t, size_t threads, size_t *wide)
{
    struct pw_strbuf words = {0};
    for (size_t i = 0; i < threads; i++)
        wide[i] = LANE_LEAST;
    wide[threads] = t->shared.n ? LANE_LEAST : 0;
    for (size_t i = 0; i < t->threads.n; i++) {
        const struct pw_execution_thread *th = &t->threads.at[i];
        join(NULL, &th->local, "at", th->location, &words);
        wide[i] = larger(wide[i], pw_markup_columns(pw_strbuf_text(&words)));
        wide[i] = larger(wide[i], pw_markup_columns(th->template_name) + 12);
    }
    join(NULL, &t->shared, "", "", &words);
    wide[threads] = larger(wide[threads], pw_markup_columns(pw_strbuf_text(&words)));
    for (size_t i = 0; i < t->steps.n; i++)
        measure_step(t, i, threads, wide);
    pw_strbuf_clear(&words);
}

static struct layout measure(const struct pw_execution *t, const char *title)
{
    struct layout l = {.threads = larger(t->threads.n, 1)};
    size_t *wide = PW_NEWS(size_t, l.threads + 1);
    l.x = PW_NEWS(size_t, l.threads + 2);
    measure_lanes(t, l.threads, wide);
    l.x[0] = LEFT;
    for (size_t i = 0; i <= l.threads; i++) {
        size_t w = wide[i ? i - 1 : l.threads];
        l.x[i + 1] = l.x[i] + (w > LANE_MOST ? LANE_MOST : w) * CHAR + (w ? PAD : 0);
    }
    PW_FREES(wide, l.threads + 1);
    size_t head = larger(pw_markup_columns(title), pw_markup_columns(t->conclusion) + 8);
    l.width = larger(l.x[l.threads + 1], PAD + CHAR * head);
    l.height = HEAD + (t->steps.n + 1) * ROW + 40;
    return l;
}

/* Text, cut with an ellipsis where it would leave its lane; the full text is the tooltip. */
static void text(struct pw_strbuf *out, size_t x, size_t y, size_t wide, const char *css,
                 const char *s)
{
    size_t most = wide / CHAR, n = 0;
    const char *end = s;
    while (*end && n < most) {
        end++;
        if (((unsigned char)*end & 0xc0) != 0x80) n++;
    }
    pw_strbuf_printf(out, "<text x=\"%zu\" y=\"%zu\" class=\"%s\">", x, y, css);
    if (!*end) {
        pw_markup_escape(out, s);
    } else {
        char cut[1024];
        size_t keep = (size_t)(end - s) < sizeof cut - 1 ? (size_t)(end - s) : sizeof cut - 1;
        while (keep && ((unsigned char)s[keep] & 0xc0) == 0x80)
            keep--;
        memcpy(cut, s, keep);
        cut[keep] = 0;
        pw_markup_escape(out, cut);
        pw_strbuf_puts(out, "…<title>");
        pw_markup_escape(out, s);
        pw_strbuf_puts(out, "</title>");
    }
    pw_strbuf_puts(out, "</text>\n");
}

static void draw_lanes(const struct pw_execution *t, const struct layout *l, struct pw_strbuf *out)
{
    struct pw_strbuf words = {0};
    for (size_t i = 0; i < t->threads.n; i++) {
        size_t x = begin(l, i);
        pw_strbuf_printf(out, "<line x1=\"%zu\" y1=\"%d\" x2=\"%zu\" y2=\"%zu\" class=\"lane\"/>\n",
                         x + 6, HEAD - 18, x + 6, l->height - 34);
        pw_strbuf_reset(&words);
        pw_strbuf_printf(&words, "thread %zu (%s)", i + 1, t->threads.at[i].template_name);
        text(out, x, 48, room(l, i), "head", pw_strbuf_text(&words));
        join(NULL, &t->threads.at[i].local, "at", t->threads.at[i].location, &words);
        text(out, x, 64, room(l, i), "value", pw_strbuf_text(&words));
    }
    size_t x = begin(l, l->threads);
    join(NULL, &t->shared, "", "", &words);
    if (words.n) text(out, x, 48, room(l, l->threads), "head", "shared");
    text(out, x, 64, room(l, l->threads), "value", pw_strbuf_text(&words));
    pw_strbuf_clear(&words);
}

/* The whole state after so many steps, line by line: what a reader sees when the mouse rests. */
static void whole_state(const struct pw_execution *t, size_t steps, struct pw_strbuf *out)
{
    struct pw_strbuf words = {0};
    join(NULL, shared_before(t, steps), "", "", &words);
    pw_strbuf_printf(out, "after step %zu\n%s\n", steps, pw_strbuf_text(&words));
    for (unsigned k = 1; k <= t->threads.n; k++) {
        struct pw_execution_view v = pw_execution_view(t, k, steps);
        join(NULL, v.local, "at", v.location, &words);
        pw_strbuf_printf(out, "thread %u: %s\n", k, pw_strbuf_text(&words));
    }
    const char *note = steps ? t->steps.at[steps - 1].note : t->note;
    if (steps && t->steps.at[steps - 1].impossible)
        pw_strbuf_puts(out, "no real run can take this step here\n");
    if (note) pw_strbuf_printf(out, "%s\n", note);
    pw_strbuf_clear(&words);
}

/* A thread that did not act but changed: its values in its own lane. */
static void draw_changed(const struct pw_execution *t, size_t step, size_t y,
                         const struct layout *l, struct pw_strbuf *out)
{
    struct pw_strbuf words = {0};
    const struct pw_execution_step *s = &t->steps.at[step];
    for (size_t i = 0; i < s->changed.n; i++) {
        const struct pw_execution_change *c = &s->changed.at[i];
        join(local_before(t, c->thread, step), &c->local, "at", c->location, &words);
        text(out, begin(l, c->thread - 1) + 16, y, room(l, c->thread - 1) - 16, "value",
             pw_strbuf_text(&words));
    }
    pw_strbuf_clear(&words);
}

static void open_step(const struct pw_execution *t, size_t i, const struct layout *l,
                      struct pw_strbuf *out)
{
    struct pw_strbuf words = {0};
    assert(i < t->steps.n);
    const struct pw_execution_step *s = &t->steps.at[i];
    pw_strbuf_printf(out, "<g class=\"step%s%s\" data-step=\"%zu\" data-line=\"%u\"><title>",
                     s->impossible ? " impossible" : "", s->note ? " noted" : "", i + 1, s->line);
    whole_state(t, i + 1, &words);
    pw_markup_escape(out, pw_strbuf_text(&words));
    pw_strbuf_printf(out,
                     "</title>\n<rect class=\"row\" x=\"0\" y=\"%zu\" width=\"%zu\" "
                     "height=\"%d\"/>\n",
                     HEAD + i * ROW - 2, l->width, ROW - 2);
    pw_strbuf_clear(&words);
}

static void draw_step(const struct pw_execution *t, size_t i, const struct layout *l,
                      struct pw_strbuf *out)
{
    assert(i < t->steps.n);
    const struct pw_execution_step *s = &t->steps.at[i];
    size_t lane = s->thread ? s->thread - 1 : 0, x = begin(l, lane), y = HEAD + i * ROW + 14;
    struct pw_strbuf words = {0};
    open_step(t, i, l, out);
    pw_strbuf_printf(out, "<text x=\"8\" y=\"%zu\" class=\"number\">%s%zu</text>\n", y,
                     s->impossible ? "x "
                     : s->note     ? "! "
                                   : "",
                     s->number ? s->number : i + 1);
    pw_strbuf_printf(out, "<circle cx=\"%zu\" cy=\"%zu\" r=\"4\"/>\n", x + 6, y - 4);
    if (s->line) pw_strbuf_printf(&words, "%u: ", s->line);
    pw_strbuf_puts(&words, action_of(s));
    text(out, x + 16, y, room(l, lane) - 16, "statement", pw_strbuf_text(&words));
    join(local_before(t, s->thread, i), &s->local, "→", s->location, &words);
    text(out, x + 16, y + 15, room(l, lane) - 16, "value", pw_strbuf_text(&words));
    join(shared_before(t, i), &s->shared, "", "", &words);
    text(out, begin(l, l->threads), y, room(l, l->threads), "value", pw_strbuf_text(&words));
    draw_changed(t, i, y, l, out);
    pw_strbuf_puts(out, "</g>\n");
    pw_strbuf_clear(&words);
}

void pw_execution_print_svg(const struct pw_execution *t, const char *title, struct pw_strbuf *out)
{
    struct layout l = measure(t, title);
    pw_strbuf_printf(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%zu\" height=\"%zu\" viewBox=\"0 0 %zu "
        "%zu\" role=\"img\">\n"
        "<style>text{font:12px "
        "monospace;fill:#111}.head,.title{font-weight:bold}.value{fill:#444}.number{fill:#777}"
        ".lane{stroke:#999;stroke-width:1}circle{fill:#111}.bg{fill:#fff}.row{fill:none;pointer-"
        "events:all}.impossible circle,.impossible .number{fill:#b00020}</style>\n<rect "
        "class=\"bg\" width=\"100%%\" height=\"100%%\"/>\n",
        l.width, l.height, l.width, l.height);
    text(out, 8, 20, l.width, "title", title);
    draw_lanes(t, &l, out);
    for (size_t i = 0; i < t->steps.n; i++)
        draw_step(t, i, &l, out);
    text(out, 8, l.height - 14, l.width, "head", t->conclusion);
    PW_FREES(l.x, l.threads + 2);
    pw_strbuf_puts(out, "</svg>\n");
}

#include <assert.h>
#include <string.h>

#include "report/execution_print.h"
#include "report/markup.h"

/* Layout in a fixed-width font: 7 units per character. One column for the step number, one lane per
 * thread, one for shared values. */
enum {
    CHAR = 7,
    ROW = 40,
    HEAD = 86,
    LEFT = 44,
    PAD = 24,
    LANE_LEAST = 150,
    LANE_MOST = 60 * CHAR
};

struct layout {
    size_t lane, shared, threads, width, height;
};

static size_t columns_of(const pw_bindings *b)
{
    size_t n = 0;
    for (size_t i = 0; i < b->n; i++)
        n += pw_markup_columns(b->at[i].name) + pw_markup_columns(b->at[i].value) + 5;
    return n;
}

static size_t larger(size_t a, size_t b)
{
    return a > b ? a : b;
}

static size_t step_columns(const struct pw_execution_step *s)
{
    size_t beside = 0;
    for (size_t i = 0; i < s->changed.n; i++)
        beside = larger(beside, columns_of(&s->changed.at[i].local) + 8);
    size_t below = columns_of(&s->local) + pw_markup_columns(s->location) + 4;
    return larger(pw_markup_columns(s->statement) + 8, larger(below, beside));
}

static struct layout measure(const struct pw_execution *t, const char *title)
{
    size_t lane = LANE_LEAST / CHAR, shared = larger(columns_of(&t->shared), 12);
    for (size_t i = 0; i < t->steps.n; i++) {
        lane = larger(lane, step_columns(&t->steps.at[i]));
        shared = larger(shared, columns_of(&t->steps.at[i].shared));
    }
    for (size_t i = 0; i < t->threads.n; i++)
        lane = larger(lane, columns_of(&t->threads.at[i].local) + 4);
    struct layout l = {.lane = lane * CHAR + PAD,
                       .shared = shared * CHAR + PAD,
                       .threads = larger(t->threads.n, 1)};
    if (l.lane > LANE_MOST) l.lane = LANE_MOST;
    l.width = LEFT + l.threads * l.lane + l.shared + PAD;
    l.width = larger(l.width, PAD + CHAR * larger(pw_markup_columns(title),
                                                  pw_markup_columns(t->conclusion) + 8));
    l.height = HEAD + (t->steps.n + 1) * ROW + 40;
    return l;
}

/* Text, cut with an ellipsis where it would leave its lane; the full text is the tooltip. */
static void text(struct pw_strbuf *out, size_t x, size_t y, size_t room, const char *css,
                 const char *s)
{
    size_t most = room / CHAR, n = 0;
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

/* "x = 1, y = 2", and then the location after a word or sign. */
static void join(const pw_bindings *b, const char *sign, const char *location,
                 struct pw_strbuf *out)
{
    pw_strbuf_reset(out);
    for (size_t i = 0; i < b->n; i++)
        pw_strbuf_printf(out, "%s%s = %s", i ? ", " : "", b->at[i].name, b->at[i].value);
    if (*location) pw_strbuf_printf(out, "%s%s %s", b->n ? "  " : "", sign, location);
}

static void draw_lanes(const struct pw_execution *t, const struct layout *l, struct pw_strbuf *out)
{
    struct pw_strbuf words = {0};
    for (size_t i = 0; i < t->threads.n; i++) {
        size_t x = LEFT + i * l->lane;
        pw_strbuf_printf(out, "<line x1=\"%zu\" y1=\"%d\" x2=\"%zu\" y2=\"%zu\" class=\"lane\"/>\n",
                         x + 6, HEAD - 18, x + 6, l->height - 34);
        pw_strbuf_reset(&words);
        pw_strbuf_printf(&words, "thread %zu (%s)", i + 1, t->threads.at[i].template_name);
        text(out, x, 48, l->lane - PAD, "head", pw_strbuf_text(&words));
        join(&t->threads.at[i].local, "at", t->threads.at[i].location, &words);
        text(out, x, 64, l->lane - PAD, "value", pw_strbuf_text(&words));
    }
    size_t x = LEFT + l->threads * l->lane;
    text(out, x, 48, l->shared, "head", "shared");
    join(&t->shared, "", "", &words);
    text(out, x, 64, l->shared, "value", pw_strbuf_text(&words));
    pw_strbuf_clear(&words);
}

/* The whole state after so many steps, line by line: what a reader sees when the mouse rests. */
static void whole_state(const struct pw_execution *t, size_t steps, struct pw_strbuf *out)
{
    struct pw_strbuf words = {0};
    join(steps ? &t->steps.at[steps - 1].shared : &t->shared, "", "", &words);
    pw_strbuf_printf(out, "after step %zu\n%s\n", steps, pw_strbuf_text(&words));
    for (unsigned k = 1; k <= t->threads.n; k++) {
        struct pw_execution_view v = pw_execution_view(t, k, steps);
        join(v.local, "at", v.location, &words);
        pw_strbuf_printf(out, "thread %u: %s\n", k, pw_strbuf_text(&words));
    }
    const char *note = steps ? t->steps.at[steps - 1].note : t->note;
    if (steps && t->steps.at[steps - 1].impossible)
        pw_strbuf_puts(out, "no real run can take this step here\n");
    if (note) pw_strbuf_printf(out, "%s\n", note);
    pw_strbuf_clear(&words);
}

/* A thread that did not act but changed: its values in its own lane. */
static void draw_changed(const struct pw_execution_step *s, size_t y, const struct layout *l,
                         struct pw_strbuf *out)
{
    struct pw_strbuf words = {0};
    for (size_t i = 0; i < s->changed.n; i++) {
        const struct pw_execution_change *c = &s->changed.at[i];
        join(&c->local, "at", c->location, &words);
        text(out, LEFT + (c->thread - 1) * l->lane + 16, y, l->lane - PAD, "value",
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
    size_t x = LEFT + (s->thread ? s->thread - 1 : 0) * l->lane, y = HEAD + i * ROW + 14;
    struct pw_strbuf words = {0};
    open_step(t, i, l, out);
    pw_strbuf_printf(out, "<text x=\"8\" y=\"%zu\" class=\"number\">%s%zu</text>\n", y,
                     s->impossible ? "x "
                     : s->note     ? "! "
                                   : "",
                     i + 1);
    pw_strbuf_printf(out, "<circle cx=\"%zu\" cy=\"%zu\" r=\"4\"/>\n", x + 6, y - 4);
    if (s->line) pw_strbuf_printf(&words, "%u: ", s->line);
    pw_strbuf_puts(&words, s->statement);
    text(out, x + 16, y, l->lane - PAD, "statement", pw_strbuf_text(&words));
    join(&s->local, "→", s->location, &words);
    text(out, x + 16, y + 15, l->lane - PAD, "value", pw_strbuf_text(&words));
    join(&s->shared, "", "", &words);
    text(out, LEFT + l->threads * l->lane, y, l->shared, "value", pw_strbuf_text(&words));
    draw_changed(s, y, l, out);
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
    pw_strbuf_puts(out, "</svg>\n");
}

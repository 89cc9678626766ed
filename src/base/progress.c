#include "base/progress.h"

#include <inttypes.h>
#include <stddef.h>

static const double period = 0.25;

static _Thread_local struct {
    pw_progress_show *show;
    void *arg;
    double next;
    const char *stage, *unit;
    uint64_t done;
} progress;

void pw_progress_observe(pw_progress_show *show, void *arg)
{
    progress.show = show;
    progress.arg = arg;
    progress.next = 2 * period;
}

void pw_progress_stage(const char *what)
{
    progress.stage = what;
    progress.unit = NULL;
}

void pw_progress_count(const char *unit, uint64_t done)
{
    progress.unit = unit;
    progress.done = done;
}

void pw_progress_tick(double elapsed)
{
    if (!progress.show || elapsed < progress.next) return;
    progress.next = elapsed + period;
    progress.show(progress.arg);
}

void pw_progress_print(double elapsed, struct pw_strbuf *out)
{
    pw_strbuf_puts(out, progress.stage ? progress.stage : "working");
    if (progress.unit) pw_strbuf_printf(out, ": %" PRIu64 " %s", progress.done, progress.unit);
    pw_strbuf_printf(out, ", %.0f s", elapsed);
}

#include "base/stats.h"

#include <inttypes.h>
#include <stdbool.h>
#include <string.h>

static uint64_t count_of(const struct pw_stat *s, const void *data)
{
    uint64_t v;
    memcpy(&v, (const char *)data + s->offset, sizeof v);
    return v;
}

static double seconds_of(const struct pw_stat *s, const void *data)
{
    double v;
    memcpy(&v, (const char *)data + s->offset, sizeof v);
    return v;
}

void pw_stats_print(struct pw_stat_table t, const void *data, struct pw_strbuf *out)
{
    for (size_t i = 0; i < t.n; i++) {
        const struct pw_stat *s = &t.at[i];
        pw_strbuf_printf(out, "  %-20s ", s->name);
        if (s->kind == PW_STAT_COUNT)
            pw_strbuf_printf(out, "%12" PRIu64 "  ", count_of(s, data));
        else
            pw_strbuf_printf(out, "%12.3f  s, ", seconds_of(s, data));
        pw_strbuf_printf(out, "%s\n", s->help);
    }
}

void pw_stats_json(struct pw_stat_table t, const void *data, struct pw_json *j)
{
    bool timed = false;
    for (size_t i = 0; i < t.n; i++) {
        timed = timed || t.at[i].kind == PW_STAT_SECONDS;
        if (t.at[i].kind != PW_STAT_COUNT) continue;
        pw_json_key(j, t.at[i].name);
        pw_json_int(j, (int64_t)count_of(&t.at[i], data));
    }
    if (!timed) return;
    pw_json_key(j, "seconds");
    pw_json_object(j);
    for (size_t i = 0; i < t.n; i++) {
        if (t.at[i].kind != PW_STAT_SECONDS) continue;
        pw_json_key(j, t.at[i].name);
        pw_json_seconds(j, seconds_of(&t.at[i], data));
    }
    pw_json_end(j);
}

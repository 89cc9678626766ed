/* stats.h -- statistics tables: one line per number gives the struct field, the text and the JSON
 * key.
 *
 *   STAT(COUNT, basis, "minimal elements of the final set")
 *   STAT(SECONDS, cover, "coverability search")
 *
 * A statistics struct is plain memory of the caller: it survives a stop (base/guard.h). COUNT is a
 * uint64_t; SECONDS is a double, and all of them go into one object "seconds" of the JSON, after
 * the counts. */
#ifndef PW_BASE_STATS_H
#define PW_BASE_STATS_H

#include <stddef.h>
#include <stdint.h>

#include "base/json.h"
#include "base/strbuf.h"

enum pw_stat_kind { PW_STAT_COUNT, PW_STAT_SECONDS };

typedef uint64_t pw_stat_type_COUNT;
typedef double pw_stat_type_SECONDS;

#define PW_STAT_FIELD(kind, field, help) pw_stat_type_##kind field;
#define PW_STAT_ROW(T, kind, field, help) {#field, help, PW_STAT_##kind, offsetof(T, field)},

struct pw_stat {
    const char *name, *help;
    enum pw_stat_kind kind;
    size_t offset;
};

struct pw_stat_table {
    const struct pw_stat *at;
    size_t n;
};

/* "  basis  17   minimal elements ..." lines */
void pw_stats_print(struct pw_stat_table t, const void *data, struct pw_strbuf *out);
/* keys and values into the open object */
void pw_stats_json(struct pw_stat_table t, const void *data, struct pw_json *j);

#endif

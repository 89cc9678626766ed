/* json.h -- writes one JSON value into a string buffer; the writer places commas and escapes.
 * Deterministic: no floats but seconds.
 *
 *   struct pw_json j; pw_json_start(&j, &buf);
 *   pw_json_object(&j); pw_json_key(&j, "n"); pw_json_int(&j, 3); pw_json_end(&j); */
#ifndef PW_BASE_JSON_H
#define PW_BASE_JSON_H

#include <stdbool.h>
#include <stdint.h>

#include "base/strbuf.h"

enum { PW_JSON_DEPTH = 64 };

struct pw_json {
    struct pw_strbuf *out;
    int depth;
    char closer[PW_JSON_DEPTH];
    bool first, after_key;
};

void pw_json_start(struct pw_json *j, struct pw_strbuf *out);
void pw_json_object(struct pw_json *j);
void pw_json_array(struct pw_json *j);
void pw_json_end(struct pw_json *j); /* closes the innermost object or array */
void pw_json_key(struct pw_json *j, const char *key);
void pw_json_string(struct pw_json *j, const char *s); /* bytes that are not UTF-8 become U+FFFD */
/* an integer of any size, already in decimal */
void pw_json_number(struct pw_json *j, const char *digits);
void pw_json_int(struct pw_json *j, int64_t n);
void pw_json_seconds(struct pw_json *j, double s); /* six decimals */
void pw_json_bool(struct pw_json *j, bool b);
void pw_json_null(struct pw_json *j);
void pw_json_text(struct pw_json *j, const char *key, const char *s); /* NULL: null */
/* Starts the object that a command prints: tool, version and, unless it is NULL, file. */
void pw_json_head(struct pw_json *j, struct pw_strbuf *out, const char *version, const char *file);
/* a value that is JSON already; nests as deep as it likes */
void pw_json_raw(struct pw_json *j, const char *text);

#endif

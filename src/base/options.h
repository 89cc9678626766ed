/* options.h -- option tables: one line per option gives the struct field, its default, parsing,
 * range check, --help and man page.
 *
 * A program lists its options in a file of lines (an X-macro), sorted by long name:
 *
 *   OPTION("verify batch", jobs, "jobs", 'j', INT, "1", 1, 4096, "N", "run N files at the same
 *   time")
 *          commands        field  long  short kind default low high  argument  help
 *
 * `commands` is a list of words, or "*" for every command. A kind determines the type of the field:
 *   FLAG     bool                 no argument
 *   COUNT    int                  no argument, counts how often it is given
 *   INT      int64_t              decimal, low..high
 *   SECONDS  double               decimal fraction, low..high
 *   TEXT     const char *         any text (of argv, not copied); NULL when not given
 *   CHOICE   int                  the index of the word in the argument "one|two|three"
 *   LIST     struct pw_texts      TEXT that may be repeated
 *   SPAN     struct pw_span       LO..HI with low <= LO <= HI <= high; .given tells whether there
 *                                 was one
 */
#ifndef PW_BASE_OPTIONS_H
#define PW_BASE_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/strbuf.h"
#include "base/vec.h"

struct pw_texts {
    const char **at;
    size_t n, cap;
};

struct pw_span {
    bool given;
    int64_t low, high;
};

enum pw_option_kind {
    PW_KIND_FLAG,
    PW_KIND_COUNT,
    PW_KIND_INT,
    PW_KIND_SECONDS,
    PW_KIND_TEXT,
    PW_KIND_CHOICE,
    PW_KIND_LIST,
    PW_KIND_SPAN
};

typedef bool pw_type_FLAG;
typedef int pw_type_COUNT;
typedef int64_t pw_type_INT;
typedef double pw_type_SECONDS;
typedef const char *pw_type_TEXT;
typedef int pw_type_CHOICE;
typedef struct pw_texts pw_type_LIST;
typedef struct pw_span pw_type_SPAN;

/* The field of a struct, and the row of a table, that an OPTION line stands for. */
#define PW_OPTION_FIELD(commands, field, name, letter, kind, preset, low, high, arg, help)         \
    pw_type_##kind field;
#define PW_OPTION_ROW(T, commands, field, name, letter, kind, preset, low, high, arg, help)        \
    {commands, name, letter, PW_KIND_##kind, offsetof(T, field), preset, low, high, arg, help},

struct pw_option {
    const char *commands, *name;
    char letter; /* 0: none */
    enum pw_option_kind kind;
    size_t offset;      /* of the field */
    const char *preset; /* the default as the user would write it; NULL: zero, or not given */
    int64_t low, high;
    const char *arg, *help;
};

struct pw_option_table {
    const struct pw_option *at;
    size_t n;
};

/* Sets every field of *into to its default. */
void pw_options_preset(struct pw_option_table t, void *into);
/* Frees what repeated options allocated. */
void pw_options_clear(struct pw_option_table t, void *into);

/* Is the option one of this command's? */
bool pw_options_belongs(const struct pw_option *o, const char *command);
bool pw_options_takes_value(const struct pw_option *o);

/* Sets the field; false with a message in *why if the value is not one ("--jobs: '0' is not in
 * 1..4096"). value is NULL for flags. */
bool pw_options_set(const struct pw_option *o, void *into, const char *value,
                    struct pw_strbuf *why);

/* Takes the option at words[0] ("--jobs=3", "--jobs" "3", "-j3", "-qv") for the command, with its
 * value. n words are there. Returns how many words were used, or 0 with a message. pre: words[0]
 * starts with '-' and is neither "-" nor "--". */
size_t pw_options_take(struct pw_option_table t, const char *command, char **words, size_t n,
                       void *into, struct pw_strbuf *why);

/* The options of a command, each with its help, as text of 79 columns and as roff. */
void pw_options_help(struct pw_option_table t, const char *command, struct pw_strbuf *out);
void pw_options_man(struct pw_option_table t, const char *command, struct pw_strbuf *out);
/* Text filled to 79 columns, each line after `indent` blanks; the first starts at column `at`. */
void pw_options_fill(const char *text, size_t at, size_t indent, struct pw_strbuf *out);
/* Text with what roff would take for its own made harmless. */
void pw_options_roff(const char *text, struct pw_strbuf *out);

/* What is wrong with the table itself (order, defaults out of range, letters twice in a command);
 * NULL if nothing. */
const char *pw_options_check(struct pw_option_table t);

#endif

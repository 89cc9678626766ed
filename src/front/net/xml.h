/* xml.h -- the little of XML 1.0 that net files need: elements, attributes, text, comments,
 * processing instructions, CDATA, the five named entities and numbered ones (UTF-8 comes out).
 *
 * Prefixes of namespaces are cut off; attributes with one are others. Latin-1 is read where the
 * file says so. A document type is passed over, its entities are not known.
 * Elements nest and close as they should, at most PW_XML_DEEP deep, or there is a message. */
#ifndef PW_FRONT_NET_XML_H
#define PW_FRONT_NET_XML_H

#include "base/diag.h"
#include "base/source.h"
#include "base/strbuf.h"
#include "base/vec.h"

enum { PW_XML_DEEP = 1000 };

/* BAD: there is a message, and nothing more to read. */
enum pw_xml_kind { PW_XML_START, PW_XML_END, PW_XML_TEXT, PW_XML_EOF, PW_XML_BAD };

struct pw_xml_name {
    size_t at, n; /* in the source, without prefix */
};

struct pw_xml_attr {
    struct pw_xml_name name;
    size_t value; /* in `values`, ends with NUL */
};

struct pw_xml {
    const struct pw_source *src;
    struct pw_diags *d;
    size_t at;                        /* what is read next */
    enum pw_xml_kind kind;            /* of the item read last */
    size_t from;                      /* where it starts */
    struct pw_xml_name name;          /* of START and END */
    struct pw_strbuf text;            /* of TEXT, decoded */
    PW_VEC(struct pw_xml_attr) attrs; /* of START */
    struct pw_strbuf values;
    PW_VEC(struct pw_xml_name) open;
    bool empty; /* the element just started is <x/>: its end comes next */
    bool latin; /* the text is in Latin-1 */
};

void pw_xml_init(struct pw_xml *x, const struct pw_source *src, struct pw_diags *d);
void pw_xml_clear(struct pw_xml *x);
enum pw_xml_kind pw_xml_next(struct pw_xml *x);
bool pw_xml_is(const struct pw_xml *x, const char *name); /* the name of a START or END */
/* of the element just started; NULL: it has no such attribute. Valid until the next item. */
const char *pw_xml_value(const struct pw_xml *x, const char *attribute);
/* After a START: past the end of that element. False: BAD. */
bool pw_xml_skip(struct pw_xml *x);
/* "at the item read last: ..." and BAD from now on; returns false */
bool pw_xml_error(struct pw_xml *x, const char *hint, const char *what);

#endif

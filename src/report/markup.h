/* markup.h -- text in SVG and HTML. */
#ifndef PW_REPORT_MARKUP_H
#define PW_REPORT_MARKUP_H

#include "base/strbuf.h"

/* & < > " ' ; bytes that are not UTF-8 or are controls become '?' */
void pw_markup_escape(struct pw_strbuf *out, const char *text);
/* characters, for layout in a fixed-width font */
size_t pw_markup_columns(const char *text);

#endif

/* frame.h -- messages of the Language Server Protocol in a stream of bytes: a header with
 * Content-Length, an empty line, so many bytes.
 *
 * What is no header is an error of the protocol and is dropped up to the next empty line; a message
 * longer than PW_FRAME_MOST is dropped as a whole. So every input leaves the reader in a state from
 * which it goes on. */
#ifndef PW_LSP_FRAME_H
#define PW_LSP_FRAME_H

#include <stdbool.h>
#include <stddef.h>

#include "base/strbuf.h"

enum { PW_FRAME_MOST = 32 << 20, PW_FRAME_HEADER_MOST = 4096 };

struct pw_frames {
    struct pw_strbuf bytes; /* arrived, not yet taken; those before `from` are taken */
    size_t from;
    size_t drop; /* so many of the bytes to come belong to a message that is too long */
};

enum pw_lsp_frame { PW_FRAME_NONE, PW_FRAME_MESSAGE, PW_FRAME_BAD };

void pw_frames_clear(struct pw_frames *f);
void pw_frames_add(struct pw_frames *f, const char *bytes, size_t n);
/* Takes the next message: its text is valid until the next call of either function. NONE: more
 * bytes are needed. BAD: *text says why. */
enum pw_lsp_frame pw_frames_take(struct pw_frames *f, const char **text, size_t *n);
/* A message with its header. */
void pw_frame_write(const struct pw_strbuf *message, struct pw_strbuf *out);

#endif

/* server.h -- the language server as a function from messages to messages (Language Server
 * Protocol 3.17, JSON-RPC 2.0).
 *
 * It reads and writes no files itself: the command gives it bytes by pw_server_take, writes out
 * what is in `out`, polls the descriptors of running verifications and calls pw_server_jobs.
 * Whatever arrives is answered by results or by errors of the protocol. */
#ifndef PW_LSP_SERVER_H
#define PW_LSP_SERVER_H

#include "lsp/document.h"
#include "lsp/frame.h"
#include "lsp/job.h"

enum { PW_SERVER_JOBS = 4 };

/* A verification that was asked for: id is the id of the request as JSON. */
struct pw_server_job {
    struct pw_lsp_job job; /* fd -1: the slot is free */
    char *id, *uri;
};

struct pw_server {
    const char *version, *program;
    struct pw_frames in;
    struct pw_strbuf out; /* to be written to the client */
    PW_VEC(struct pw_document *) documents;
    struct pw_server_job jobs[PW_SERVER_JOBS];
    bool initialised, shut_down, exited;
};

void pw_server_init(struct pw_server *s, const char *version,
                    const char *program); /* program: what verifies, an executable */
void pw_server_clear(struct pw_server *s);
void pw_server_take(struct pw_server *s, const char *bytes, size_t n);
void pw_server_jobs(struct pw_server *s); /* reads what verifications have written and answers for
                                             those that have ended */

#endif

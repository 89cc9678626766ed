#include "lsp/server.h"

#include <string.h>

#include "base/jread.h"
#include "lsp/answer.h"

enum {
    PARSE_ERROR = -32700,
    BAD_REQUEST = -32600,
    NO_METHOD = -32601,
    BAD_PARAMS = -32602,
    NOT_INITIALISED = -32002,
    CANCELLED = -32800,
    FAILED = -32803
};

/* --- what goes out --- */

static void send(struct pw_server *s, struct pw_strbuf *message)
{
    pw_frame_write(message, &s->out);
    pw_strbuf_clear(message);
}

static void open_message(struct pw_json *j, struct pw_strbuf *b)
{
    pw_json_start(j, b);
    pw_json_object(j);
    pw_json_key(j, "jsonrpc"), pw_json_string(j, "2.0");
}

static void fail(struct pw_server *s, const char *id, int code, const char *why)
{
    struct pw_strbuf b = {0};
    struct pw_json j;
    open_message(&j, &b);
    pw_json_key(&j, "id"), pw_json_number(&j, id);
    pw_json_key(&j, "error");
    pw_json_object(&j);
    pw_json_key(&j, "code"), pw_json_int(&j, code);
    pw_json_key(&j, "message"), pw_json_string(&j, why);
    pw_json_end(&j);
    pw_json_end(&j);
    send(s, &b);
}

/* Writes {"jsonrpc":"2.0","method":...,"params":{ and leaves the params open. */
static void open_notification(struct pw_json *j, struct pw_strbuf *b, const char *method)
{
    open_message(j, b);
    pw_json_key(j, "method"), pw_json_string(j, method);
    pw_json_key(j, "params");
    pw_json_object(j);
}

static void close_notification(struct pw_server *s, struct pw_json *j, struct pw_strbuf *b)
{
    pw_json_end(j);
    pw_json_end(j);
    send(s, b);
}

/* d: NULL for a document that is closed. found: the answer of a verification, or NULL. */
static void publish(struct pw_server *s, const char *uri, const struct pw_document *d,
                    const struct pw_jnode *found)
{
    struct pw_strbuf b = {0};
    struct pw_json j;
    open_notification(&j, &b, "textDocument/publishDiagnostics");
    pw_json_key(&j, "uri"), pw_json_string(&j, uri);
    pw_json_key(&j, "diagnostics");
    pw_json_array(&j);
    if (d) pw_document_diagnostics(d, &j);
    if (d && found) pw_answer_diagnostic(d, found, &j);
    pw_json_end(&j);
    close_notification(s, &j, &b);
}

/* --- verifications --- */

static void end_job(struct pw_server_job *job)
{
    pw_mem_strfree(job->id);
    pw_mem_strfree(job->uri);
    pw_strbuf_clear(&job->job.output);
    *job = (struct pw_server_job){.job = {.fd = -1}};
}

static void cancel_job(struct pw_server *s, struct pw_server_job *job, const char *why)
{
    pw_job_stop(&job->job);
    fail(s, job->id, CANCELLED, why);
    end_job(job);
}

static struct pw_document *find_document(const struct pw_server *s, const char *uri)
{
    for (size_t i = 0; i < s->documents.n; i++)
        if (!strcmp(s->documents.at[i]->uri, uri)) return s->documents.at[i];
    return NULL;
}

static void show_message(struct pw_server *s, const struct pw_jnode *found)
{
    struct pw_strbuf b = {0}, text = {0};
    struct pw_json j;
    int type = pw_answer_sentence(found, &text);
    open_notification(&j, &b, "window/showMessage");
    pw_json_key(&j, "type"), pw_json_int(&j, type);
    pw_json_key(&j, "message"), pw_json_string(&j, pw_strbuf_text(&text));
    close_notification(s, &j, &b);
    pw_strbuf_clear(&text);
}

static void answer_job(struct pw_server *s, struct pw_server_job *job)
{
    struct pw_arena arena;
    pw_arena_init(&arena);
    const struct pw_jnode *found =
        pw_jread(&arena, pw_strbuf_text(&job->job.output), job->job.output.n, NULL, NULL);
    const struct pw_document *d = find_document(s, job->uri);
    if (!found || found->kind != PW_J_OBJECT) {
        fail(s, job->id, FAILED, "the verification ended without an answer");
    } else {
        struct pw_strbuf b = {0};
        struct pw_json j;
        open_message(&j, &b);
        pw_json_key(&j, "id"), pw_json_number(&j, job->id);
        pw_json_key(&j, "result");
        pw_answer_result(found, &j);
        pw_json_end(&j);
        if (d) publish(s, d->uri, d, found);
        show_message(s, found);
        send(s, &b);
    }
    pw_arena_clear(&arena);
    end_job(job);
}

void pw_server_jobs(struct pw_server *s)
{
    for (size_t i = 0; i < PW_SERVER_JOBS; i++)
        if (s->jobs[i].job.fd >= 0 && !pw_job_read(&s->jobs[i].job)) answer_job(s, &s->jobs[i]);
}

static void cancel_document(struct pw_server *s, const char *uri, const char *why)
{
    for (size_t i = 0; i < PW_SERVER_JOBS; i++)
        if (s->jobs[i].job.fd >= 0 && !strcmp(s->jobs[i].uri, uri)) cancel_job(s, &s->jobs[i], why);
}

static void verify(struct pw_server *s, const char *id, const struct pw_document *d)
{
    cancel_document(s, d->uri, "asked for again");
    for (size_t i = 0; i < PW_SERVER_JOBS; i++) {
        struct pw_server_job *job = &s->jobs[i];
        if (job->job.fd >= 0) continue;
        if (!pw_job_start(&job->job, s->program, d->source.text, d->source.size)) {
            job->job.fd = -1;
            fail(s, id, FAILED, "the verification could not be started");
            return;
        }
        job->id = pw_mem_strdup(id);
        job->uri = pw_mem_strdup(d->uri);
        return;
    }
    fail(s, id, FAILED, "too many verifications are running");
}

/* --- documents --- */

static struct pw_position read_position(const struct pw_jnode *p)
{
    return (struct pw_position){pw_jread_int(p, "line", 0), pw_jread_int(p, "character", 0)};
}

static void did_open(struct pw_server *s, const struct pw_jnode *params)
{
    const struct pw_jnode *doc = pw_jread_get(params, "textDocument");
    const char *uri = pw_jread_string(doc, "uri", NULL), *text = pw_jread_string(doc, "text", NULL);
    if (!uri || !text) return;
    struct pw_document *d = find_document(s, uri);
    if (d)
        pw_document_set(d, text, strlen(text));
    else
        d = pw_document_new(uri, text, strlen(text)), pw_vec_push(&s->documents, d);
    publish(s, uri, d, NULL);
}

static void change(struct pw_document *d, const struct pw_jnode *c)
{
    const char *text = pw_jread_string(c, "text", NULL);
    const struct pw_jnode *range = pw_jread_get(c, "range");
    if (!text) return;
    if (range)
        pw_document_edit(d, read_position(pw_jread_get(range, "start")),
                         read_position(pw_jread_get(range, "end")), text);
    else
        pw_document_set(d, text, strlen(text));
}

static void did_change(struct pw_server *s, const struct pw_jnode *params)
{
    struct pw_document *d =
        find_document(s, pw_jread_string(pw_jread_get(params, "textDocument"), "uri", ""));
    const struct pw_jnode *changes = pw_jread_get(params, "contentChanges");
    if (!d || !changes || changes->kind != PW_J_ARRAY) return;
    cancel_document(s, d->uri, "the text was changed");
    for (const struct pw_jnode *c = changes->first; c; c = c->next)
        change(d, c);
    publish(s, d->uri, d, NULL);
}

static void did_close(struct pw_server *s, const struct pw_jnode *params)
{
    struct pw_document *d =
        find_document(s, pw_jread_string(pw_jread_get(params, "textDocument"), "uri", ""));
    if (!d) return;
    cancel_document(s, d->uri, "the text was closed");
    publish(s, d->uri, NULL, NULL);
    for (size_t i = 0; i < s->documents.n; i++)
        if (s->documents.at[i] == d) s->documents.at[i] = s->documents.at[--s->documents.n];
    pw_document_free(d);
}

static void cancel(struct pw_server *s, const struct pw_jnode *params);

static const struct {
    const char *method;
    void (*take)(struct pw_server *s, const struct pw_jnode *params);
} notifications[] = {{"textDocument/didOpen", did_open},
                     {"textDocument/didChange", did_change},
                     {"textDocument/didClose", did_close},
                     {"$/cancelRequest", cancel}};

/* --- requests --- */

/* Writes the id of a request as JSON: a string or a number. False: it is neither. */
static bool read_id(const struct pw_jnode *id, struct pw_strbuf *out)
{
    if (!id || (id->kind != PW_J_STRING && id->kind != PW_J_NUMBER)) return false;
    struct pw_json j;
    pw_json_start(&j, out);
    if (id->kind == PW_J_STRING)
        pw_json_string(&j, id->text);
    else
        pw_strbuf_puts(out, id->text);
    return true;
}

static void cancel(struct pw_server *s, const struct pw_jnode *params)
{
    struct pw_strbuf id = {0};
    if (read_id(pw_jread_get(params, "id"), &id))
        for (size_t i = 0; i < PW_SERVER_JOBS; i++)
            if (s->jobs[i].job.fd >= 0 && !strcmp(s->jobs[i].id, pw_strbuf_text(&id)))
                cancel_job(s, &s->jobs[i], "cancelled");
    pw_strbuf_clear(&id);
}

static void flags(struct pw_json *j, const char *const *names, size_t n)
{
    for (size_t i = 0; i < n; i++)
        pw_json_key(j, names[i]), pw_json_bool(j, true);
}

static void capabilities(struct pw_json *j)
{
    static const char *const yes[] = {"hoverProvider", "definitionProvider",
                                      "documentSymbolProvider", "documentFormattingProvider"};
    pw_json_object(j);
    pw_json_key(j, "textDocumentSync"), pw_json_int(j, 2);
    flags(j, yes, sizeof yes / sizeof *yes);
    pw_json_key(j, "completionProvider"), pw_json_object(j), pw_json_end(j);
    pw_json_key(j, "codeLensProvider"), pw_json_object(j), pw_json_end(j);
    pw_json_key(j, "executeCommandProvider");
    pw_json_object(j);
    pw_json_key(j, "commands");
    pw_json_array(j);
    pw_json_string(j, "pwqo.verify");
    pw_json_end(j);
    pw_json_end(j);
    pw_json_end(j);
}

static void initialise(struct pw_server *s, struct pw_json *j)
{
    s->initialised = true;
    pw_json_object(j);
    pw_json_key(j, "capabilities"), capabilities(j);
    pw_json_key(j, "serverInfo");
    pw_json_object(j);
    pw_json_key(j, "name"), pw_json_string(j, "pwqo");
    pw_json_key(j, "version"), pw_json_string(j, s->version);
    pw_json_end(j);
    pw_json_end(j);
}

static void symbols(const struct pw_document *d, struct pw_position p, struct pw_json *j)
{
    (void)p, pw_document_symbols(d, j);
}
static void formatting(const struct pw_document *d, struct pw_position p, struct pw_json *j)
{
    (void)p, pw_document_format(d, j);
}
static void lenses(const struct pw_document *d, struct pw_position p, struct pw_json *j)
{
    (void)p, pw_document_lenses(d, j);
}

static const struct {
    const char *method;
    void (*answer)(const struct pw_document *d, struct pw_position p, struct pw_json *j);
} requests[] = {
    {"textDocument/hover", pw_document_hover}, {"textDocument/definition", pw_document_definition},
    {"textDocument/documentSymbol", symbols},  {"textDocument/completion", pw_document_completion},
    {"textDocument/formatting", formatting},   {"textDocument/codeLens", lenses}};

static void execute(struct pw_server *s, const char *id, const struct pw_jnode *params)
{
    const struct pw_jnode *arguments = pw_jread_get(params, "arguments"),
                          *uri = arguments ? arguments->first : NULL;
    if (strcmp(pw_jread_string(params, "command", ""), "pwqo.verify")) {
        fail(s, id, BAD_PARAMS, "there is no such command");
        return;
    }
    const struct pw_document *d =
        uri && uri->kind == PW_J_STRING ? find_document(s, uri->text) : NULL;
    if (!d)
        fail(s, id, BAD_PARAMS, "the first argument is not the address of an open text");
    else
        verify(s, id, d);
}

/* The result of a request that is answered at once; false if it is none, or was answered by an
 * error. */
static bool answer(struct pw_server *s, const char *id, const char *method,
                   const struct pw_jnode *params, struct pw_json *j)
{
    if (!strcmp(method, "initialize")) return initialise(s, j), true;
    if (!strcmp(method, "shutdown")) return s->shut_down = true, pw_json_null(j), true;
    for (size_t i = 0; i < sizeof requests / sizeof *requests; i++) {
        if (strcmp(requests[i].method, method)) continue;
        const struct pw_document *d =
            find_document(s, pw_jread_string(pw_jread_get(params, "textDocument"), "uri", ""));
        if (!d) return fail(s, id, BAD_PARAMS, "the text is not open"), false;
        return requests[i].answer(d, read_position(pw_jread_get(params, "position")), j), true;
    }
    return fail(s, id, NO_METHOD, "there is no such method"), false;
}

static void request(struct pw_server *s, const char *id, const char *method,
                    const struct pw_jnode *params)
{
    if (!s->initialised && strcmp(method, "initialize")) {
        fail(s, id, NOT_INITIALISED, "not yet initialised");
    } else if (s->shut_down || (s->initialised && !strcmp(method, "initialize"))) {
        fail(s, id, BAD_REQUEST, s->shut_down ? "shut down" : "initialised already");
    } else if (!strcmp(method, "workspace/executeCommand")) {
        execute(s, id, params);
    } else {
        struct pw_strbuf b = {0};
        struct pw_json j;
        open_message(&j, &b);
        pw_json_key(&j, "id"), pw_json_number(&j, id);
        pw_json_key(&j, "result");
        if (!answer(s, id, method, params, &j)) {
            pw_strbuf_clear(&b);
            return;
        }
        pw_json_end(&j);
        send(s, &b);
    }
}

static void notification(struct pw_server *s, const char *method, const struct pw_jnode *params)
{
    if (!strcmp(method, "exit")) s->exited = true;
    for (size_t i = 0;
         s->initialised && !s->shut_down && i < sizeof notifications / sizeof *notifications; i++)
        if (!strcmp(notifications[i].method, method)) notifications[i].take(s, params);
}

/* A message with neither method nor id is no request; one without method is an answer to a request,
 * and we send none. */
static void message(struct pw_server *s, const char *text, size_t n)
{
    struct pw_arena arena;
    struct pw_strbuf id = {0};
    pw_arena_init(&arena);
    const char *why = "";
    size_t where = 0;
    const struct pw_jnode *m = pw_jread(&arena, text, n, &why, &where);
    const char *method = pw_jread_string(m, "method", NULL);
    bool has_id = read_id(pw_jread_get(m, "id"), &id);
    if (!m)
        fail(s, "null", PARSE_ERROR, why);
    else if (!method && !pw_jread_get(m, "result") && !pw_jread_get(m, "error"))
        fail(s, has_id ? pw_strbuf_text(&id) : "null", BAD_REQUEST, "no method");
    else if (method && has_id)
        request(s, pw_strbuf_text(&id), method, pw_jread_get(m, "params"));
    else if (method)
        notification(s, method, pw_jread_get(m, "params"));
    pw_strbuf_clear(&id);
    pw_arena_clear(&arena);
}

/* --- the server --- */

void pw_server_init(struct pw_server *s, const char *version, const char *program)
{
    *s = (struct pw_server){.version = version, .program = program};
    for (size_t i = 0; i < PW_SERVER_JOBS; i++)
        s->jobs[i].job.fd = -1;
}

void pw_server_clear(struct pw_server *s)
{
    for (size_t i = 0; i < PW_SERVER_JOBS; i++)
        if (s->jobs[i].job.fd >= 0) pw_job_stop(&s->jobs[i].job), end_job(&s->jobs[i]);
    for (size_t i = 0; i < s->documents.n; i++)
        pw_document_free(s->documents.at[i]);
    pw_vec_clear(&s->documents);
    pw_frames_clear(&s->in);
    pw_strbuf_clear(&s->out);
}

void pw_server_take(struct pw_server *s, const char *bytes, size_t n)
{
    const char *text;
    size_t size;
    pw_frames_add(&s->in, bytes, n);
    for (enum pw_lsp_frame f;
         !s->exited && (f = pw_frames_take(&s->in, &text, &size)) != PW_FRAME_NONE;)
        if (f == PW_FRAME_BAD)
            fail(s, "null", PARSE_ERROR, text);
        else
            message(s, text, size);
}

/* pwqo new: a commented model to start from. */
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "cli/app.h"

static const char model[] =
#include "cli/new_model.inc"
    ;

/* Makes the empty file, unless one is there: O_EXCL leaves no moment in which somebody else's could
 * be overwritten. */
static int make_file(struct pw_app *app, const char *path)
{
    int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (fd >= 0) return close(fd), PW_EXIT_OK;
    if (errno == EEXIST)
        pw_app_say(app, "'%s' is there already and stays as it is", path);
    else
        pw_app_say(app, "cannot write '%s': %s", path, strerror(errno));
    return PW_EXIT_IO;
}

int pw_cmd_new(struct pw_app *app)
{
    const char *path = app->files[0];
    size_t n = strlen(path);
    bool out_only = !strcmp(path, "-");
    if (!out_only && (n < 4 || strcmp(path + n - 3, ".dr")))
        return pw_app_usage(app, "a model has a name that ends in .dr: pwqo new %.60s.dr", path);
    int exit = out_only ? PW_EXIT_OK : make_file(app, path);
    if (exit) return exit;
    struct pw_strbuf text = {0};
    pw_strbuf_puts(&text, model);
    exit = pw_app_write(app, path, &text);
    pw_strbuf_clear(&text);
    if (!exit && !out_only) pw_app_note(app, "wrote %s; next: pwqo verify %s", path, path);
    return exit;
}

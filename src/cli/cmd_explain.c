/* pwqo explain: what a word of the output means. */
#include "cli/app.h"
#include "cli/words.h"

static int unknown_word(struct pw_app *app, const char *word)
{
    const char *meant = pw_words_meant(word);
    if (meant)
        return pw_app_usage(app, "there is no word '%.60s'; did you mean '%s'?", word, meant);
    return pw_app_usage(app, "there is no word '%.60s'; 'pwqo explain' lists them", word);
}

int pw_cmd_explain(struct pw_app *app)
{
    const struct pw_word *w = app->n_files ? pw_words_find(app->files[0]) : NULL;
    if (app->n_files && !w) return unknown_word(app, app->files[0]);
    struct pw_strbuf out = {0};
    if (w)
        pw_words_print(w, &out);
    else
        pw_words_list(&out);
    int exit = pw_app_out(app, &out);
    pw_strbuf_clear(&out);
    return exit;
}

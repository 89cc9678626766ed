#include "cli/takes.h"

#include <assert.h>

#include "engine/input.h"

static enum pw_takes class_of(const struct pw_input_kind *k)
{
    if (k->about == PW_ABOUT_PROGRAM) return k->in_c ? PW_TAKES_C : PW_TAKES_DR;
    return k->about == PW_ABOUT_TEMPLATE ? PW_TAKES_TEMPLATES : PW_TAKES_NETS;
}

int pw_takes(struct pw_app *app, const char *file, unsigned takes)
{
    const struct pw_input_kind *k = pw_input_kind(pw_input_of(file));
    assert(app->command && takes);
    if (!k || class_of(k) & takes) return PW_EXIT_OK;
    pw_app_say(app, "%s: pwqo %s takes no %s files", file, app->command->name, k->ending);
    return PW_EXIT_DATA;
}

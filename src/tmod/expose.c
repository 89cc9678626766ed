#include "tmod/expose.h"

static bool expose(pw_tmod_exposures *e, uint32_t t, uint32_t field, int64_t value)
{
    if (pw_tmod_exposes(e, t, field, value)) return false;
    struct pw_tmod_exposed new = {t, field, value};
    pw_vec_push(e, new);
    return true;
}

bool pw_tmod_expose_local(pw_tmod_exposures *e, const struct pw_space *s, uint32_t t,
                          uint32_t local)
{
    if (expose(e, t, PW_TMOD_LOCATION, pw_space_loc(s, t, local))) return true;
    const int64_t *values = pw_space_local_values(s, t, local);
    for (uint32_t i = 0; i < s->p->templates[t].nlocals; i++)
        if (expose(e, t, i, values[i])) return true;
    return false;
}

#include "base/debug.h"

#include "config.h"

const bool pw_debug_build = PW_DEBUG;

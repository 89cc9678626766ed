#include "cli/machine.h"

#include <config.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdint.h>
#include <unistd.h>

#include "base/decimal.h"
#include "cli/build-id.h"

/* The number in a file of the control group interface, or SIZE_MAX ("max", no such file). By read:
 * a stream would take longer than many a proof. */
static size_t number_in(const char *path)
{
    char text[32];
    int64_t n;
    size_t used;
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0) return SIZE_MAX;
    ssize_t got = read(fd, text, sizeof text);
    close(fd);
    bool fits = got > 0 && pw_decimal_scan(text, (size_t)got, false, &n, &used) == PW_DECIMAL_FITS;
    return fits ? (size_t)n : SIZE_MAX;
}

static size_t smaller(size_t a, size_t b)
{
    return a < b ? a : b;
}

size_t pw_machine_memory(void)
{
    long pages = sysconf(_SC_PHYS_PAGES), size = sysconf(_SC_PAGESIZE);
    size_t all = pages > 0 && size > 0 ? (size_t)pages * (size_t)size : SIZE_MAX;
    all = smaller(all, number_in("/sys/fs/cgroup/memory.max"));
    all = smaller(all, number_in("/sys/fs/cgroup/memory/memory.limit_in_bytes"));
    return all == SIZE_MAX ? 0 : all;
}

const char *pw_machine_version(void)
{
    return PACKAGE_VERSION;
}
const char *pw_machine_build(void)
{
    return PW_BUILD_ID;
}

const char *pw_machine_compiler(void)
{
    return PW_COMPILER;
}

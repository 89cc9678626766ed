/* main.c -- signals. Everything else of the command line is in app.c. */
#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#include "base/limits.h"
#include "cli/app.h"

static void stop(int number)
{
    (void)number;
    pw_limits_interrupt();
}

/* SIGINT and SIGTERM ask the run to stop and wake up blocking calls; a reader that has gone is an
 * error of write, not the end. */
static void install_handlers(void)
{
    struct sigaction a = {.sa_handler = stop}, ignore = {.sa_handler = SIG_IGN};
    sigaction(SIGINT, &a, NULL);
    sigaction(SIGTERM, &a, NULL);
    sigaction(SIGPIPE, &ignore, NULL);
}

/* A closed standard stream must not come back as some file that we open: keep its number busy with
 * a descriptor that fails. */
static void occupy_standard_streams(void)
{
    for (int fd = 0; fd <= 2; fd++)
        if (fcntl(fd, F_GETFD) < 0) open("/dev/null", fd == 0 ? O_WRONLY : O_RDONLY);
}

int main(int argc, char **argv)
{
    occupy_standard_streams();
    install_handlers();
    return pw_app_main(argc, argv);
}

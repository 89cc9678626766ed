/* machine.h -- facts about this build and the machine it runs on. */
#ifndef PW_CLI_MACHINE_H
#define PW_CLI_MACHINE_H

#include <stddef.h>

/* bytes this process may hope for: physical memory, or less if a control group says so; 0 =
 * unknown */
size_t pw_machine_memory(void);
const char *pw_machine_version(void);  /* "0.1.0" */
const char *pw_machine_build(void);    /* git id of the source, or "release" */
const char *pw_machine_compiler(void); /* "gcc 12.2.0" */

#endif

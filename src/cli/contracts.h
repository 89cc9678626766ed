/* contracts.h -- verify --contracts: a file with contracts becomes a program of the plain language
 * (modular/plain.h). */
#ifndef PW_CLI_CONTRACTS_H
#define PW_CLI_CONTRACTS_H

#include "cli/app.h"
#include "cli/defines.h"

enum pw_contracts_mode { PW_CONTRACTS_NO, PW_CONTRACTS_EXPAND, PW_CONTRACTS_USE };

/* Into *plain, under the same name; *used: how many contracts stand for procedures. Says what is
 * wrong and returns an exit code otherwise. */
int pw_contracts_plain(struct pw_app *app, const struct pw_source *src, const pw_defines *defines,
                       enum pw_contracts_mode mode, struct pw_source *plain, unsigned *used);

#endif

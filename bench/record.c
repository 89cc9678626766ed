/* record FILE.dr THREADS -- abstracts the program (THREADS: 0 = the bound, with witnesses; N =
 * exactly N threads, plainly) and prints every question that this puts to the arithmetic solver, as
 * an SMT-LIB script. */
#include <stdio.h>
#include <stdlib.h>

#include "abst/abstract.h"
#include "base/guard.h"
#include "base/limits.h"
#include "front/dr/dr.h"
#include "logic/solver.h"
#include "prog/program.h"

struct job {
    const char *path;
    int64_t threads;
    int exit;
};

static void record(void *arg)
{
    struct job *j = arg;
    struct pw_source src;
    struct pw_diags diags = {0};
    struct pw_strbuf script = {0};
    const char *why;
    if (pw_source_read(&src, j->path, &why) != PW_SOURCE_OK) return;
    struct pw_program *p = pw_dr_parse(&src, NULL, 0, &diags);
    struct pw_abst_options options = {.threads = j->threads};
    pw_solver_record_all(&script);
    struct pw_abstraction *a = p ? pw_abstract_template(p, &src, &options, NULL, &diags) : NULL;
    pw_solver_record_all(NULL);
    if (a) j->exit = fputs(pw_strbuf_text(&script), stdout) < 0;
    pw_abstract_free(a);
    pw_program_free(p);
    pw_strbuf_clear(&script);
    pw_diags_clear(&diags);
    pw_source_clear(&src);
}

int main(int argc, char **argv)
{
    if (argc != 3) return fputs("usage: record FILE.dr THREADS\n", stderr), 2;
    struct job j = {argv[1], atoll(argv[2]), 1};
    pw_limits_start(60);
    if (pw_guard_run(record, &j) != PW_STOP_NONE) return 1;
    return j.exit;
}

/* runs.h -- executions to show of what searches found: runs of templates and of nets. Those of
 * programs come from their judge (run/replay.h). All are made by run/recorder.h. */
#ifndef PW_REPORT_RUNS_H
#define PW_REPORT_RUNS_H

#include "cover/net.h"
#include "drcover/encode_dr.h"
#include "dualref/named.h"
#include "run/execution.h"

/* Thread by thread. Pre: there is a run. */
struct pw_execution *pw_runs_named(const struct pw_named_run *run);
/* For many threads: how many are where. */
struct pw_execution *pw_runs_counted(const struct pw_encoding *e, const struct pw_trace *t);
struct pw_execution *pw_runs_net(const struct pw_net *net, const struct pw_trace *t);

#endif

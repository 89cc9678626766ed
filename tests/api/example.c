/* A user of the installed library: nothing of the source tree but <pwqo.h>. Argument: the directory
 * of the models. */
#include <pwqo.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int failures;

static void check(int holds, const char *what)
{
    printf("%s %s\n", holds ? "ok" : "not ok", what);
    if (!holds) failures++;
}

static const char ticket[] = "shared int s = 1, t = 1;\n"
                             "thread client {\n"
                             "    local int l = 0;\n"
                             "    while (true) {\n"
                             "        atomic { l = t; t = t + 1; }\n"
                             "        assume(s == l);\n"
                             "crit:   s = s + 1;\n"
                             "    }\n"
                             "}\n"
                             "predicate unique = l != other.l;\n"
                             "predicate fresh = t > l && t > other.l;\n"
                             "predicate served = s == l;\n"
                             "unsafe count(crit) >= 2;\n";

static const char race[] = "const int K = 1;\n"
                           "shared int turns = 0;\n"
                           "thread t { assume(turns < K); turns = turns + 1; here: skip; }\n"
                           "predicate below = turns < K;\n"
                           "unsafe count(here) >= 2;\n";

static void safe_with_certificate(void)
{
    pwqo *p = pwqo_new();
    uint64_t n = 0;
    check(pwqo_set(p, "certificate", "1") == 0 && pwqo_set(p, "time-limit", "100") == 0,
          "options are set");
    check(pwqo_give(p, "ticket.dr", ticket, strlen(ticket)) == 0, "a model from memory");
    check(pwqo_run(p) == PWQO_SAFE, "the ticket lock is safe");
    check(strstr(pwqo_text(p, PWQO_SUMMARY), "SAFE") != NULL, "summary");
    check(strstr(pwqo_text(p, PWQO_JSON), "\"verdict\":\"safe\"") != NULL, "JSON");
    check(pwqo_text(p, PWQO_CERTIFICATE)[0] != 0, "certificate");
    check(pwqo_statistic(p, "inter_thread", &n) == 0 && n == 2,
          "statistics: two inter-thread predicates");
    check(pwqo_statistic(p, "no_such", &n) == -1, "statistics: an unknown name");
    check(!*pwqo_text(p, PWQO_TRACE) && !*pwqo_text(p, PWQO_REASON) && pwqo_threads(p) == 0,
          "no trace");
    pwqo_free(p);
}

static void unsafe_then_another(void)
{
    pwqo *p = pwqo_new();
    pwqo_give(p, "race.dr", race, strlen(race));
    check(pwqo_run(p) == PWQO_UNSAFE, "the race is found");
    check(pwqo_threads(p) == 2, "with two threads");
    check(strstr(pwqo_text(p, PWQO_TRACE), "turns") != NULL, "trace");
    check(pwqo_set(p, "define", "K=0") == 0 && pwqo_run(p) == PWQO_SAFE, "K=0 closes the door");
    pwqo_interrupt();
    check(pwqo_run(p) == PWQO_UNKNOWN && !strcmp(pwqo_text(p, PWQO_REASON), "interrupted"),
          "an interrupt ends the run");
    check(pwqo_run(p) == PWQO_SAFE, "and only that one");
    pwqo_free(p);
}

static void mistakes(const char *models)
{
    pwqo *p = pwqo_new();
    char path[1000];
    check(pwqo_run(p) == PWQO_ERROR && *pwqo_text(p, PWQO_MESSAGES), "a run without a model");
    check(pwqo_set(p, "no-such", "1") == -1 && *pwqo_problem(p), "an unknown option");
    check(pwqo_set(p, "time-limit", "soon") == -1 && strstr(pwqo_problem(p), "soon"),
          "a bad value");
    check(pwqo_set(p, "define", "K") == -1, "a define without value");
    check(pwqo_read(p, "/no/such/file.dr") == -1 && strstr(pwqo_problem(p), "No such file"),
          "a file that is not there");
    check(pwqo_give(p, "bad.dr", "shared int x = ;", 16) == 0 && pwqo_run(p) == PWQO_ERROR,
          "a syntax error");
    check(strstr(pwqo_text(p, PWQO_MESSAGES), "bad.dr:1:") != NULL, "with its position");
    check(pwqo_give(p, "x.unknown", "", 0) == 0 && pwqo_run(p) == PWQO_ERROR, "an unknown ending");
    snprintf(path, sizeof path, "%s/ticket.dr", models);
    check(pwqo_read(p, path) == 0 && pwqo_run(p) == PWQO_SAFE, "a model from a file");
    pwqo_free(p);
    pwqo_free(NULL);
    check(pwqo_run(NULL) == PWQO_ERROR && !*pwqo_text(NULL, PWQO_JSON) &&
              pwqo_set(NULL, "", "") == -1,
          "no handle");
}

int main(int argc, char **argv)
{
    printf("libpwqo %s\n", pwqo_version());
    safe_with_certificate();
    unsafe_then_another();
    mistakes(argc > 1 ? argv[1] : ".");
    return failures ? EXIT_FAILURE : EXIT_SUCCESS;
}

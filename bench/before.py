#!/usr/bin/env python3
"""before.py EARLIER [REPEAT [WORD]] -- this program and an earlier one on the nets in ../shared/bench (or $NETS), row by row in turns: processor
seconds (user and system, the least of REPEAT runs, 5), the ratio of each row, of all together, and verdicts that differ. Only rows with WORD in them, if
given. Rows near process start (under 5 ms) vary by a fifth from run to run: they count together, not one by one. Environment: PWQO. Exit 1 if a verdict
differs that the earlier program gave, a row of 5 ms takes more than 1.2 times, or all together more than half."""
import os
import sys

SHORT, SLOWER, GOAL = 0.005, 1.2, 0.5


def run(program, words):
    quiet = os.open(os.devnull, os.O_RDWR)
    to_null = [(os.POSIX_SPAWN_DUP2, quiet, 1), (os.POSIX_SPAWN_DUP2, quiet, 2)]
    child = os.posix_spawn(program, [program] + words, os.environ, file_actions=to_null)
    os.close(quiet)
    _, status, use = os.wait4(child, 0)
    return use.ru_utime + use.ru_stime, os.waitstatus_to_exitcode(status)


def race(before, now, words, repeat):
    best, codes = [float("inf")] * 2, [0, 0]
    for _ in range(repeat):
        for k, program in enumerate((before, now)):
            seconds, codes[k] = run(program, words)
            best[k] = min(best[k], seconds)
    return best, codes


def rows(nets, word):
    with open(os.path.join(nets, "verdicts.tsv")) as table:
        for line in table.read().splitlines()[1:]:
            net, init = line.split("\t")[0], line.split("\t")[6]
            if word in line:
                yield net, init, (["--init=" + init] if init else []) + [os.path.join(nets, net)]


def main(before, repeat=5, word=""):
    here = os.path.dirname(os.path.abspath(__file__))
    nets = os.environ.get("NETS", os.path.join(here, "../../shared/bench"))
    now, total, missed = os.environ.get("PWQO", "./pwqo"), [0.0, 0.0], False
    print("net\tinit\tbefore\tnow\tratio")
    for net, init, words in rows(nets, word):
        best, codes = race(before, now, ["verify", "-q", "--time-limit=300"] + words, int(repeat))
        total = [total[k] + best[k] for k in (0, 1)]
        note = "\tSLOWER" if best[0] >= SHORT and best[1] > SLOWER * best[0] else ""
        if codes[0] != codes[1]:
            note += "\tUNKNOWN BEFORE" if codes[0] == 5 else "\tDIFFERENT"
        missed |= "SLOWER" in note or "DIFFERENT" in note
        print("%s\t%s\t%.4f\t%.4f\t%.2f%s" % (net, init, *best, best[1] / best[0], note))
    print("all\t\t%.3f\t%.3f\t%.3f" % (*total, total[1] / total[0]))
    return 1 if missed or total[1] > GOAL * total[0] else 0


if __name__ == "__main__":
    if len(sys.argv) not in (2, 3, 4):
        sys.exit("usage: before.py EARLIER [REPEAT [WORD]]")
    sys.exit(main(*sys.argv[1:]))

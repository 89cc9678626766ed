#!/usr/bin/env python3
"""cpu.py SECONDS COMMAND... -- the first line that COMMAND prints, and the processor seconds (user and system) that it took, to the microsecond: what a
shell's `times` says is in ticks of a hundredth. "-" instead of the line if it used up SECONDS of processor time, or printed nothing."""
import os
import resource
import sys


def main(most, command):
    resource.setrlimit(resource.RLIMIT_CPU, (most, most))  # of the command, too
    output, to = os.pipe()
    files = [(os.POSIX_SPAWN_DUP2, to, 1), (os.POSIX_SPAWN_OPEN, 2, os.devnull, os.O_WRONLY, 0)]
    child = os.posix_spawnp(command[0], command, os.environ, file_actions=files)
    os.close(to)
    with open(output, encoding="utf-8") as lines:
        said = lines.read().split("\n")[0]
    _, status, use = os.wait4(child, 0)
    print(said if said and os.WIFEXITED(status) else "-", "%.4f" % (use.ru_utime + use.ru_stime))


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit("usage: cpu.py SECONDS COMMAND...")
    main(int(sys.argv[1]), sys.argv[2:])

#!/usr/bin/env python3
"""cpu.py LIMIT OUTPUT COMMAND... -- runs COMMAND with its standard output in the file OUTPUT, and prints the processor seconds (user and system) that it took,
to a tenth of a millisecond (what a shell's `times` says is in ticks of a hundredth of a second), and its exit status, "-" if a signal ended it. With more than LIMIT
processor seconds the system ends it."""
import os
import resource
import sys


def main(limit, output, command):
    resource.setrlimit(resource.RLIMIT_CPU, (limit, limit))  # of the command, too
    files = [(os.POSIX_SPAWN_OPEN, 1, output, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o666),
             (os.POSIX_SPAWN_OPEN, 2, os.devnull, os.O_WRONLY, 0)]
    try:
        child = os.posix_spawnp(command[0], command, os.environ, file_actions=files)
    except OSError as e:
        sys.exit("cpu.py: %s: %s" % (command[0], e.strerror))
    _, status, use = os.wait4(child, 0)
    print("%.4f" % (use.ru_utime + use.ru_stime), os.WEXITSTATUS(status) if os.WIFEXITED(status) else "-")


if __name__ == "__main__":
    if len(sys.argv) < 4:
        sys.exit("usage: cpu.py LIMIT OUTPUT COMMAND...")
    main(int(sys.argv[1]), sys.argv[2], sys.argv[3:])

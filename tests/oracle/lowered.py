#!/usr/bin/env python3
"""lowered.py PWQO FILE N DEPTH -- explores what `pwqo lower --json FILE` prints and compares
it with what `pwqo explore -n N --depth=DEPTH --json FILE` says.

Shares no code with pwqo: it knows the format pwqo-program (doc/manual.md) and the meaning of a
program: states, steps, initial states, labels, properties. Exit status: 0 agree, 1 not, 77 cannot
be compared (too many states, or no such number of threads).
"""
import itertools
import json
import subprocess
import sys

sys.setrecursionlimit(20000)
LOW, HIGH, MOST = -2, 2, 20000


class TooMany(Exception):
    pass


def divide(a, b):
    """Towards zero, as in C; b > 0."""
    return a // b if a >= 0 else -((-a) // b)


BINARY = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "/": divide,
    "%": lambda a, b: a - b * divide(a, b),
    "min": min,
    "max": max,
    "=": lambda a, b: a == b,
    "!=": lambda a, b: a != b,
    "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b,
    ">": lambda a, b: a > b,
    ">=": lambda a, b: a >= b,
    "iff": lambda a, b: a == b,
    "xor": lambda a, b: a != b,
    "and": lambda a, b: a and b,
    "or": lambda a, b: a or b,
    "implies": lambda a, b: not a or b,
}


def value(e, env):
    """env: shared, me = (template, location, locals), you, choices, before, and the program."""
    if not isinstance(e, list):
        return e
    op = e[0]
    if op == "shared":
        return env["shared"][e[1]]
    if op == "before":
        return env["before"]
    if op == "choice":
        return env["choices"][e[1]]
    if op in ("local", "other"):
        template, _, values = env["me" if op == "local" else "you"]
        assert template == e[1]
        return values[e[2]]
    if op in ("at", "other.at"):
        template, loc, _ = env["me" if op == "at" else "you"]
        labels = env["program"]["templates"][template]["locations"][loc]["labels"]
        return (e[1] is None or e[1] == template) and e[2] in labels
    if op == "not":
        return not value(e[1], env)
    if op == "neg":
        return -value(e[1], env)
    if op == "ite":
        return value(e[2] if value(e[1], env) else e[3], env)
    return BINARY[op](value(e[1], env), value(e[2], env))


def values_of(x):
    """All values of a variable or choice; integers are bounded."""
    if x["type"] == "bool":
        return [False, True]
    if x["type"] == "range":
        return range(x["low"], x["high"] + 1)
    return range(LOW, HIGH + 1)


def in_type(x, v):
    return x["type"] != "range" or x["low"] <= v <= x["high"]


def valuations(variables, env, into):
    """Extends the list `into` (which env sees) by every initial valuation of the variables."""
    if not variables:
        yield
        return
    first = variables[0]
    candidates = values_of(first) if first["init"] is None else [value(first["init"], env)]
    for v in candidates:
        if not in_type(first, v):
            continue
        into.append(v)
        yield from valuations(variables[1:], env, into)
        into.pop()


def distributions(templates, n):
    """Templates of n threads, as ascending tuples."""
    for pick in itertools.combinations_with_replacement(range(len(templates)), n):
        if all(t["count"] is None or t["count"] == pick.count(i) for i, t in enumerate(templates)):
            yield pick


def thread_starts(program, shared, t):
    template = program["templates"][t]
    values = []
    env = {"shared": shared, "me": (t, template["entry"], values), "program": program}
    for _ in valuations(template["locals"], env, values):
        yield (t, template["entry"], tuple(values))


def allowed(program, shared, threads):
    """Do all init constraints hold?"""
    for c in program["init"]:
        for i, me in enumerate(threads):
            if c["active"] is not None and c["active"] != me[0]:
                continue
            env = {"shared": shared, "me": me, "program": program}
            others = [None]
            if c["class"] == "inter-thread":
                others = [y for k, y in enumerate(threads)
                          if k != i and c["passive"] in (None, y[0])]
            for you in others:
                env["you"] = you
                if not value(c["formula"], env):
                    return False
    return True


def ordered(program):
    """Is the order of threads looked at? Then permuted states differ."""
    return '["before"]' in json.dumps(program, separators=(",", ":"))


def canonical(program, threads):
    return tuple(threads) if program["ordered"] else tuple(sorted(threads))


def initial_states(program, n):
    found = set()
    for pick in distributions(program["templates"], n):
        shared = []
        env = {"shared": shared, "program": program}
        for _ in valuations(program["shared"], env, shared):
            starts = [list(thread_starts(program, shared, t)) for t in pick]
            for threads in itertools.product(*starts):
                if allowed(program, shared, threads):
                    found.add((tuple(shared), canonical(program, threads)))
                    if len(found) > MOST:
                        raise TooMany
    return found


def others_of(threads, i, template):
    """Pairs of a thread that is not i, of the template (None: any), and: does i come before it?"""
    return [(k, y) for k, y in enumerate(threads) if k != i and template in (None, y[0])]


def looks_hold(edge, env, threads, i):
    for look in edge.get("looks", []):
        truths = [value(look["formula"], dict(env, you=y, before=i < k))
                  for k, y in others_of(threads, i, look["passive"])]
        if not (all(truths) if look["kind"] == "every" else any(truths)):
            return False
    return True


def set_others(edge, env, threads, i):
    new = list(threads)
    for u in edge.get("others", []):
        for k, y in others_of(threads, i, u["template"]):
            local = list(new[k][2])
            local[u["local"]] = value(u["value"], dict(env, you=y, before=i < k))
            new[k] = (y[0], y[1], tuple(local))
    return tuple(new)


def successors(program, state):
    shared, threads = state
    for i, me in enumerate(threads):
        for e in program["templates"][me[0]]["edges"]:
            if e["from"] != me[1]:
                continue
            for choices in itertools.product(*(values_of(c) for c in e["choices"])):
                env = {"shared": shared, "me": me, "choices": choices, "program": program}
                if not value(e["guard"], env) or not looks_hold(e, env, threads, i):
                    continue
                new, local = list(shared), list(me[2])
                for u in e["updates"]:
                    if "shared" in u:
                        new[u["shared"]] = value(u["value"], env)
                    else:
                        local[u["local"]] = value(u["value"], env)
                rest = set_others(e, env, threads, i)
                rest = rest[:i] + ((me[0], e["to"], tuple(local)),) + rest[i + 1:]
                yield (tuple(new), canonical(program, rest))


def search(program, n, depth):
    layer = initial_states(program, n)
    seen, starts = set(layer), len(layer)
    for _ in range(depth):
        layer = {s for state in layer for s in successors(program, state)} - seen
        seen |= layer
        if len(seen) > MOST:
            raise TooMany
    return seen, starts


def at_label(program, thread, label, template=None):
    loc = program["templates"][thread[0]]["locations"][thread[1]]
    return label in loc["labels"] and template in (None, thread[0])


def shows(program, shared, threads, entry):
    """Is an entry of `unsafe` that is a formula true of the state, a thread, or two threads?"""
    kind = entry["class"]
    if kind == "shared":
        return value(entry["formula"], {"shared": shared, "program": program})
    for i, me in enumerate(threads):
        if entry["active"] not in (None, me[0]):
            continue
        env = {"shared": shared, "me": me, "program": program}
        pairs = [(i, None)] if kind != "inter-thread" else others_of(threads, i, entry["passive"])
        if any(value(entry["formula"], dict(env, you=y, before=i < k)) for k, y in pairs):
            return True
    return False


def summary(program, states, starts):
    names = [label["name"] for label in program["labels"]]
    labels, pairs, bad = set(), set(), set()
    for shared, threads in states:
        at = [program["templates"][t]["locations"][loc]["labels"] for t, loc, _ in threads]
        for x in at:
            labels.update(names[i] for i in x)
        for x, y in itertools.permutations(range(len(at)), 2):
            pairs.update((names[i], names[k]) for i in at[x] for k in at[y] if i <= k)
        for d in program["unsafe"]:
            if "formula" in d:
                if shows(program, shared, threads, d):
                    bad.add(d["text"])
            elif all(sum(at_label(program, x, c["label"], c["template"]) for x in threads)
                   >= c["least"] for c in d["counts"]):
                bad.add(d["text"])
        if any(program["templates"][t]["error"] == loc for t, loc, _ in threads):
            bad.add("an assertion fails")
    return {"states": len(states), "initial_states": starts, "labels": sorted(labels),
            "pairs": sorted(pairs), "violations": sorted(bad)}


def run(*arguments):
    return subprocess.run(arguments, stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)


def main():
    pwqo, file, n, depth = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
    lowered = run(pwqo, "lower", "--json", file)
    if lowered.returncode != 0:
        return 77 if lowered.returncode == 65 else 1
    program = json.loads(lowered.stdout)
    assert program["format"] == "pwqo-program" and program["version"] == 1
    program["ordered"] = ordered(program)
    try:
        mine = summary(program, *search(program, n, depth))
    except TooMany:
        return 77
    told = run(pwqo, "explore", "-q", "--json", "-n", str(n), "--depth=" + str(depth),
               "--values=%d..%d" % (LOW, HIGH), "--states=0", file)
    if told.returncode == 64:
        return 77
    told = json.loads(told.stdout)
    theirs = {k: told[k] for k in ("states", "initial_states", "labels")}
    theirs["labels"] = sorted(theirs["labels"])
    theirs["pairs"] = sorted(tuple(p) for p in told["pairs"])
    theirs["violations"] = sorted({v["property"] for v in told["violations"]})
    if mine == theirs:
        return 0
    for key in mine:
        if mine[key] != theirs[key]:
            print("%s: %s: %r, explore says %r" % (file, key, mine[key], theirs[key]))
    return 1


if __name__ == "__main__":
    sys.exit(main())

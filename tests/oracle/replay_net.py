#!/usr/bin/env python3
"""replay_net.py [--spoil] [NET INIT RUN] -- runs of nets, replayed by the net as it is written. Without arguments standard input holds them, one a line, for many runs.

Reads a .spec, or a .tts with its .prop and the text of --init (INIT; - if there is none), by the manual (doc/nets.md), and a run as `pwqo verify --json` or
--trace=FILE.json prints it; shares no code with pwqo. It is a run if its first configuration is an initial one, every other one is what the rule that the step names, by
its line and its text, makes of the one before, and the last one meets the target. Configurations as printed are claims that are compared with what the rule does; they are
only asked where each thread of a transfer may choose. --spoil: besides, each run is changed in one place, in
every way that `spoiled` lists, and must be refused; those that can be other runs by chance, at least 19 of 20. Exit 1 if anything is not so."""
import functools, json, re, sys


class Refused(Exception):
    pass


def need(holds, why):
    if not holds:
        raise Refused(why)


TOKEN = re.compile(r"#[^\n]*|\s+|(\d+|[A-Za-z_]\w*|[-+~]>|>=|.)")
END = ("", 0)


class Scanner:
    """Tokens of a text, each with the number of its line."""

    def __init__(self, text, line=1):
        self.at, self.tokens = 0, []
        for m in TOKEN.finditer(text):
            if m.group(1):
                self.tokens.append((m.group(1), line))
            line += m.group(0).count("\n")

    def peek(self):
        return (self.tokens[self.at] if self.at < len(self.tokens) else END)[0]

    def line(self):
        return (self.tokens[self.at] if self.at < len(self.tokens) else END)[1]

    def next(self):
        self.at += 1
        return self.tokens[self.at - 1][0] if self.at <= len(self.tokens) else ""

    def took(self, text):
        if self.peek() != text:
            return False
        self.at += 1
        return True

    def want(self, text):
        need(self.took(text), "line %d: %r, not %r" % (self.line(), self.peek(), text))

    def number(self):
        need(self.peek().isdigit(), "line %d: %r is no number" % (self.line(), self.peek()))
        return int(self.next())

    def numbers(self):
        out = []
        while self.peek().isdigit():
            out.append(self.number())
            if not self.took(","):
                break
        return out

    def since(self, start):
        return tuple(t for t, _ in self.tokens[start:self.at])


@functools.lru_cache(None)
def words(text):
    return tuple(t for t, _ in Scanner(text).tokens)


class Spec:
    """Counters and guarded commands. A configuration is a dict of the counters that are not 0."""
    SECTIONS = ("vars", "rules", "init", "target", "invariants", "")

    def __init__(self, text):
        s = self.s = Scanner(text)
        self.names, self.rules = set(), {}
        s.want("vars")
        while s.peek() not in self.SECTIONS:
            self.names.add(s.next())
            s.took(",")
        s.want("rules")
        while s.peek() not in self.SECTIONS:
            start, line = s.at, s.line()
            rule = self.rule()
            self.rules[line, s.since(start)] = rule
            s.want(";")
        s.want("init")
        self.init = self.constraints()
        s.want("target")
        self.targets = []
        while s.peek() not in self.SECTIONS:
            self.targets.append(self.constraints())

    def name(self):
        x = self.s.next()
        need(x in self.names, "line %d: no variable %r" % (self.s.line(), x))
        return x

    def constraint(self):
        x, s = self.name(), self.s
        if s.took(">="):
            return x, s.number(), None
        if s.took("="):
            k = s.number()
            return x, k, k
        s.want("in"), s.want("[")
        low = s.number()
        s.want(",")
        high = s.number()
        s.want("]")
        return x, low, high

    def constraints(self):
        out = [self.constraint()]
        while self.s.took(","):
            out.append(self.constraint())
        return out

    def rule(self):
        """Guards, and for each assigned variable the sources and the constant of its sum."""
        s, sums = self.s, {}
        guards = [] if s.took("true") else self.constraints()
        s.want("->")
        while s.peek() != ";":
            x = self.name()
            s.want("'"), s.want("=")
            sources, constant = sums.get(x, ([], 0))
            sign = "+"
            while sign:
                if s.peek().isdigit():
                    constant += s.number() if sign == "+" else -s.number()
                    break
                need(sign == "+", "line %d: a variable is subtracted" % s.line())
                sources = sources + [self.name()]
                sign = s.next() if s.peek() in ("+", "-") else ""
            sums[x] = sources, constant
            if not s.took(","):
                break
        used = [x for sources, _ in sums.values() for x in sources]
        need(len(used) == len(set(used)), "line %d: a variable is copied" % s.line())
        return guards, sums

    @staticmethod
    def within(config, constraints):
        return all(low <= config.get(x, 0) and (high is None or config.get(x, 0) <= high) for x, low, high in constraints)

    def read(self, text):
        return {} if text == "all 0" else {x: int(k) for x, k in (part.split("=") for part in text.split(", "))}

    def initial(self, config):
        return self.within(config, self.init)

    def meets(self, config):
        return any(self.within(config, t) for t in self.targets)

    def after(self, rule, config, _claimed):
        guards, sums = rule
        need(self.within(config, guards), "a guard does not hold")
        out = dict(config)
        for sources, _ in sums.values():
            for x in sources:
                out[x] = 0
        for x, (sources, constant) in sums.items():
            out[x] = sum(config.get(y, 0) for y in sources) + constant
            need(out[x] >= 0, "%s is negative" % x)
        return {x: k for x, k in out.items() if k}


class Threads:
    """Thread transition systems. A configuration is a dict: threads by local state, and at -1 the shared state plus 1."""

    def __init__(self, text, prop, init):
        lines = [Scanner(line, i) for i, line in enumerate(text.split("\n"), 1)]
        lines = [s for s in lines if s.tokens]
        head = lines.pop(0)
        self.shared, self.local = head.number(), head.number()
        self.rules, self.alone = {}, {}
        for s in lines:
            line, text = s.line(), tuple(t for t, _ in s.tokens)
            self.rules[line, text] = self.rule(s)
        p = Scanner(prop)
        self.target = self.threads(p.number(), p.numbers() if p.took("|") else [])
        i = Scanner(init)
        self.start = self.threads(i.number(), i.numbers() if i.took("|") else [])
        self.any = set(i.numbers() if i.took("/") else [])
        need(not i.peek(), "--init: %r" % i.peek())

    def threads(self, shared, locals_):
        out = {-1: shared + 1}
        for x in locals_:
            out[x] = out.get(x, 0) + 1
        return out

    def rule(self, s):
        """Shared states, the local state that acts or None, the ones it leaves behind, and where each passive one may go."""
        start, local, kind = s.number(), s.number(), s.next()
        need(kind in ("->", "+>", "~>"), "line %d: %r" % (s.line(), kind))
        end, to = s.number(), s.number()
        need(max(start, end) < self.shared and max(local, to) < self.local, "line %d: a state out of range" % s.line())
        if kind == "~>":
            rule = self.alone.setdefault((start, end), (start, end, None, [], {}))
            rule[4].setdefault(local, []).append(to)
            return rule
        choices = {}
        while kind == "->" and s.peek():
            x = s.number()
            s.want("~>")
            choices.setdefault(x, []).append(s.number())
        need(not s.peek(), "line %d: %r" % (s.line(), s.peek()))
        return start, end, local, [to] if kind == "->" else [local, to], choices

    def read(self, text):
        shared, _, rest = text.partition("|")
        out = self.threads(int(shared), [])
        for part in re.findall(r"(\d+)((?:,\1)*)(?:,\.\.\.\((\d+) in all\))?(?=,|$)", rest):
            x = int(part[0])
            out[x] = out.get(x, 0) + (int(part[2]) if part[2] else 1 + part[1].count(","))
        return out

    def initial(self, config):
        states = set(config) | set(self.start)
        return all(config.get(x, 0) == self.start.get(x, 0) or (x in self.any and config.get(x, 0) > self.start.get(x, 0)) for x in states)

    def meets(self, config):
        return all(config.get(x, 0) >= k for x, k in self.target.items()) and config[-1] == self.target[-1]

    def after(self, rule, config, claimed):
        start, end, acts, put, choices = rule
        need(config[-1] == start + 1, "the shared state is not %d" % start)
        out = dict(config)
        if acts is not None:
            need(out.get(acts, 0) > 0, "no thread in %d" % acts)
            out[acts] -= 1
        supply = {x: out.pop(x) for x in choices if out.get(x)}
        out[-1] = end + 1
        for x in put:
            out[x] = out.get(x, 0) + 1
        room = {x: claimed.get(x, 0) - out.get(x, 0) for x in claimed if x >= 0}
        for x, k in spread(supply, choices, room).items():
            out[x] = out.get(x, 0) + k
        return {x: k for x, k in out.items() if k}


def spread(supply, choices, room):
    """Sends the tokens of supply where choices let them, into room as far as that does: how many come where."""
    sent = {}

    def place(x, seen):
        for y in choices[x]:
            if y in seen:
                continue
            seen.add(y)
            other = next((z for z in supply if room.get(y, 0) <= 0 and sent.get((z, y)) and place(z, seen)), None)
            if other is None and room.get(y, 0) <= 0:
                continue
            if other is None:
                room[y] -= 1
            else:
                sent[other, y] -= 1
            sent[x, y] = sent.get((x, y), 0) + 1
            return True
        return False

    for x, k in supply.items():
        need(all(place(x, set()) for _ in range(k)), "threads in %d cannot go where it says" % x)
    out = {}
    for (_, y), k in sent.items():
        out[y] = out.get(y, 0) + k
    return out


def replay(net, run):
    """Raises Refused if the run, a list of (line, text, configuration), is not one of the net to its target."""
    config = run[0][2]
    need(net.initial(config), "the first configuration is not initial")
    for i, (line, text, claimed) in enumerate(run[1:], 1):
        rule = net.rules.get((line, words(text)))
        need(rule, "step %d: no rule %r in line %d" % (i, text, line))
        try:
            config = net.after(rule, config, claimed)
        except Refused as why:
            raise Refused("step %d: %s" % (i, why))
        need(config == claimed, "step %d gives %r, not %r" % (i, config, claimed))
    need(net.meets(config), "the last configuration does not meet the target")


def read_net(file, init):
    with open(file, newline="\n") as f:
        text = f.read()
    if file.endswith(".spec"):
        return Spec(text)
    with open(re.sub(r"tts$", "prop", file), newline="\n") as f:
        return Threads(text, f.read(), "0/0" if init == "-" else init)


def read_run(net, file):
    """A step that changes nothing has no configuration of its own."""
    with open(file) as f:
        said = json.load(f)
    steps = said["trace"] if isinstance(said, dict) else said
    need(steps, "there is no run")
    out, config = [], None
    for s in steps:
        if "configuration" in s["shared"]:
            config = net.read(s["shared"]["configuration"])
        out.append((s.get("line"), s.get("statement"), config))
    if isinstance(said, dict):
        number = sum(k for x, k in out[0][2].items() if x != -1)
        need((said["threads"] or 0) == min(number, 2**32 - 1), "the number of threads, or tokens, is not that of the first configuration")
    return out


NEVER = "a token is added after a step"


def spoiled(run):
    """The run changed in one place: what is wrong then, and the run. All but NEVER may be another run by chance, as where a reset levels the difference."""
    for i in range(1, len(run)):
        line, text, config = run[i]
        if config != run[i - 1][2]:
            yield "a step is left out", run[:i] + run[i + 1:]
        other = next((s for s in run[1:] if s[:2] != run[i][:2]), None)
        if other:
            yield "a step is done by another rule", run[:i] + [other[:2] + (config,)] + run[i + 1:]
        x = min(config, key=str, default=None)
        if x is not None:
            yield NEVER, run[:i] + [(line, text, {**config, x: config[x] + 1})] + run[i + 1:]
    start = run[0][2]
    for x in start if len(run) > 1 else []:
        yield "a token is missing at the start", [run[0][:2] + ({**start, x: start[x] - 1},)] + run[1:]


def refusal(net, run):
    try:
        return replay(net, run)
    except Refused as why:
        return str(why)


def main(args):
    spoil = args[:1] == ["--spoil"]
    args = args[spoil:] or sys.stdin.read().splitlines()
    assert args and len(args) % 3 == 0
    runs = steps = wrong = changed = 0
    taken = []
    for file, init, said in zip(args[::3], args[1::3], args[2::3]):
        try:
            net = read_net(file, init)
            run = read_run(net, said)
            replay(net, run)
        except Refused as why:
            print("%s %s: not a run: %s" % (file, init, why))
            wrong += 1
            continue
        runs, steps = runs + 1, steps + len(run) - 1
        for what, other in spoiled(run) if spoil else []:
            changed += 1
            if not refusal(net, other):
                print("%s %s: taken for a run, although %s" % (file, init, what))
                taken.append(what)
    print("%d runs of %d steps replayed, %d refused" % (runs, steps, wrong) + ("; of %d changed ones %d refused" % (changed, changed - len(taken)) if spoil else ""))
    return 1 if wrong or NEVER in taken or len(taken) * 20 > changed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

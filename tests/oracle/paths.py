#!/usr/bin/python3
"""paths.py -- the obligations of a program with contracts, made path by path.

An oracle for `pwqo modular`: it shares no code and no encoding with it. It has a reader of its own, walks every path between cut points one by one, writes
arrays as arrays and "all threads", "all objects" as quantifiers, and asks z3. pwqo encodes all paths at once, has a term per cell and finitely many instances.

usage: paths.py FILE...          prints FILE UNIT KIND LINE proved|open|unknown, one line per unit, kind and line (open: some obligation there is
                                 not proved; unknown: z3 does not know)
       paths.py --compare PWQO FILE...   the same of pwqo modular --json; prints the differences; exit 1 if there are any
       paths.py --random SEED N DIR      writes N random programs with annotations, a statement per line, as DIR/SEED.dr, DIR/SEED+1.dr ...
"""
import collections, itertools, json, os, random, re, subprocess, sys

TOKEN = re.compile(r"(//[^\n]*)|(\d+)|([A-Za-z_]\w*)|(=>|==|!=|<=|>=|&&|\|\||\.\.|[-+*/%(){}\[\];,<>=!?:.'])")


class Unsupported(Exception):
    pass


# --- reader -------------------------------------------------------------------------------------

Var = collections.namedtuple("Var", "name sort mutex index lo hi init line")
Formula = collections.namedtuple("Formula", "module bound expr line implicit")


class Unit:
    def __init__(self, name, thread, module):
        self.name, self.thread, self.module = name, thread, module
        self.count, self.vars, self.params, self.result, self.body = None, [], 0, None, []
        self.requires, self.ensures, self.modifies, self.spec, self.given = [], [], [], [], False
        self.calls, self.last, self.number = set(), 0, 0


class Reader:
    def __init__(self, text):
        self.t, at = [], 0
        line = 1
        while at < len(text):
            if text[at].isspace():
                line += text[at] == "\n"
                at += 1
                continue
            m = TOKEN.match(text, at)
            if not m:
                raise Unsupported("character %r" % text[at])
            if not m.group(1):
                self.t.append((m.group(0), line))
            at = m.end()
        self.t.append(("", line))
        self.i, self.module = 0, ""
        self.objects, self.shared, self.consts = [], collections.OrderedDict(), {}
        self.assumptions, self.invariants, self.inits, self.unsafe = [], [], [], []
        self.threads, self.procs = [], collections.OrderedDict()
        self.unit = None
        while self.peek():
            self.declaration()

    def peek(self, k=0):
        return self.t[min(self.i + k, len(self.t) - 1)][0]

    def line(self):
        return self.t[self.i][1]

    def next(self):
        self.i += 1
        return self.t[self.i - 1][0]

    def eat(self, x):
        if self.peek() != x:
            return False
        self.i += 1
        return True

    def want(self, x):
        if not self.eat(x):
            raise Unsupported("line %d: %r instead of %r" % (self.line(), self.peek(), x))

    def names(self):
        out = [self.next()]
        while self.eat(","):
            out.append(self.next())
        return out

    def prime(self):
        return self.eat("'")

    # expressions
    def expr(self):
        c = self.implies()
        if not self.eat("?"):
            return c
        a = self.expr()
        self.want(":")
        return ("ite", c, a, self.expr())

    def implies(self):
        a = self.binary(0)
        return ("=>", a, self.implies()) if self.eat("=>") else a

    LEVELS = [["||"], ["&&"], ["==", "!="], ["<", "<=", ">", ">="], ["+", "-"], ["*", "/", "%"]]

    def binary(self, level):
        if level == len(self.LEVELS):
            return self.unary()
        a = self.binary(level + 1)
        while self.peek() in self.LEVELS[level]:
            a = (self.next(), a, self.binary(level + 1))
        return a

    def unary(self):
        if self.eat("!"):
            return ("!", self.unary())
        if self.eat("-"):
            return ("neg", self.unary())
        if self.eat("("):
            e = self.expr()
            self.want(")")
            return e
        x = self.next()
        if x.isdigit():
            return ("num", int(x))
        if x in ("true", "false"):
            return ("truth", x == "true")
        if x in ("self", "nobody", "null"):
            return (x if x == "self" else "nobody",)
        if x == "is" and self.eat("("):
            n = self.next()
            self.want(")")
            return ("is", n)
        if x == "done" and self.eat("("):
            n = int(self.next())
            self.want(")")
            return ("done", n)
        if x in ("size", "holder") and self.peek() in ("(", "'"):
            primed = self.prime()
            self.want("(")
            inner = self.unary()
            self.want(")")
            if x == "size":
                return ("size", inner[1], primed)
            return inner[:2] + (primed,) + inner[3:]
        if x in ("min", "max") and self.eat("("):
            a = self.expr()
            self.want(",")
            b = self.expr()
            self.want(")")
            return (x, a, b)
        primed = self.prime()
        if self.eat("["):
            at = self.expr()
            self.want("]")
            return ("cell", x, primed, at)
        if x in self.consts:
            return self.consts[x]
        return ("var", x, primed)

    # declarations
    def sort(self):
        x, lo, hi = self.next(), None, None
        if x == "int" and self.eat("["):
            lo = self.expr()
            self.want("..")
            hi = self.expr()
            self.want("]")
        if x not in ("int", "bool", "tid", "mutex") and x not in self.objects:
            raise Unsupported("line %d: type %s" % (self.line(), x))
        return x, lo, hi

    def variables(self, arrays):
        x, lo, hi = self.sort()
        out = []
        while True:
            line, name, index, init = self.line(), self.next(), None, None
            if arrays and self.eat("["):
                index = self.next()
                self.want("]")
            if self.eat("="):
                init = self.expr()
            if x == "mutex":
                init = ("nobody",)
            out.append(Var(name, "tid" if x == "mutex" else x, x == "mutex", index, lo, hi, init, line))
            if not self.eat(","):
                return out

    def binder(self):
        bound = []
        if self.peek() == "forall":
            self.next()
            self.want("(")
            while True:
                bound.append((self.next(), self.next()))
                if not self.eat(","):
                    break
            self.want(")")
        return bound

    def formula(self, into):
        bound = self.binder()
        start = self.i
        e = self.expr()
        self.want(";")
        for p in conjuncts(e):
            into.append(Formula(self.module, bound, p, self.t[start][1], False))

    def declaration(self):
        line = self.line()
        x = self.next()
        if x == "module":
            self.module = self.next()
            self.want("{")
            while not self.eat("}"):
                self.declaration()
            self.module = ""
        elif x == "object":
            self.objects.append(self.next())
            self.want(";")
        elif x == "const":
            self.next()
            n = self.next()
            self.want("=")
            self.consts[n] = self.expr()
            self.want(";")
        elif x == "shared":
            for v in self.variables(True):
                self.shared[v.name] = v
            self.want(";")
        elif x in ("invariant", "assumption", "init"):
            self.formula({"invariant": self.invariants, "assumption": self.assumptions, "init": self.inits}[x])
        elif x == "guarded":
            names = self.names()
            self.want("by")
            g = self.expr()
            self.want(";")
            for n in names:
                v = self.shared[n]
                bound = [(v.index, "?i")] if v.index else []
                cell = lambda p: ("cell", n, p, ("var", "?i", False)) if v.index else ("var", n, p)
                self.assumptions.append(Formula(self.module, bound, ("=>", g, ("==", cell(True), cell(False))), line, False))
        elif x == "unsafe":
            self.count()
        elif x in ("proc", "thread"):
            self.make_unit(x == "thread")
        else:
            raise Unsupported("line %d: %s" % (line, x))

    def count(self):
        counts, line = [], self.line()
        while True:
            self.want("count")
            self.want("(")
            n = self.next()
            if self.eat("."):
                n = self.next()
            self.want(")")
            self.want(">=")
            counts.append((n, int(self.next())))
            if not self.eat("&&"):
                break
        self.want(";")
        self.unsafe.append((line, counts))

    def make_unit(self, thread):
        u = Unit(self.next(), thread, self.module)
        if thread:
            u.number = len(self.threads)
            self.threads.append(u)
            if self.eat("["):
                e = self.expr()
                u.count = e[1]
                self.want("]")
        else:
            self.procs[u.name] = u
            self.want("(")
            while not self.eat(")"):
                x, lo, hi = self.sort()
                u.vars.append(Var(self.next(), x, False, None, lo, hi, None, self.line()))
                self.eat(",")
            u.params = len(u.vars)
            if self.eat("returns"):
                x, lo, hi = self.sort()
                u.vars.append(Var(self.next(), x, False, None, lo, hi, None, self.line()))
                u.result = u.vars[-1].name
            self.contract(u)
        self.unit = u
        self.want("{")
        while self.peek() == "local":
            self.next()
            u.vars += self.variables(False)
            self.want(";")
        u.body = self.statements()
        u.last = self.t[self.i - 1][1]
        self.unit = None

    def contract(self, u):
        while self.peek() in ("requires", "ensures", "modifies", "action", "repeat", "either"):
            u.given = True
            x = self.peek()
            if x in ("requires", "ensures"):
                self.next()
                line = self.line()
                getattr(u, x).append((self.expr(), line))
                self.want(";")
            elif x == "modifies":
                self.next()
                u.modifies += self.names()
                self.want(";")
            else:
                u.spec.append(self.action())

    def action(self):
        x = self.next()
        if x == "action":
            names = []
            if self.eat("modifies"):
                names = self.names()
            self.want(":")
            e = self.expr()
            self.want(";")
            return ("action", names, e)
        lists = []
        while True:
            self.want("{")
            items = []
            while not self.eat("}"):
                items.append(self.action())
            lists.append(items)
            if x == "repeat" or not self.eat("or"):
                return (x, lists)

    # statements: (kind, line, ...)
    def statements(self):
        out = []
        while not self.eat("}"):
            out.append(self.statement())
        return out

    def body(self):
        if self.eat("{"):
            return self.statements()
        out = [self.statement()]
        while out[-1][0] == "label":
            out.append(self.statement())
        return out

    def statement(self):
        line = self.line()
        x = self.next()
        if x == ";":
            return ("block", line, [])
        if x == "{":
            return ("block", line, self.statements())
        if x == "atomic":
            return ("atomic", line, self.body())
        if x in ("if", "while"):
            self.want("(")
            cond = None if self.eat("*") else self.expr()
            self.want(")")
            if x == "while":
                claims = []
                while self.eat("invariant"):
                    self.want("(")
                    claims.append((self.expr(), self.t[self.i][1]))
                    self.want(")")
                return ("while", line, cond, claims, self.body())
            yes = self.body()
            return ("if", line, cond, yes, self.body() if self.eat("else") else [])
        if x in ("assume", "assert", "claim"):
            self.want("(")
            at = self.line()
            e = self.expr()
            self.want(")")
            self.want(";")
            return (x, line, e, at)
        if x in ("skip", "break", "continue", "exit"):
            self.want(";")
            return (x, line)
        if x in ("lock", "unlock"):
            self.want("(")
            e = self.unary()
            self.want(")")
            self.want(";")
            return (x, line, e)
        if x == "return":
            e = None if self.peek() == ";" else self.expr()
            self.want(";")
            return ("return", line, e)
        if x == "havoc":
            self.i -= 1
            self.next()
            targets = [self.unary()]
            while self.eat(","):
                targets.append(self.unary())
            self.want(";")
            return ("havoc", line, targets)
        if x == "goto":
            raise Unsupported("goto")
        if self.peek() == ":":
            self.next()
            return ("label", line, x)
        if self.peek() == "(":
            return self.call(line, None, x)
        self.i -= 1
        targets = [self.unary()]
        while self.eat(","):
            targets.append(self.unary())
        self.want("=")
        if self.peek() == "cas" and self.peek(1) == "(":
            self.i += 2
            v = self.unary()
            self.want(",")
            old = self.expr()
            self.want(",")
            new = self.expr()
            self.want(")")
            self.want(";")
            return ("assign", line, [v, targets[0]], [("ite", ("==", v, old), new, v), ("==", v, old)])
        if self.peek() == "new":
            self.next()
            n = self.next()
            self.want(";")
            return ("new", line, targets[0], n)
        if self.peek(1) == "(" and re.match(r"[A-Za-z_]", self.peek()) and self.peek() not in ("holder", "is", "min", "max"):
            return self.call(line, targets[0], self.next())
        values = [self.expr()]
        while self.eat(","):
            values.append(self.expr())
        self.want(";")
        return ("assign", line, targets, values)

    def call(self, line, target, name):
        args = []
        self.want("(")
        while not self.eat(")"):
            args.append(self.expr())
            self.eat(",")
        self.want(";")
        self.unit.calls.add(name)
        return ("call", line, target, name, args)


def conjuncts(e):
    if e[0] == "&&":
        return conjuncts(e[1]) + conjuncts(e[2])
    if e[0] == "=>":
        return [("=>", e[1], c) for c in conjuncts(e[2])]
    return [e]


def claim_parts(e):
    return claim_parts(e[1]) + claim_parts(e[2]) if e[0] == "&&" else [e]


def walk(e):
    yield e
    for x in e[1:]:
        if isinstance(x, tuple):
            yield from walk(x)


# --- contracts as automata ----------------------------------------------------------------------


class Automaton:
    """States are sets of places of the regular expression; here: derivatives, kept as lists."""

    def __init__(self, spec):
        self.actions, self.edges, self.final = [], [], []
        states = [self.key(spec)]
        for s in states:
            self.final.append(self.empty(s))
            for action, rest in self.derive(s):
                if rest not in states:
                    states.append(rest)
                edge = (states.index(s), self.actions.index(action), states.index(rest))
                if edge not in self.edges:
                    self.edges.append(edge)
        self.n = len(states)
        self.merge()
        reach = [[i == j or any(e[0] == i and e[2] == j for e in self.edges) for j in range(self.n)] for i in range(self.n)]
        for k in range(self.n):
            for i in range(self.n):
                for j in range(self.n):
                    reach[i][j] = reach[i][j] or (reach[i][k] and reach[k][j])
        self.component = [min(j for j in range(self.n) if reach[i][j] and reach[j][i]) for i in range(self.n)]

    def merge(self):
        """States with the same future are one."""
        group = [int(f) for f in self.final]
        while True:
            sign = [(group[i], tuple(sorted({(a, group[t]) for s, a, t in self.edges if s == i}))) for i in range(self.n)]
            order = sorted(set(sign), key=sign.index)
            new = [order.index(s) for s in sign]
            if len(order) == len(set(group)):
                break
            group = new
        group = new
        self.edges = sorted({(group[s], a, group[t]) for s, a, t in self.edges})
        self.final = [self.final[group.index(k)] for k in range(max(group) + 1)]
        self.n = len(self.final)

    def key(self, items):
        out = []
        for x in items:
            if x[0] == "action":
                self.actions.append(x)
                out.append(("a", len(self.actions) - 1))
            else:
                out.append((x[0],) + tuple(self.key(l) for l in x[1]))
        return tuple(out)

    def empty(self, items):
        return all(x[0] == "repeat" or (x[0] == "either" and any(self.empty(l) for l in x[1:])) for x in items)

    def derive(self, items):
        out = []
        for i, x in enumerate(items):
            rest = items[i + 1 :]
            if x[0] == "a":
                out.append((self.actions[x[1]], rest))
            elif x[0] == "repeat":
                out += [(a, r + items[i:]) for a, r in self.derive(x[1])]
            else:
                for l in x[1:]:
                    out += [(a, r + rest) for a, r in self.derive(l)]
            if not self.empty((x,)):
                break
        return out


# --- graphs -------------------------------------------------------------------------------------

Edge = collections.namedtuple("Edge", "kind to ops line start flags callee action frame")


class Node:
    def __init__(self, line, inner):
        self.line, self.inner, self.cut, self.claims, self.cond, self.out = line, inner, False, [], None, []
        self.callee, self.component, self.frame = None, None, None
        self.moves = False  # others may move here


class Graph:
    """A unit with calls of procedures without contract expanded, and contracts in place of the others."""

    def __init__(self, r, unit, automata):
        self.r, self.unit, self.automata = r, unit, automata
        self.nodes, self.slots, self.frames, self.labels, self.depth = [], [], 0, {}, 0
        self.top = self.frame(unit)
        self.entry, self.exit = self.node(0, None), self.node(unit.last, None)
        first = self.node(unit.last, None)
        self.edge("silent", self.entry, first, [o for v in unit.vars[unit.params :] if v.init is not None for o in self.assign([("var", v.name, False)], self.top, [v.init], self.top, v.line)], 0)
        end = self.statements(unit.body, first, dict(frame=self.top, ret=self.exit, start=None))
        if end:
            self.edge("silent", end, self.exit, [], unit.last)
        self.cut_cycles()
        for n in self.nodes:
            quiet = all(self.quiet(e) for e in n.out)
            n.moves = not n.inner and (n.cut or n.callee is not None or n is self.exit or not quiet)

    def frame(self, unit):
        self.frames += 1
        f = (unit, self.frames)
        self.slots += [(self.frames, v) for v in unit.vars]
        return f

    def node(self, line, start):
        n = Node(line, start is not None)
        self.nodes.append(n)
        return n

    def edge(self, kind, a, b, ops, line, start=None, flags=(), callee=None, action=None, frame=None):
        a.out.append(Edge(kind, b, ops, line, start or a, flags, callee, action, frame))

    def reads_shared(self, e, frame):
        mine = {v.name for v in frame[0].vars}
        return any(x[0] in ("cell", "size") or (x[0] == "var" and x[1] in self.r.shared and x[1] not in mine) for x in walk(e))

    def quiet(self, e):
        if e.kind != "silent" or e.flags:
            return False
        for o in e.ops:
            if o[0] in ("assert", "new"):
                return False
            if o[0] == "assume" and self.reads_shared(o[1], o[2]):
                return False
            if o[0] == "assign" and any(self.reads_shared(v, o[4]) for v in o[3]):
                return False
        return True

    def variable(self, target, frame):
        for v in frame[0].vars:
            if target[0] == "var" and v.name == target[1]:
                return v
        return self.r.shared[target[1]]

    def assign(self, targets, tframe, values, vframe, line):
        ops = []
        for t, v in zip(targets, values):
            x = self.variable(t, tframe)
            if x.lo:
                ops.append(("assert", ("&&", ("<=", x.lo, v), ("<=", v, x.hi)), vframe, "assert", line))
        return ops + [("assign", targets, tframe, values, vframe)]

    def statements(self, items, at, c):
        for s in items:
            if at is None:
                if s[0] == "label":
                    raise Unsupported("a label behind a jump")
                continue
            if s[0] == "label":
                to = self.node(s[1], c["start"])
                self.edge("silent", at, to, [], s[1])
                if c["frame"] is self.top:
                    self.labels[s[2]] = to
                at = to
                continue
            at = self.statement(s, at, c)
        return at

    def statement(self, s, at, c):
        f, start, line = c["frame"], c["start"], s[1]
        kind = "inner" if start else "step"

        def simple(ops):
            to = self.node(line, start)
            self.edge(kind, at, to, ops, line)
            return to

        if s[0] == "block":
            return self.statements(s[2], at, c)
        if s[0] == "assign":
            return simple(self.assign(s[2], f, s[3], f, line))
        if s[0] in ("assume", "assert"):
            return simple([("assume", s[2], f)] if s[0] == "assume" else [("assert", s[2], f, "assert", line)])
        if s[0] == "skip":
            return simple([])
        if s[0] == "havoc":
            return simple([("havoc", s[2], f)])
        if s[0] == "new":
            return simple([("new", s[2], s[3], f)])
        if s[0] == "lock":
            return simple([("assume", ("==", s[2], ("nobody",)), f), ("assign", [s[2]], f, [("self",)], f)])
        if s[0] == "unlock":
            return simple([("assert", ("==", s[2], ("self",)), f, "assert", line), ("assign", [s[2]], f, [("nobody",)], f)])
        if s[0] == "claim":
            to = self.node(line, start)
            self.edge("silent", at, to, [], line)
            to.cut = True
            to.claims += [(e, f, s[3]) for e in claim_parts(s[2])]
            return to
        if s[0] == "atomic":
            if start:
                return self.statements(s[2], at, c)
            first = self.node(line, at)
            self.edge("inner", at, first, [], line)
            end = self.statements(s[2], first, dict(c, start=at))
            if end is None:
                return None
            out = self.node(line, None)
            self.edge("step", end, out, [], line, start=at)
            return out
        if s[0] == "if":
            yes, no, out = (self.node(line, start) for _ in range(3))
            self.edge(kind, at, yes, [("assume", s[2], f)] if s[2] else [], line)
            self.edge(kind, at, no, [("assume", ("!", s[2]), f)] if s[2] else [], line)
            for n, body in ((yes, s[3]), (no, s[4])):
                end = self.statements(body, n, c)
                if end:
                    self.edge("silent", end, out, [], line)
            return out
        if s[0] == "while":
            return self.loop(s, at, c)
        if s[0] in ("break", "continue"):
            self.edge("silent", at, c[s[0]], [], line)
            return None
        if s[0] == "exit":
            self.edge("silent", at, self.exit, [], line)
            return None
        if s[0] == "return":
            return self.returns(s, at, c)
        return self.call(s, at, c)

    def loop(self, s, at, c):
        _, line, cond, claims, body = s
        f = c["frame"]
        head, into, out = self.node(line, None), self.node(line, None), self.node(line, None)
        self.edge("silent", at, head, [], line)
        head.cut = True
        head.claims += [(p, f, l) for e, l in claims for p in claim_parts(e)]
        forever = cond == ("truth", True)
        if not forever and cond:
            head.cond = (cond, f)
        if forever:
            self.edge("silent", head, into, [], line)
        else:
            self.edge("step", head, into, [("assume", cond, f)] if cond else [], line)
            self.edge("step", head, out, [("assume", ("!", cond), f)] if cond else [], line)
        end = self.statements(body, into, dict(c, **{"break": out, "continue": head}))
        if end:
            self.edge("silent", end, head, [], line)
        return out

    def returns(self, s, at, c):
        f, line = c["frame"], s[1]
        if s[2] is None or s[2] == ("var", f[0].result, False):
            self.edge("silent", at, c["ret"], [], line)
            return None
        step = not c["start"] and self.reads_shared(s[2], f)
        flags = ("returns",) if f is self.top else ()
        self.edge("step" if step else "silent", at, c["ret"], self.assign([("var", f[0].result, False)], f, [s[2]], f, line), line, flags=flags)
        return None

    def call(self, s, at, c):
        _, line, target, name, args = s
        u = self.r.procs[name]
        f, callee = c["frame"], self.frame(u)
        self.depth += 1
        if self.depth > 500:
            raise Unsupported("too deep")
        ops, alone = [], [not c["start"] and self.reads_shared(a, f) for a in args]
        for v, a, own in zip(u.vars, args, alone):
            if own:
                to = self.node(line, None)
                self.edge("step", at, to, self.assign([("var", v.name, False)], callee, [a], f, line), line)
                at = to
        rest = [(("var", v.name, False), a) for v, a, own in zip(u.vars, args, alone) if not own]
        if rest:
            ops += self.assign([t for t, _ in rest], callee, [a for _, a in rest], f, line)
        free = [("var", v.name, False) for v in u.vars[u.params :] if v.init is None]
        if free:
            ops.append(("havoc", free, callee))
        for v in u.vars[u.params :]:
            if v.init is not None:
                ops += self.assign([("var", v.name, False)], callee, [v.init], callee, line)
        into, out = self.node(line, c["start"]), self.node(line, c["start"])
        self.edge("silent", at, into, ops, line)
        deliver = []
        if target is not None:
            deliver = self.assign([target], f, [("var", u.result, False)], callee, line)
        shared = target is not None and (target[0] == "cell" or self.variable(target, f) in self.r.shared.values())
        kind = ("inner" if c["start"] else "step") if shared else "silent"
        mine = ("returns",) if target is not None and f is self.top and target == ("var", f[0].result, False) else ()
        if not u.given or c["start"]:
            ret = self.node(line, c["start"])
            end = self.statements(u.body, into, dict(frame=callee, ret=ret, start=c["start"]))
            if end:
                self.edge("silent", end, ret, [], line)
            self.edge(kind, ret, out, deliver, line, flags=mine)
            return out
        a = self.automata[name]
        places = {}
        for k in sorted(set(a.component)):
            n = places[k] = self.node(line, None)
            n.callee, n.component, n.frame = u, k, callee
        self.edge("silent", into, places[a.component[0]], [("assert", e, callee, "requires", line) for e, _ in u.requires], line, flags=("requires",))
        for x, act, y in a.edges:
            if a.component[x] != a.component[y]:
                self.edge("action", places[a.component[x]], places[a.component[y]], [], line, callee=u, action=a.actions[act], frame=callee)
        for k in places:
            if any(a.final[i] and a.component[i] == k for i in range(a.n)):
                self.edge(kind, places[k], out, [("assume", e, callee) for e, _ in u.ensures] + deliver, line, flags=("ensures",) + mine)
        return out

    def cut_cycles(self):
        state, stack = {}, [(self.entry, iter(self.entry.out))]
        state[self.entry] = 1
        while stack:
            n, it = stack[-1]
            e = next(it, None)
            if e is None:
                state[n] = 2
                stack.pop()
            elif e.to not in state:
                state[e.to] = 1
                stack.append((e.to, iter(e.to.out)))
            elif state[e.to] == 1:
                e.to.cut = True


# --- the solver ---------------------------------------------------------------------------------


class Z3:
    def __init__(self):
        self.p = subprocess.Popen(["z3", "-in", "-smt2"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.say("(set-option :print-success false)")
        self.say("(set-option :timeout 4000)")
        self.asked = 0

    def say(self, text):
        self.p.stdin.write(text + "\n")

    def check(self):
        self.say("(check-sat)")
        self.p.stdin.flush()
        self.asked += 1
        answer = self.p.stdout.readline().strip()
        if answer not in ("sat", "unsat", "unknown"):
            raise RuntimeError("z3: " + answer)
        return answer

    def close(self):
        self.say("(exit)")
        self.p.stdin.close()
        self.p.wait()


# --- obligations --------------------------------------------------------------------------------

State = collections.namedtuple("State", "shared slots pos")


def conj(items):
    items = list(items)
    return "(and true %s)" % " ".join(items) if items else "true"


class Checker:
    def __init__(self, text):
        self.r = r = Reader(text)
        self.implicit()
        self.automata = {n: Automaton(u.spec) for n, u in r.procs.items()}
        self.results, self.fresh_number, self.asks = {}, 0, True
        self.counted = {e[1] for f in r.assumptions + r.invariants + r.inits for e in walk(f.expr) if e[0] == "size"}
        for u in r.procs.values():
            for e, _ in u.requires + u.ensures:
                self.counted |= {x[1] for x in walk(e) if x[0] == "size"}
            for a in self.automata[u.name].actions:
                self.counted |= {x[1] for x in walk(a[2]) if x[0] == "size"}
        self.counted |= set(re.findall(r"size\(\s*(\w+)\s*\)", text))
        self.z = Z3()

    def implicit(self):
        r = self.r
        for v in list(r.shared.values()):
            if not v.mutex:
                continue
            at = ("var", "?i", False)
            cell = lambda p: ("cell", v.name, p, at) if v.index else ("var", v.name, p)
            for op in ("==", "!="):
                r.assumptions.append(Formula(None, [(v.index, "?i")] if v.index else [], ("=>", (op, cell(False), ("self",)), (op, cell(True), ("self",))), 0, True))
        for o in r.objects:
            name = "alloc " + o
            r.shared[name] = Var(name, "bool", False, o, None, None, ("truth", False), 0)
            at = ("var", "?i", False)
            r.assumptions.append(Formula(None, [(o, "?i")], ("=>", ("cell", name, False, at), ("cell", name, True, at)), 0, True))

    # names
    def fresh(self, name, sort, index=None):
        self.fresh_number += 1
        x = "|%s!%d|" % (name, self.fresh_number)
        t = "Bool" if sort == "bool" else "Int"
        self.z.say("(declare-const %s %s)" % (x, "(Array Int %s)" % t if index else t))
        return x

    def fact(self, f):
        if f != "true":
            self.z.say("(assert %s)" % f)

    def variable(self, v):
        x = self.fresh(v.name, v.sort, v.index)
        at = "(select %s i)" % x if v.index else x
        typed = []
        if v.sort not in ("bool", "int"):
            typed.append("(>= %s 0)" % at)
        if v.lo:
            typed += ["(<= %s %s)" % (self.number(v.lo), at), "(<= %s %s)" % (at, self.number(v.hi))]
        if typed:
            self.fact("(forall ((i Int)) %s)" % conj(typed) if v.index else conj(typed))
        if v.name in self.counted:
            self.count_facts(x)
        return x

    def number(self, e):
        return self.eval(e, None)

    def count_facts(self, a):
        self.fact("(>= (size %s) 0)" % a)
        self.fact("(= (= (size %s) 0) (forall ((i Int)) (=> (> i 0) (not (select %s i)))))" % (a, a))
        self.fact("(forall ((i Int) (j Int)) (=> (and (> i 0) (> j 0) (distinct i j) (select %s i) (select %s j)) (>= (size %s) 2)))" % (a, a, a))

    def link_sizes(self, s, w):
        for n in self.counted:
            a, b = s.shared[n], w.shared[n]
            if a != b:
                self.fact("(=> (forall ((i Int)) (=> (> i 0) (= (select %s i) (select %s i)))) (= (size %s) (size %s)))" % (a, b, a, b))

    def state(self, g, npos):
        shared = {n: self.variable(v) for n, v in self.r.shared.items()}
        slots = {(k, v.name): self.variable(v) for k, v in g.slots} if g else {}
        return State(shared, slots, [self.fresh("pos", "bool") for _ in range(npos)])

    # expressions; env: before, after, self, bound, frame
    def eval(self, e, env):
        op = e[0]
        if op == "num":
            return str(e[1])
        if op == "truth":
            return "true" if e[1] else "false"
        if op == "self":
            return env["self"]
        if op == "nobody":
            return "0"
        if op == "is":
            n = next(t.number for t in self.r.threads if t.name == e[1])
            return "(= (kind %s) %d)" % (env["self"], n)
        if op == "done":
            return env["before"].pos[e[1]]
        if op == "size":
            return "(size %s)" % (env["after"] if e[2] else env["before"]).shared[e[1]]
        if op == "cell":
            return "(select %s %s)" % ((env["after"] if e[2] else env["before"]).shared[e[1]], self.eval(e[3], env))
        if op == "var":
            if e[1] in env.get("bound", {}):
                return env["bound"][e[1]]
            f = env.get("frame")
            if f and any(v.name == e[1] for v in f[0].vars):
                return (env["after"] if e[2] else env["before"]).slots[(f[1], e[1])]
            if any(t.name == e[1] for t in self.r.threads):
                return "|thread %s|" % e[1]
            return (env["after"] if e[2] else env["before"]).shared[e[1]]
        a = [self.eval(x, env) for x in e[1:]]
        if op in ("/", "%"):
            q = "(ite (>= %s 0) (div %s %s) (- (div (- %s) %s)))" % (a[0], a[0], a[1], a[0], a[1])
            return q if op == "/" else "(- %s (* %s %s))" % (a[0], a[1], q)
        if op in ("min", "max"):
            return "(ite (%s %s %s) %s %s)" % ("<=" if op == "min" else ">=", a[0], a[1], a[0], a[1])
        names = {"==": "=", "!=": "distinct", "&&": "and", "||": "or", "!": "not", "neg": "-"}
        return "(%s %s)" % (names.get(op, op), " ".join(a))

    # formulas
    def quantified(self, f, before, after, who):
        """who: a term, or "all", or "others" (all but self)."""
        names_self = any(x[0] in ("self", "is") for x in walk(f.expr))
        binders, guards, bound = [], [], {}
        me = who
        if who in ("all", "others"):
            me = "t!self"
            if names_self:
                binders.append(me)
                guards.append("(> t!self 0)")
                if who == "others":
                    guards.append("(distinct t!self self)")
        for i, (_, n) in enumerate(f.bound):
            bound[n] = "b!%d" % i
            binders.append(bound[n])
            guards.append("(> b!%d 0)" % i)
        body = self.eval(f.expr, {"before": before, "after": after, "self": me, "bound": bound})
        if not binders:
            return body
        return "(forall (%s) (=> %s %s))" % (" ".join("(%s Int)" % b for b in binders), conj(guards), body)

    def modules(self, u):
        if u is None or u.thread:
            return None
        seen, work = set(), [u]
        while work:
            x = work.pop()
            if x.name not in seen:
                seen.add(x.name)
                work += [self.r.procs[n] for n in x.calls]
        return {self.r.procs[n].module for n in seen}

    def env(self, u):
        m = self.modules(u)
        return [f for f in self.r.assumptions if f.implicit or m is None or f.module in m]

    def inv(self, u):
        m = self.modules(u)
        return [f for f in self.r.invariants if m is None or f.module in m]

    def assume_invariants(self, u, s):
        for f in self.inv(u):
            self.fact(self.quantified(f, s, None, "all"))

    def others(self, u, s, kept=None, slot=None):
        w = State({n: self.variable(v) for n, v in self.r.shared.items()}, dict(s.slots), s.pos)
        if slot:
            w.slots[slot[0]] = self.variable(slot[1])
        for f in self.env(u) if kept is None else kept:
            self.fact(self.quantified(f, s, w, "self"))
        self.link_sizes(s, w)
        self.assume_invariants(u, w)
        return w

    # obligations
    def ask(self, unit, kind, line, goal):
        key = (unit.name if unit else "", kind, line)
        if not self.asks:
            return
        self.z.say("(push)")
        self.fact("(not %s)" % goal)
        answer = self.z.check()
        self.z.say("(pop)")
        self.results.setdefault(key, set()).add({"unsat": "proved", "sat": "open"}.get(answer, answer))

    def soft(self, goal):
        """What was asked is known from here on; positions are settled without that."""
        if self.asks:
            self.fact(goal)

    def scope(self, run):
        self.z.say("(push)")
        run()
        self.z.say("(pop)")

    def preamble(self, unit):
        self.z.say("(declare-fun kind (Int) Int)")
        self.z.say("(declare-fun size ((Array Int Bool)) Int)")
        self.z.say("(declare-const self Int)")
        self.fact("(> self 0)")
        for k, t in enumerate(self.r.threads):
            if t.count == 1:
                self.z.say("(declare-const |thread %s| Int)" % t.name)
                self.fact("(> |thread %s| 0)" % t.name)
                self.fact("(forall ((t Int)) (=> (> t 0) (= (= (kind t) %d) (= t |thread %s|))))" % (k, t.name))
            elif t.count == 0:
                self.fact("(forall ((t Int)) (=> (> t 0) (distinct (kind t) %d)))" % k)
        if unit is not None and unit.thread:
            self.fact("(= (kind self) %d)" % unit.number)

    def initial(self, s):
        for n, v in self.r.shared.items():
            if v.init is not None:
                x = self.eval(v.init, {"self": "self"})
                self.fact("(forall ((i Int)) (= (select %s i) %s))" % (s.shared[n], x) if v.index else "(= %s %s)" % (s.shared[n], x))
        for f in self.r.inits:
            self.fact(self.quantified(f, s, None, "all"))

    # the file
    def check_file(self):
        r = self.r

        def init():
            self.preamble(None)
            s = self.state(None, 0)
            self.initial(s)
            for f in r.invariants:
                self.ask(None, "init", f.line, self.quantified(f, s, None, "all"))

        def ranges():
            self.preamble(None)
            for v in r.shared.values():
                if v.lo and v.init:
                    x = self.eval(v.init, {"self": "self"})
                    self.ask(None, "init", v.line, "(and (<= %s %s) (<= %s %s))" % (self.number(v.lo), x, x, self.number(v.hi)))

        self.scope(init)
        self.scope(ranges)
        for u in r.threads[:1] + [p for p in r.procs.values() if p.given]:
            self.scope(lambda: self.closed(u))
        for line, counts in r.unsafe:
            self.scope(lambda: self.exclusion(line, counts))

    def closed(self, u):
        self.preamble(None)
        s = [self.state(None, 0) for _ in range(3)]
        for x in s:
            self.assume_invariants(u, x)
        env = self.env(u)
        for f in env:
            if not f.implicit:
                self.ask(None, "reflexive", f.line, self.quantified(f, s[0], s[0], "self"))
        for f in env:
            self.fact(self.quantified(f, s[0], s[1], "self"))
            self.fact(self.quantified(f, s[1], s[2], "self"))
        self.link_sizes(s[0], s[1])
        self.link_sizes(s[1], s[2])
        for f in env:
            if not f.implicit:
                self.ask(None, "transitive", f.line, self.quantified(f, s[0], s[2], "self"))

    def passes(self, g, a, b):
        """Does control come from label a to label b without a step?"""
        seen, work = set(), [g.labels[a]]
        while work:
            n = work.pop()
            if n not in seen:
                seen.add(n)
                work += [e.to for e in n.out if e.kind == "silent"]
        return g.labels[b] in seen

    def exclusion(self, line, counts):
        self.preamble(None)
        s, threads = self.state(None, 0), []
        self.assume_invariants(None, s)
        for number, (label, least) in enumerate(counts):
            for u in self.r.threads:
                g = Graph(self.r, u, self.automata)
                if label not in g.labels:
                    continue
                for _ in range(least):
                    t = self.fresh("thread", "tid")
                    self.fact("(> %s 0)" % t)
                    self.fact("(= (kind %s) %d)" % (t, u.number))
                    for other, k, v, l in threads:  # one thread may be at two labels, and be counted by two counts
                        if k == number or v is not u or not (self.passes(g, l, label) or self.passes(g, label, l)):
                            self.fact("(distinct %s %s)" % (t, other))
                    threads.append((t, number, u, label))
                    mine = State(s.shared, {(k, v.name): self.variable(v) for k, v in g.slots}, [])
                    n = g.labels[label]
                    while True:
                        for e, f, _ in n.claims:
                            self.fact(self.eval(e, {"before": mine, "self": t, "frame": f}))
                        if len(n.out) != 1 or n.out[0].kind != "silent" or n.out[0].ops:
                            break
                        n = n.out[0].to
        self.ask(None, "exclusion", line, "false")

    # units
    def check_unit(self, u):
        self.unit, self.g = u, Graph(self.r, u, self.automata)
        self.a = self.automata[u.name] if u.given else None
        npos = self.a.n if u.given else 0
        self.kept = {}
        self.alive = None
        if u.given and any(n.cut for n in self.g.nodes):
            self.settle(npos)
        self.scope(lambda: self.all_paths(npos))

    def all_paths(self, npos):
        u, g = self.unit, self.g
        self.preamble(u)

        def enter():
            s = self.state(g, 0)
            s = State(s.shared, s.slots, ["true" if i == 0 else "false" for i in range(npos)])
            self.assume_invariants(u, s)
            if u.thread:
                self.initial(s)
            for e, _ in u.requires:
                self.fact(self.eval(e, {"before": s, "self": "self", "frame": g.top}))
            self.follow_all(g.entry, s, s)

        def leave(n):
            s = self.state(g, npos)
            self.assume_invariants(u, s)
            for e, f, _ in n.claims:
                self.fact(self.eval(e, {"before": s, "self": "self", "frame": f}))
            if npos:
                self.fact("(or %s)" % " ".join(s.pos + ["false"]))
                for k, cond in enumerate(self.conditions(n, s)):
                    for i in range(npos):
                        if (n, k, i) in self.alive:
                            self.fact("(=> %s %s)" % (cond, s.pos[i]))
            self.follow_all(n, s, s)

        self.scope(enter)
        for n in g.nodes:
            if n.cut:
                self.scope(lambda: leave(n))

    def conditions(self, n, s):
        out = ["true"]
        if n.cond:
            c = self.eval(n.cond[0], {"before": s, "self": "self", "frame": n.cond[1]})
            out += [c, "(not %s)" % c]
        for k, v in self.g.slots:
            if v.sort == "bool":
                out += [s.slots[(k, v.name)], "(not %s)" % s.slots[(k, v.name)]]
        return out

    def settle(self, npos):
        """The largest inductive set of `condition => position` at cut points."""
        self.alive = {(n, k, i) for n in self.g.nodes if n.cut for k in range(3 + 2 * len(self.g.slots)) for i in range(npos)}
        self.asks = False
        while True:
            self.lost = set()
            self.scope(lambda: self.all_paths(npos))
            if not self.lost:
                break
            self.alive -= self.lost
        self.asks = True

    def arrive(self, n, s):
        u = self.unit
        if n is self.g.exit:
            w = self.others(u, s)
            if u.given:
                self.ask(u, "simulation", u.last, "(or false %s)" % " ".join(p for i, p in enumerate(w.pos) if self.a.final[i]))
                for e, line in u.ensures:
                    self.ask(u, "ensures", line, self.eval(e, {"before": w, "self": "self", "frame": self.g.top}))
            return
        if n.cut:
            w = self.others(u, s)
            for e, f, line in n.claims:
                goal = self.eval(e, {"before": w, "self": "self", "frame": f})
                self.ask(u, "claim", line, goal)
                self.soft(goal)
            if not self.asks:
                for k, cond in enumerate(self.conditions(n, w)):
                    for i in range(len(w.pos)):
                        if (n, k, i) in self.alive and (n, k, i) not in self.lost:
                            self.z.say("(push)")
                            self.fact("(and %s (not %s))" % (cond, w.pos[i]))
                            if self.z.check() != "unsat":
                                self.lost.add((n, k, i))
                            self.z.say("(pop)")
            return
        if n.callee is not None:
            w = self.inside(n, s)
        else:
            w = self.others(u, s) if n.moves else s
        self.follow_all(n, w, w)

    def follow_all(self, n, w, start):
        for e in n.out:
            self.scope(lambda: self.follow(n, e, w, start))

    def follow(self, n, e, w, start):
        """start: the state where the atomic block around was entered, if n is inside one."""
        begin = start if n.inner else w
        if e.kind == "action":
            s = self.contract_step(e.callee, e.frame, e.action, w)
        else:
            s = self.run_ops(e, w)
        if e.kind in ("step", "action") or ("returns" in e.flags and self.unit.given):
            s = self.step(begin, s, e.line, False)
        if e.to.inner:
            self.scope(lambda: self.follow_all(e.to, s, begin))
        else:
            self.scope(lambda: self.arrive(e.to, s))

    def run_ops(self, e, w):
        s = State(dict(w.shared), dict(w.slots), w.pos)
        for o in e.ops:
            old = State(dict(s.shared), dict(s.slots), s.pos)
            view = lambda f: {"before": old, "self": "self", "frame": f}
            if o[0] == "assume":
                self.fact(self.eval(o[1], view(o[2])))
            elif o[0] == "assert":
                goal = self.eval(o[1], view(o[2]))
                self.ask(self.unit, o[3], o[4], goal)
                self.soft(goal)
            elif o[0] == "assign":
                values = [self.eval(v, view(o[4])) for v in o[3]]
                for t, v in zip(o[1], values):
                    self.write(s, old, t, o[2], v)
            elif o[0] == "havoc":
                for t in o[1]:
                    x = self.g.variable(t, o[2])
                    v = self.variable(x._replace(index=None)) if t[0] == "cell" else self.variable(x)
                    self.write(s, old, t, o[2], v)
            else:
                name = "alloc " + o[2]
                x = self.fresh("new", o[2])
                self.fact("(> %s 0)" % x)
                self.fact("(not (select %s %s))" % (s.shared[name], x))
                s.shared[name] = "(store %s %s true)" % (s.shared[name], x)
                self.write(s, old, o[1], o[3], x)
        return s

    def write(self, s, old, target, frame, value):
        if target[0] == "cell":
            a, i = s.shared[target[1]], self.eval(target[3], {"before": old, "self": "self", "frame": frame})
            b = "(store %s %s %s)" % (a, i, value)
            s.shared[target[1]] = b
            if target[1] in self.counted:
                self.fact("(= (size %s) (+ (size %s) (ite (and (> %s 0) %s (not (select %s %s))) 1 0) (ite (and (> %s 0) (not %s) (select %s %s)) (- 1) 0)))" % (b, a, i, value, a, i, i, value, a, i))
        elif any(v.name == target[1] for v in frame[0].vars):
            s.slots[(frame[1], target[1])] = value
        else:
            s.shared[target[1]] = value

    # contracts
    def contract_step(self, u, frame, action, w):
        changes = set(u.modifies) | (set(action[1]) if action else set())
        s = State(dict(w.shared), dict(w.slots), w.pos)
        for n in changes:
            if n == u.result:
                s.slots[(frame[1], n)] = self.variable(next(v for v in u.vars if v.name == n))
            else:
                s.shared[n] = self.variable(self.r.shared[n])
        self.link_sizes(w, s)
        if action:
            self.fact(self.eval(action[2], {"before": w, "after": s, "self": "self", "frame": frame}))
        self.assume_invariants(u, s)
        for f in self.env(u):
            self.fact(self.quantified(f, w, s, "others"))
        return s

    def inner_actions(self, n):
        a = self.automata[n.callee.name]
        return [a.actions[k] for x, k, y in a.edges if a.component[x] == n.component and a.component[y] == n.component]

    def inside(self, n, s):
        u, inner = n.callee, self.inner_actions(n)
        if not u.modifies and not inner:
            return self.others(self.unit, s)
        if (u.name, n.component) not in self.kept:
            self.kept[(u.name, n.component)] = self.survivors(n)
        slot = None
        if u.result in u.modifies or any(u.result in a[1] for a in inner):
            slot = ((n.frame[1], u.result), next(v for v in u.vars if v.name == u.result))
        w = self.others(self.unit, s, self.kept[(u.name, n.component)], slot)
        for act in inner + ([None] if u.modifies else []):
            def one():
                self.step(w, self.contract_step(u, n.frame, act, w), n.line, True)
            self.scope(one)
        return w

    def survivors(self, n):
        """Assumptions that hold between arrival at the component and any later moment in it."""
        u, env = n.callee, self.env(self.unit)
        kept = list(env)
        z, self.z = self.z, Z3()
        self.preamble(self.unit)
        while True:
            lost = []

            def run():
                s0 = self.state(self.g, 0)
                s1 = State({k: self.variable(v) for k, v in self.r.shared.items()}, s0.slots, [])
                for x in (s0, s1):
                    self.assume_invariants(self.unit, x)
                for f in kept:
                    self.fact(self.quantified(f, s0, s1, "self"))
                self.link_sizes(s0, s1)
                for act in ["others"] + self.inner_actions(n) + ([None] if u.modifies else []):
                    def case():
                        s2 = self.others(self.unit, s1) if act == "others" else self.contract_step(u, n.frame, act, s1)
                        for f in kept:
                            self.z.say("(push)")
                            self.fact("(not %s)" % self.quantified(f, s0, s2, "self"))
                            if self.z.check() != "unsat":
                                lost.append(f)
                            self.z.say("(pop)")
                    self.scope(case)

            self.scope(run)
            kept = [f for f in kept if f not in lost]
            if not lost:
                break
        self.z.close()
        self.z = z
        return kept

    # steps
    def step(self, s, n, line, inside):
        u = self.unit
        changed = {x for x in self.r.shared if s.shared[x] != n.shared[x]}
        result = u.given and u.result and s.slots[(self.g.top[1], u.result)] != n.slots[(self.g.top[1], u.result)]
        if not changed and not result:
            return State(n.shared, n.slots, s.pos)
        touched = lambda f: any(x[0] in ("var", "cell", "size") and x[1] in changed for x in walk(f.expr))
        for f in self.inv(u):
            if touched(f):
                self.ask(u, "invariant", line, self.quantified(f, n, None, "all"))
        for f in self.env(u):
            if touched(f):
                self.ask(u, "guarantee", line, self.quantified(f, s, n, "others"))
        if not u.given:
            return n
        pos = self.advance(s, n)
        n = State(n.shared, n.slots, pos)
        goal = "(or false %s)" % " ".join(pos)
        if inside:
            goal = conj("(=> %s %s)" % (a, b) for a, b in zip(s.pos, pos))
        self.ask(u, "simulation", line, goal)
        self.soft(goal)
        return n

    def unchanged(self, names, s, n):
        u, out = self.unit, []
        for x in self.r.shared:
            if x not in names and not x.startswith("alloc ") and s.shared[x] != n.shared[x]:
                out.append("(= %s %s)" % (s.shared[x], n.shared[x]))
        if u.result and u.result not in names:
            k = (self.g.top[1], u.result)
            out.append("(= %s %s)" % (s.slots[k], n.slots[k]))
        return conj(out)

    def advance(self, s, n):
        u, a = self.unit, self.a
        k = self.unchanged(set(u.modifies), s, n)
        out = [["(and %s %s)" % (s.pos[i], k)] for i in range(a.n)]
        for x, act, y in a.edges:
            action = a.actions[act]
            e = self.eval(action[2], {"before": s, "after": n, "self": "self", "frame": self.g.top})
            out[y].append("(and %s %s %s)" % (s.pos[x], self.unchanged(set(u.modifies) | set(action[1]), s, n), e))
        pos = []
        for items in out:
            p = self.fresh("pos", "bool")
            self.fact("(= %s (or %s))" % (p, " ".join(items)))
            pos.append(p)
        return pos

    def check(self):
        self.check_file()
        for p in self.r.procs.values():
            if p.given:
                self.check_unit(p)
        for t in self.r.threads:
            if t.count != 0:
                self.check_unit(t)
        self.z.close()
        return {k: next(x for x in ("open", "unknown", "proved") if x in v) for k, v in self.results.items()}


# --- comparison ---------------------------------------------------------------------------------


def of_pwqo(pwqo, file):
    p = subprocess.run([pwqo, "modular", "--json", "--replay=0", file], capture_output=True, text=True)
    if p.returncode not in (0, 5):
        raise Unsupported("pwqo says %d: %s" % (p.returncode, p.stderr[:200]))
    out, n = {}, 0
    for u in json.loads(p.stdout)["units"]:
        for o in u["obligations"]:
            key = (u["name"], o["kind"], o["line"])
            n += 1
            if out.get(key) != "open":
                out[key] = "proved" if o["result"] == "proved" else "open"
    return out, n


def compare(pwqo, files):
    files_compared = obligations = keys = opened = different = asked = undecided = 0
    for file in files:
        try:
            c = Checker(open(file).read())
            mine = c.check()
            theirs, n = of_pwqo(pwqo, file)
        except Unsupported as why:
            print("%s: left out: %s" % (file, why))
            continue
        files_compared += 1
        obligations += n
        asked += c.z.asked
        for key in sorted(set(mine) | set(theirs)):
            a, b = mine.get(key, "proved"), theirs.get(key, "proved")
            keys += 1
            opened += b == "open"
            if a == "unknown":  # z3 has no answer
                undecided += 1
            elif a != b:
                different += 1
                print("%s: %s %s line %d: path by path %s, pwqo %s" % ((file,) + key + (a, b)))
    print("%d programs, %d obligations, %d places compared, %d of them not proved, %d questions, %d without an answer, %d differences" % (files_compared, obligations, keys, opened, asked, undecided, different))
    return 1 if different else 0


# --- random programs ----------------------------------------------------------------------------

ASSUMPTIONS = ["assumption x' == x;", "assumption x <= x';", "guarded x by m == self;", "guarded m by m == self;", "assumption m != self => m' != self;",
               "assumption b => b';", "guarded x by holder(l) == self;", "guarded b, x by holder(l) == self;", "assumption r'[self] == r[self];",
               "assumption r[self] => x' == x;", "assumption b => x' == x && b';", "assumption forall (tid i) r[i] => r'[i];"]
INVARIANTS = ["invariant x >= 0;", "invariant m == nobody => x >= 0;", "invariant b => x > 0;", "invariant m == self => r[self];",
              "invariant holder(l) == nobody => x == 0;", "invariant r[self] => m == self;", "invariant forall (tid i) r[i] && r[self] => i == self;"]
STATEMENTS = ["x = x + 1;", "x = 0;", "b = true;", "b = false;", "k = x;", "if (x > 0) b = true;", "atomic { assume(m == nobody); m = self; }",
              "atomic { if (m == self) m = nobody; }", "lock(l);", "unlock(l);", "assert(x >= 0);", "assert(b => x > 0);", "assert(m == self);", "assert(k <= x);",
              "claim(m == self);", "claim(holder(l) == self);", "r[self] = true;", "r[self] = false;", "atomic { assume(m == nobody); m = self; r[self] = true; }",
              "atomic { if (m == self) { r[self] = false; m = nobody; } }", "f();", "k = g(k);", "k = g(x);", "havoc k;", "while (*) invariant (x >= 0) x = x + 1;",
              "assert(x == k);", "skip;", "if (*) { x = 0; } else { b = true; }", "while (k < 3) invariant (k <= 3) k = k + 1;", "assert(k <= 3);",
              "if (k > 0) { if (*) k = 0; assert(k >= 0); }", "claim(k <= x);", "r[m] = false;"]
CONTRACTS = ["proc f() modifies x; { x = x + 1; }", "proc f() action modifies x: x' == x + 1; { x = x + 1; }",
             "proc f() action modifies m: m == nobody && m' == self; ensures m == self;\n{ atomic { assume(m == nobody); m = self; } }",
             "proc f() requires m == self; modifies m; ensures m == self;\n{ m = nobody;\natomic { assume(m == nobody); m = self; } }",
             "proc f() repeat { action modifies x: x' > x; }\n{ while (*)\nx = x + 1; }",
             "proc f() either { action modifies x: x' == 0; } or { action modifies b: b'; }\n{ if (*)\nx = 0;\nelse\nb = true; }",
             "proc f() action modifies x: x' == x + 1; action modifies b: b';\n{ local bool c = false;\nwhile (!c) {\natomic { if (*) { c = true; x = x + 1; } }\n}\nb = true;\n}",
             "proc f() modifies b; action modifies x: x' == 0; ensures !b;\n{ b = true;\nx = 0;\nb = false;\n}",
             "proc f() { x = x + 1;\nassert(x > 0); }"]
RESULTS = ["proc g(int a) returns int c action modifies c: c' == x;\n{ c = x; }", "proc g(int a) returns int c modifies c; ensures c > a;\n{ return a + 1; }",
           "proc g(int a) returns int c\n{ c = a;\nif (*) c = x; }", "proc g(int a) returns int c requires a >= 0; modifies c; ensures c >= 0;\n{ if (*) return a;\nreturn 0; }"]


def random_program(seed):
    rnd = random.Random(seed)
    out = ["shared int x = 0;", "shared bool b = false;", "shared tid m = nobody;", "shared mutex l;", "shared bool r[tid] = false;"]
    out += [rnd.choice(ASSUMPTIONS) for _ in range(rnd.randrange(5))] + [rnd.choice(INVARIANTS) for _ in range(rnd.randrange(3))]
    out += [rnd.choice(CONTRACTS), rnd.choice(RESULTS)]
    for t in range(1 + rnd.randrange(2)):
        out += ["thread t%d%s {" % (t, rnd.choice(["", "", " [1]"])), "    local int k = 0;"]
        out += ["    " + rnd.choice(STATEMENTS) for _ in range(1 + rnd.randrange(5))] + ["}"]
    return "\n".join(out) + "\n"


def main(args):
    sys.setrecursionlimit(10000)
    if args[:1] == ["--compare"]:
        return compare(args[1], args[2:])
    if args[:1] == ["--random"]:
        for i in range(int(args[2])):
            seed = int(args[1]) + i
            with open(os.path.join(args[3], "%d.dr" % seed), "w") as f:
                f.write(random_program(seed))
        return 0
    for file in args:
        for key, result in sorted(Checker(open(file).read()).check().items()):
            print(file, key[0] or "-", key[1], key[2], result)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

#!/usr/bin/env python3
"""level2.py -- the level-2 Horn clauses of a program, for z3's Spacer and other Horn solvers.

    pwqo lower --json FILE.dr | python3 bench/level2.py >FILE.smt2;  z3 fp.engine=spacer FILE.smt2

`sat`: there is a pair invariant, so the program is safe for every number (>= 2) of threads; `unsat`: there is none.
The clauses are those of Hoenicke, Majumdar and Podelski: one predicate Inv over the shared variables and, for each of
two threads, a program counter and the locals of all templates; initial pairs, exchange, a step of one of the two, a
step of a third thread, bad pairs. One thread alone and counted templates of more than one thread are left out, which
makes the clauses easier: the comparison is in favour of the solver that is asked.
"""
import json
import sys
from itertools import combinations, product


class Level2:
    def __init__(self, program):
        self.p = program
        self.templates = program["templates"]
        self.base = [0]
        for t in self.templates:
            self.base.append(self.base[-1] + len(t["locations"]))
        self.place = {}  # (template, local) -> index among all locals
        for ti, t in enumerate(self.templates):
            for i in range(len(t["locals"])):
                self.place[ti, i] = len(self.place)
        self.local_vars = [self.templates[t]["locals"][i] for t, i in self.place]

    # ---- terms ----

    def term(self, e, shared, me, other=None, choices=()):
        if isinstance(e, bool):
            return "true" if e else "false"
        if isinstance(e, (int, str)):
            return str(e) if int(e) >= 0 else "(- %d)" % -int(e)
        head, rest = e[0], e[1:]
        if head == "shared":
            return shared[rest[0]]
        if head in ("local", "other"):
            return (me if head == "local" else other)[1 + self.place[rest[0], rest[1]]]
        if head == "choice":
            return choices[rest[0]]
        a = [self.term(x, shared, me, other, choices) for x in rest]
        if head == "!=":
            return "(not (= %s %s))" % tuple(a)
        if head in ("min", "max"):
            return "(ite (%s %s %s) %s %s)" % ("<=" if head == "min" else ">=", a[0], a[1], a[0], a[1])
        word = {"neg": "-", "/": "div", "%": "mod", "iff": "=", "xor": "xor", "implies": "=>"}.get(head, head)
        return "(%s %s)" % (word, " ".join(a))

    @staticmethod
    def sort(var):
        return "Bool" if var["type"] == "bool" else "Int"

    @staticmethod
    def typed(var, x):
        return ["(<= %d %s %d)" % (var["low"], x, var["high"])] if var["type"] == "range" else []

    # ---- clauses ----

    def variables(self):
        out = [("s%d" % i, self.sort(v)) for i, v in enumerate(self.p["shared"])]
        for k in range(self.most):
            out.append(("pc%d" % k, "Int"))
            out += [("l%d_%d" % (k, i), self.sort(v)) for i, v in enumerate(self.local_vars)]
        return out

    def thread(self, k):
        return ["pc%d" % k] + ["l%d_%d" % (k, i) for i in range(len(self.local_vars))]

    def inv(self, shared, a, b):
        return "(Inv %s)" % " ".join(shared + a + b)

    def rule(self, head, body, extra=()):
        text = " ".join(body)
        names = [(n, s) for n, s in self.variables() + list(extra)]
        print("(assert (forall (%s) (=> (and true %s) %s)))" % (" ".join("(%s %s)" % x for x in names), text, head))

    def start_thread(self, t, k, shared):
        me, out = self.thread(k), []
        out.append("(= pc%d %d)" % (k, self.base[t] + self.templates[t]["entry"]))
        for i, v in enumerate(self.templates[t]["locals"]):
            x = me[1 + self.place[t, i]]
            out += self.typed(v, x)
            if v["init"] is not None:
                out.append("(= %s %s)" % (x, self.term(v["init"], shared, me)))
        return out

    def start(self, shared):
        for u, v in product(range(len(self.templates)), repeat=2):
            if 0 in (self.templates[u]["count"], self.templates[v]["count"]):
                continue
            if u == v and self.templates[u]["count"] == 1:
                continue
            body = []
            for i, x in enumerate(self.p["shared"]):
                body += self.typed(x, shared[i])
                if x["init"] is not None:
                    body.append("(= %s %s)" % (shared[i], self.term(x["init"], shared, None)))
            body += self.start_thread(u, 0, shared) + self.start_thread(v, 1, shared)
            for q in self.p["init"]:
                for a, b, ta, tb in ((0, 1, u, v), (1, 0, v, u)):
                    if q["active"] not in (None, ta):
                        continue
                    if q["class"] == "inter-thread" and q["passive"] not in (None, tb):
                        continue
                    body.append(self.term(q["formula"], shared, self.thread(a), self.thread(b)))
            self.rule(self.inv(shared, self.thread(0), self.thread(1)), body)

    def steps(self, shared):
        one, two, three = self.thread(0), self.thread(1), self.thread(2)
        for ti, t in enumerate(self.templates):
            for e in t["edges"]:
                for me, third in ((one, False), (three, True)):
                    if third and not any("shared" in u for u in e["updates"]):
                        continue
                    extra = [("c%d" % i, self.sort(c)) for i, c in enumerate(e["choices"])]
                    choices = [n for n, _ in extra]
                    body = ["(= %s %d)" % (me[0], self.base[ti] + e["from"]), self.term(e["guard"], shared, me, None, choices)]
                    for c, x in zip(e["choices"], choices):
                        body += self.typed(c, x)
                    shared2, me2 = list(shared), list(me)
                    me2[0] = str(self.base[ti] + e["to"])
                    for u in e["updates"]:
                        value = self.term(u["value"], shared, me, None, choices)
                        if "shared" in u:
                            shared2[u["shared"]] = value
                        else:
                            me2[1 + self.place[ti, u["local"]]] = value
                    if third:
                        given = [self.inv(shared, *x) for x in ((one, two), (one, three), (two, three))]
                        self.rule(self.inv(shared2, one, two), given + body, extra)
                    else:
                        self.rule(self.inv(shared2, me2, two), [self.inv(shared, one, two)] + body, extra)

    def at(self, k, count):
        places = ["(= pc%d %d)" % (k, self.base[ti] + l) for ti, t in enumerate(self.templates) for l, x in enumerate(t["locations"])
                  if count["label"] in x["labels"] and count["template"] in (None, ti)]
        return "(or false %s)" % " ".join(places)

    def bad(self, shared):
        pair = [self.inv(shared, self.thread(0), self.thread(1))]
        for ti, t in enumerate(self.templates):
            if t["error"] is not None:
                self.rule("false", pair + ["(= pc0 %d)" % (self.base[ti] + t["error"])])
        for d in self.p["unsafe"]:
            need = [c for c in d["counts"] for _ in range(c["least"])]
            given = [self.inv(shared, self.thread(a), self.thread(b)) for a, b in combinations(range(max(2, len(need))), 2)]
            self.rule("false", given + [self.at(k, c) for k, c in enumerate(need)])

    def write(self):
        self.most = max([3] + [sum(c["least"] for c in d["counts"]) for d in self.p["unsafe"]])
        shared = ["s%d" % i for i in range(len(self.p["shared"]))]
        sorts = [self.sort(v) for v in self.p["shared"]] + (["Int"] + [self.sort(v) for v in self.local_vars]) * 2
        print("(set-logic HORN)")
        print("(declare-fun Inv (%s) Bool)" % " ".join(sorts))
        self.start(shared)
        self.rule(self.inv(shared, self.thread(1), self.thread(0)), [self.inv(shared, self.thread(0), self.thread(1))])
        self.steps(shared)
        self.bad(shared)
        print("(check-sat)")


Level2(json.load(sys.stdin)).write()

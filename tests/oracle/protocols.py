#!/usr/bin/env python3
"""protocols.py PWQO PWQO_CHECK [-s SHARE] [-r SEED] [-n THREADS] [-l STATES] [-t SECONDS] FILE.dr ... -- protocols and their mutants by brute force.

Reads the text of a .dr file with one thread template (finite variables, every, some, other.x = e, self, tid) with a parser and an interpreter of its own, which
share no code with pwqo, and explores all states of 1 .. THREADS threads, as far as STATES of one number suffice. The stated truth of a file must agree. Then,
of SHARE percent of its mutants (an every(...) or some(...) becomes true; an assignment becomes skip), what the engines of pwqo say: SAFE only if no number of
threads goes wrong (cover once more with the formulas of every(...) as predicates where threads have an order), UNSAFE with n threads only if n threads do, no
two engines against each other, and certificates VALID. Exit 1 if anything disagrees."""
import random, re, subprocess, sys, tempfile, os

TOKEN = re.compile(r'\s*(?:(//[^\n]*)|(\d+)|([A-Za-z_]\w*)|(&&|\|\||==|!=|<=|>=|\.\.|[-+*/%<>=!?:;,.(){}\[\]]))')


class Unsupported(Exception):
    pass


def tokens(text):
    at, out = 0, []
    text = text.rstrip()
    while at < len(text):
        m = TOKEN.match(text, at)
        if not m:
            raise Unsupported(text[at:at + 20])
        if not m.group(1):
            out.append((m.group(2) or m.group(3) or m.group(4), m.start(m.lastindex), m.end()))
        at = m.end()
    return out


class Parser:
    """Statements become tuples, expressions text of Python over G (shared), T (threads [pc, locals]), i and j (own and other thread), C (counts)."""

    def __init__(self, text):
        self.t = [x[0] for x in tokens(text)] + ['<end>']
        self.at = 0
        self.consts, self.shared, self.locals, self.labels = {}, [], [], {}
        self.names, self.unsafe, self.nodes, self.tids = {}, [], [], set()
        self.ordered = False
        self.file()

    def peek(self):
        return self.t[self.at]

    def next(self):
        self.at += 1
        return self.t[self.at - 1]

    def took(self, word):
        if self.peek() != word:
            return False
        self.at += 1
        return True

    def need(self, word):
        if not self.took(word):
            raise Unsupported('%s, not %s' % (self.peek(), word))

    # ---- expressions ----
    LEVELS = [['||'], ['&&'], ['==', '!='], ['<', '<=', '>', '>='], ['+', '-'], ['*', '/', '%']]

    def expr(self):
        c = self.binary(0)
        if not self.took('?'):
            return c
        a = self.expr()
        self.need(':')
        return '(%s if %s else %s)' % (a, c, self.expr())

    def binary(self, level):
        if level == len(self.LEVELS):
            return self.unary()
        a = self.binary(level + 1)
        while self.peek() in self.LEVELS[level]:
            op = self.next()
            if op in '/%':
                raise Unsupported(op)
            b = self.binary(level + 1)
            if {a, b} == {'i', 'j'} and op in ('<', '<=', '>', '>='):
                self.ordered = True
            a = '(%s %s %s)' % (a, {'||': 'or', '&&': 'and'}.get(op, op), b)
        return a

    def unary(self):
        if self.took('!'):
            return '(not %s)' % self.unary()
        if self.took('-'):
            return '(-%s)' % self.unary()
        return self.primary()

    def primary(self):
        w = self.next()
        if w == '(':
            e = self.expr()
            self.need(')')
            return '(%s)' % e
        if w.isdigit():
            return w
        if w in ('true', 'false'):
            return 'True' if w == 'true' else 'False'
        if w in ('every', 'some'):
            self.need('(')
            e = self.expr()
            self.need(')')
            return '%s((%s) for j in range(len(T)) if j != i)' % ('all' if w == 'every' else 'any', e)
        if w == 'self':
            return 'i'
        if w == 'nobody':
            return '-1'
        if w == 'other':
            self.need('.')
            n = self.next()
            return 'j' if n == 'self' else self.label('j') if n == 'at' else 'T[j][1][%d]' % self.local(n)
        if w == 'at':
            return self.label('i')
        if w == 'count':
            self.need('(')
            n = self.next()
            self.need(')')
            return 'C(%r)' % n
        if w in self.consts:
            return str(self.consts[w])
        if w in self.names and self.names[w][0] == 'G':
            return 'G[%d]' % self.names[w][1]
        return 'T[i][1][%d]' % self.local(w)

    def local(self, n):
        if self.names.get(n, '?')[0] != 'L':
            raise Unsupported('name ' + n)
        return self.names[n][1]

    def label(self, who):
        self.need('(')
        n = self.next()
        self.need(')')
        return '(T[%s][0] in L[%r])' % (who, n)

    # ---- declarations ----
    def variables(self, where, to):
        while True:
            kind = self.next()
            lo, hi = 0, 1
            if kind == 'int':
                self.need('[')
                lo = eval(self.expr())
                self.need('..')
                hi = eval(self.expr())
                self.need(']')
            elif kind not in ('bool', 'tid'):
                raise Unsupported(kind)
            while True:
                n = self.next()
                start = eval(self.expr()) if self.took('=') else None
                if kind == 'tid':
                    self.tids.add(len(to))
                    start = -1 if start is None else start
                self.names[n] = (where, len(to))
                to.append((lo, hi, start, kind))
                if not self.took(','):
                    break
            self.need(';')
            if where == 'G' or not self.took('local'):
                return

    def file(self):
        while self.peek() != '<end>':
            w = self.next()
            if w == 'const':
                self.next()
                while True:
                    n = self.next()
                    self.need('=')
                    self.consts[n] = eval(self.expr())
                    if not self.took(','):
                        break
                self.need(';')
            elif w == 'shared':
                self.variables('G', self.shared)
            elif w == 'thread' and not self.nodes:
                self.next()
                self.need('{')
                if self.took('local'):
                    self.variables('L', self.locals)
                self.body()
            elif w == 'unsafe':
                e = self.expr()
                self.need(';')
                self.unsafe.append(e)
            elif w == 'predicate':
                while self.next() != ';':
                    pass
            else:
                raise Unsupported(w)

    # ---- statements: a graph whose nodes are ('do', stmt, next), ('if', cond, yes, no) ----
    def body(self):
        stmts = self.block()
        self.gotos = {}
        end = self.node(('end',))
        self.entry = self.flow_all(stmts, end, None, None)
        self.pc = {n: {self.follow(k) for k in v} for n, v in self.labels.items()}

    def node(self, x):
        self.nodes.append(x)
        return len(self.nodes) - 1

    def follow(self, k):
        """Jumps are no steps."""
        seen = set()
        while self.nodes[k][0] == 'to' and k not in seen:
            seen.add(k)
            k = self.nodes[k][1]
        return k

    def block(self):
        out = []
        while not self.took('}'):
            out.append(self.stmt())
        return out

    def one_or_block(self):
        return self.block() if self.took('{') else [self.stmt()]

    def condition(self):
        self.need('(')
        if self.took('*'):
            self.need(')')
            return None
        e = self.expr()
        self.need(')')
        return e

    def stmt(self):
        w = self.next()
        if w in ('if', 'while'):
            c = self.condition()
            a = self.one_or_block()
            return (w, c, a, self.one_or_block() if w == 'if' and self.took('else') else [])
        if w == 'atomic':
            self.need('{')
            return ('atomic', self.block())
        if w in ('assume', 'assert'):
            s = (w, self.condition())
        elif w == 'goto':
            s = ('goto', self.next())
        elif w == 'havoc':
            n = self.next()
            s = ('havoc', self.names[n])
        elif w in ('skip', 'break', 'continue'):
            s = (w,)
        elif w == 'other':
            self.need('.')
            n = self.local(self.next())
            self.need('=')
            s = ('set', n, self.expr())
        elif self.took(':'):
            return ('label', w, self.stmt())
        else:
            if w not in self.names:
                raise Unsupported(w)
            self.need('=')
            s = ('assign', self.names[w], self.expr())
        self.need(';')
        return s

    def flow_all(self, stmts, after, brk, cont):
        for s in reversed(stmts):
            after = self.flow(s, after, brk, cont)
        return after

    def flow(self, s, after, brk, cont):
        if s[0] == 'label':
            k = self.gotos.setdefault(s[1], self.node(('to', 0)))
            self.nodes[k] = ('to', self.flow(s[2], after, brk, cont))
            self.labels.setdefault(s[1], set()).add(k)
            return k
        if s[0] == 'goto':
            return self.gotos.setdefault(s[1], self.node(('to', 0)))
        if s[0] == 'break':
            return brk
        if s[0] == 'continue':
            return cont
        if s[0] == 'if':
            return self.node(('if', s[1], self.flow_all(s[2], after, brk, cont), self.flow_all(s[3], after, brk, cont)))
        if s[0] == 'while':
            k = self.node(('to', 0))
            body = self.flow_all(s[2], k, after, k)
            self.nodes[k] = ('to', body) if s[1] == 'True' else ('if', s[1], body, after)
            return k
        return self.node(('do', s, after))


class Model:
    def __init__(self, text):
        p = self.p = Parser(text)
        self.code = {}
        self.unsafe = [(self.compile(e), 'C(' in e, '[j]' in e or re.search(r'\bj\b', e)) for e in p.unsafe]
        self.next = [p.follow(n[2]) if n[0] == 'do' else 0 for n in p.nodes]

    def compile(self, e):
        if e not in self.code:
            # nested generators need G, T, i as names of a function
            self.code[e] = eval('lambda G, T, i, j, C, L: (%s)' % e)
        return self.code[e]

    def value(self, e, G, T, i, j=None):
        return self.compile(e)(G, T, i, j, None, self.p.pc)

    def starts(self, fields):
        out = [()]
        for lo, hi, start, _ in fields:
            out = [x + (v,) for x in out for v in ([start] if start is not None else range(lo, hi + 1))]
        return out

    def run(self, s, G, T, i):
        """All (G, T) after a statement in one step; None: a failure."""
        kind = s[0]
        if kind == 'label':
            yield from self.run(s[2], G, T, i)
        elif kind == 'skip':
            yield G, T
        elif kind in ('assume', 'assert'):
            if self.value(s[1], G, T, i):
                yield G, T
            elif kind == 'assert':
                yield None
        elif kind == 'assign':
            where, k = s[1]
            field = (self.p.shared if where == 'G' else self.p.locals)[k]
            v = self.value(s[2], G, T, i)
            if field[3] != 'tid':
                v = int(v)
                if not field[0] <= v <= field[1]:
                    yield None
                    return
            yield self.put(where, k, v, G, T, i)
        elif kind == 'havoc':
            where, k = s[1]
            field = (self.p.shared if where == 'G' else self.p.locals)[k]
            for v in range(field[0], field[1] + 1):
                yield self.put(where, k, v, G, T, i)
        elif kind == 'set':
            lo, hi = self.p.locals[s[1]][:2]
            new = list(T)
            for j in range(len(T)):
                if j == i:
                    continue
                v = int(self.value(s[2], G, T, i, j))
                if not lo <= v <= hi:
                    yield None
                    return
                l = T[j][1]
                new[j] = (T[j][0], l[:s[1]] + (v,) + l[s[1] + 1:])
            yield G, tuple(new)
        elif kind == 'if':
            for yes in ([True, False] if s[1] is None else [bool(self.value(s[1], G, T, i))]):
                yield from self.run_all(s[2] if yes else s[3], G, T, i)
        elif kind == 'atomic':
            yield from self.run_all(s[1], G, T, i)
        else:
            raise Unsupported(kind)

    def run_all(self, stmts, G, T, i):
        if not stmts:
            yield G, T
            return
        for x in self.run(stmts[0], G, T, i):
            if x is None:
                yield None
            else:
                yield from self.run_all(stmts[1:], x[0], x[1], i)

    def put(self, where, k, v, G, T, i):
        if where == 'G':
            return G[:k] + (v,) + G[k + 1:], T
        l = T[i][1]
        return G, T[:i] + ((T[i][0], l[:k] + (v,) + l[k + 1:]),) + T[i + 1:]

    def canonical(self, G, T):
        if self.p.ordered:
            return G, T
        tids = sorted(self.p.tids)
        order = sorted(range(len(T)), key=lambda i: (T[i], [G[k] == i for k in tids]))
        if tids:
            place = {old: new for new, old in enumerate(order)}
            G = tuple(place.get(v, v) if k in self.p.tids else v for k, v in enumerate(G))
        return G, tuple(T[i] for i in order)

    def bad(self, G, T):
        n = len(T)
        for f, counts, two in self.unsafe:
            C = lambda label: sum(t[0] in self.p.pc[label] for t in T)
            if counts:
                if f(G, T, None, None, C, self.p.pc):
                    return True
            elif any(f(G, T, i, j, None, self.p.pc) for i in range(n) for j in (range(n) if two else [i]) if j != i or not two):
                return True
        return False

    def successors(self, G, T):
        for i, (pc, l) in enumerate(T):
            node = self.p.nodes[pc]
            if node[0] == 'do':
                for x in self.run(node[1], G, T, i):
                    if x is None:
                        yield None
                    else:
                        H, U = x
                        yield H, U[:i] + ((self.next[pc], U[i][1]),) + U[i + 1:]
            elif node[0] == 'if':
                for yes in ([True, False] if node[1] is None else [bool(self.value(node[1], G, T, i))]):
                    yield G, T[:i] + ((self.p.follow(node[2] if yes else node[3]), l),) + T[i + 1:]

    def search(self, n, limit):
        """True: goes wrong with n threads; False: does not; None: too many states."""
        entry = self.p.follow(self.p.entry)
        mine = [(entry, l) for l in self.starts(self.p.locals)]
        todo = []
        threads = [()]
        for _ in range(n):
            threads = [t + (m,) for t in threads for m in mine]
        todo = [self.canonical(G, T) for G in self.starts(self.p.shared) for T in threads]
        seen = set(todo)
        while todo:
            s = todo.pop()
            if self.bad(*s):
                return True
            for x in self.successors(*s):
                if x is None:
                    return True
                x = self.canonical(*x)
                if x not in seen:
                    seen.add(x)
                    todo.append(x)
            if len(seen) > limit:
                return None
        return False


def mutants(text):
    """(what, text) of every mutant."""
    t = tokens(text)
    for k, (w, at, end) in enumerate(t):
        if w in ('every', 'some') and t[k + 1][0] == '(':
            depth, m = 0, k + 1
            while True:
                depth += {'(': 1, ')': -1}.get(t[m][0], 0)
                if not depth:
                    break
                m += 1
            yield text[at:t[m][2]], text[:at] + 'true' + text[t[m][2]:]
        if w == '=' and k > 1:
            first = k - 3 if t[k - 2][0] == '.' else k - 1
            before = t[first - 1][0]
            m = k
            while t[m][0] != ';':
                m += 1
            inside = text[:at].count('{') > text[:at].count('}')
            if inside and before in (';', '{', '}', ':', ')', 'else') and t[first][0] not in ('local', 'const'):
                yield text[t[first][1]:t[m][2]], text[:t[first][1]] + 'skip;' + text[t[m][2]:]


def guarded(text, most=3):
    """The text with what its every(...) say as predicates, which say of an order what a proof needs."""
    t, found = tokens(text), []
    for k, (w, at, end) in enumerate(t):
        if w == 'every' and t[k + 1][0] == '(':
            depth, m = 0, k + 1
            while True:
                depth += {'(': 1, ')': -1}.get(t[m][0], 0)
                if not depth:
                    break
                m += 1
            what = text[t[k + 1][2]:t[m][1]]
            if what not in found:
                found.append(what)
    return text + ''.join('\npredicate guard%d = %s;' % x for x in enumerate(found[:most]))


def verdict(pwqo, check, engine, path, seconds):
    cert = path + '.cert'
    if os.path.exists(cert):
        os.unlink(cert)
    r = subprocess.run([pwqo, 'verify', '-q', '--time-limit=%d' % seconds, '--engine=' + engine, '--certificate=' + cert, path], capture_output=True, text=True)
    m = re.search(r': (SAFE|UNSAFE with (?:exactly )?(\d+)|UNKNOWN)', r.stdout)
    if not m:
        return (None, 0) if r.returncode == 65 else ('exit %d %s' % (r.returncode, r.stderr), 0)
    if m.group(1) == 'SAFE' and r.returncode == 74:  # pwqo says so: a search forward proved it, and templates have no ideals
        return 'SAFE, no certificate', 0
    if m.group(1) == 'SAFE' and subprocess.run([check, '-q', cert], capture_output=True).returncode != 0:
        return 'a certificate that is not VALID', 0
    return m.group(1).split()[0], int(m.group(2) or 0)


def main():
    args, files, o = sys.argv[1:], [], {'-s': 100, '-r': 1, '-n': 4, '-l': 20000, '-t': 10}
    pwqo, check = args[:2]
    args = args[2:]
    while args:
        a = args.pop(0)
        if a in o:
            o[a] = int(args.pop(0))
        else:
            files.append(a)
    rng, wrong, tally = random.Random(o['-r']), 0, {}
    tmp = tempfile.mkdtemp()
    path = os.path.join(tmp, 'mutant.dr')

    def judge(what, text, truth=None):
        nonlocal wrong
        m = Model(text)
        found = {n: m.search(n, o['-l']) for n in range(1, o['-n'] + 1)}
        said = []
        for engine in ('pairsets', 'cover', 'cover with guards'):
            guards = engine.endswith('guards')
            if guards and (not m.p.ordered or m.p.tids):
                continue
            with open(path, 'w') as f:
                f.write(guarded(text) if guards else text)
            v, n = verdict(pwqo, check, engine.split()[0], path, o['-t'])
            if v is None:
                continue
            tally[engine, v] = tally.get((engine, v), 0) + 1
            v = v.split(',')[0]
            ok = v in ('SAFE', 'UNSAFE', 'UNKNOWN')
            if v == 'SAFE':
                ok = True not in found.values()
            if v == 'UNSAFE':
                ok = n > o['-n'] or found[n] is not False
            if not ok:
                wrong += 1
                print('not ok %s: %s says %s %d, brute force %s' % (what, engine, v, n, found))
            said.append(v)
        if 'SAFE' in said and 'UNSAFE' in said or truth == 'safe' and True in found.values() or truth == 'unsafe' and True not in found.values():
            wrong += 1
            print('not ok %s: %s, brute force %s, truth %s' % (what, said, found, truth))

    for file in files:
        text = open(file).read()
        try:
            judge(file, text, re.search(r'truth: (\w+)', text).group(1))
        except Unsupported as e:
            print('skipped: %s (%s)' % (file, e))
            continue
        n = 0
        for what, mutant in mutants(text):
            if rng.randrange(100) < o['-s']:
                judge('%s without %s' % (file, what), mutant)
                n += 1
        print('ok %s, %d mutants' % (os.path.basename(file), n))
    print('verdicts:', ', '.join('%s %s %d' % (k[0], k[1], v) for k, v in sorted(tally.items(), key=str)))
    for f in os.listdir(tmp):
        os.unlink(os.path.join(tmp, f))
    os.rmdir(tmp)
    return 1 if wrong else 0


sys.exit(main())

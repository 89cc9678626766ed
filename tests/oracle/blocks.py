#!/usr/bin/env python3
"""blocks.py PWQO PWQO_CHECK SEED ROUNDS -- certificates of templates with some blocks and inequalities, edited at random, against brute force.

Proofs of small programs in which a step needs witnesses that lose something (so that an inequality is kept by the witness alone) are edited: rows of steps,
of some blocks and of passive moves, inequalities, numbers of threads. What pwqo-check still calls VALID must be safe: the text is read and its
configurations are searched here, as doc/certificate.md (section 3, Meaning) says, in code that shares nothing with pwqo. Exit 1 if one is not."""
import hashlib, itertools, os, random, re, subprocess, sys, tempfile

PROGRAMS = [
    '''shared tid turn = nobody;
thread t [%d] { a: atomic { assume(turn == nobody); turn = self; } exit; }
thread u [%d] { b: atomic { assume(some(turn == other(t).self)); turn = nobody; } c: skip; }
unsafe count(c) >= 2;''', '''thread t [%d] { local bool x = true; a: skip; }
thread u [%d] { b: atomic { assume(some(other(t).x)); other(t).x = false; } c: skip; }
unsafe count(c) >= 2;''', '''thread t [%d] { local bool x = true, y = true; a: skip; }
thread u [%d] { b: atomic { assume(some(other(t).x) && some(other(t).y)); other(t).x = false; other(t).y = false; } c: skip; }
unsafe count(c) >= 2;''', '''thread t [%d] { local bool x = true; a: skip; }
thread v [1] { local bool z = true; d: skip; }
thread u [%d] { b: atomic { assume(some(other(t).x) && some(other(v).z)); other(t).x = false; other(v).z = false; } c: skip; }
unsafe count(c) >= 2;''', '''shared bool g = false;
thread t [%d] { local bool x = true; a: x = false; a2: skip; }
thread u [%d] { b: atomic { assume(some(other(t).x) || g); if (g) g = false; else { other(t).x = false; } } c: skip; }
unsafe count(c) >= 2;''']
MOST = 20000  # configurations


def sections(text):
    """The first line, and [heading, lines] of each section."""
    lines, out, i = text.split('\n')[:-1], [], 1
    while i < len(lines):
        words, body = lines[i].split(), []
        out.append([lines[i], body])
        i += 1
        if words[0] in ('closure', 'bound', 'end'):
            continue
        for _ in range(int(words[1])):
            fields = int(lines[i].split()[3]) if words[0] == 'templates' else 0
            body += lines[i:i + 1 + fields]
            i += 1 + fields
    return lines[0], out


def written(first, secs):
    text = first + '\n' + ''.join(line + '\n' for h, b in secs if not h.startswith('end') for line in [h] + b)
    return text + 'end ' + hashlib.sha256(text.encode()).hexdigest() + '\n'


def bars(line):
    return [part.split() for part in line.split('|')]


def fits(cube, values):
    return all(c in ('-', '=') or c == str(v) for c, v in zip(cube, values))


def nexts(cube, values, domains):
    return list(itertools.product(*[[v] if c == '=' else d if c == '-' else [int(c)] for c, v, d in zip(cube, values, domains)]))


class Template:
    def __init__(self, secs):
        s = {h.split()[0]: b for h, b in secs}
        domain = lambda line: list(range(int(line.split()[1]), int(line.split()[2]) + 1))
        self.shared = [domain(x) for x in s['shared-fields']]
        self.kinds, rest = [], list(s['templates'])
        while rest:
            name, count, entry, fields = rest.pop(0).split()
            self.kinds.append((count, int(entry), [domain(rest.pop(0)) for _ in range(int(fields))]))
        self.locations = [(int(x.split()[0]), x.split()[4:]) for x in s['locations']]
        self.statements = [tuple(map(int, x.split()[:2])) for x in s['statements']]
        self.somes = {int(x.split()[0]): int(x.split()[1]) for x in s.get('some-blocks', [])}
        self.passive, self.active, self.some, self.initial = ([bars(x) for x in s.get(n, [])] for n in ('passive-moves', 'active-moves', 'some', 'initial'))
        self.bad = [[(w.split('*') + ['1'])[:2] for w in x.split('|')[0].split()[1:]] for x in s['bad']]

    def domains(self, local):
        return self.kinds[self.locations[local[0]][0]][2]

    def passive_moves(self, numbers, p):
        """Where the thread p may go by these passive moves."""
        out = set()
        for (kind, loc), now, then in (self.passive[int(n)] for n in numbers):
            if int(kind) == self.locations[p[0]][0] and loc in ('*', str(p[0])) and fits(now, p[1]):
                out.update((p[0], to) for to in nexts(then, p[1], self.domains(p)))
        return out

    def starts(self):
        def related(s, a, p):
            return any(int(h[0]) == self.locations[a[0]][0] and int(h[1]) == self.locations[p[0]][0] and fits(g, s) and fits(x, a[1]) and fits(y, p[1])
                       for h, g, x, y in self.initial)
        threads = [[(entry, f) for f in itertools.product(*fields)] for count, entry, fields in self.kinds for _ in range(1 if count == '*' else int(count))]
        for s in itertools.product(*self.shared):
            for m in itertools.product(*threads):
                if len(m) > 1 and any(all(related(s, a, p) for j, p in enumerate(m) if j != i) for i, a in enumerate(m)):
                    yield s, tuple(sorted(m))

    def outcomes(self, rows, head, s, l):
        """(shared, local) after -> passive moves, by those rows."""
        out = {}
        for row in rows:
            if [int(x) for x in row[0]] == head and fits(row[1], s) and fits(row[2], l[1]):
                for after in itertools.product(nexts(row[3], s, self.shared), nexts(row[4], l[1], self.domains(l))):
                    out.setdefault(after, set()).update(row[5])
        return out

    def steps(self, s, m):
        for i, l in enumerate(m):
            for k, (source, target) in enumerate(self.statements):
                if source != l[0]:
                    continue
                blocks = [self.outcomes(self.some, [k, b], s, l) for b in range(self.somes.get(k, 0))]
                for after, numbers in self.outcomes(self.active, [k], s, l).items():
                    choices = []
                    for p in m[:i] + m[i + 1:]:
                        served = lambda to: frozenset(b for b, w in enumerate(blocks) if to in self.passive_moves(w.get(after, ()), p))
                        choices.append([(to, served(to)) for to in self.passive_moves(numbers, p)] or [(None, frozenset())])
                    for chosen in itertools.product(*choices):
                        moved = [to for to, _ in chosen if to is not None]
                        if moved and len(frozenset().union(*[x for _, x in chosen])) == len(blocks):
                            yield after[0], tuple(sorted(moved + [(target, after[1])]))

    def is_bad(self, m):
        return any(all(sum(label in self.locations[l][1] for l, _ in m) >= int(k) for label, k in line) for line in self.bad)

    def unsafe(self):
        """None: too many configurations."""
        todo = list(self.starts())
        seen = set(todo)
        while todo and len(seen) < MOST:
            s, m = todo.pop()
            if self.is_bad(m):
                return True
            for x in self.steps(s, m):
                if x not in seen:
                    seen.add(x)
                    todo.append(x)
        return None if todo else False


def edit(secs, rnd):
    secs = [[h, list(b)] for h, b in secs]
    of = {h.split()[0]: b for h, b in secs}
    npassive = len(of['passive-moves'])
    for _ in range(rnd.choice([1, 1, 2, 3])):
        name = rnd.choice(['active-moves', 'some', 'some', 'passive-moves', 'invariants', 'invariants', 'templates'])
        body = of.get(name)
        if not body:
            continue
        i = rnd.randrange(len(body))
        if name == 'invariants':
            words = body[i].split()
            weights = [j for j, w in enumerate(words) if ':' in w]
            j = rnd.choice(weights + [0])
            if j and rnd.random() < 0.2:
                del words[j]
            elif j:
                words[j] = '%s:%d' % (words[j].split(':')[0], max(1, int(words[j].split(':')[1]) + rnd.choice([-1, 1])))
            else:
                words[0] = str(int(words[0]) + rnd.choice([-1, 1]))
            body[i] = ' '.join(words)
        elif name == 'templates':
            i = rnd.choice([j for j, x in enumerate(body) if x.split()[0] in ('t', 'u', 'v')])
            words = body[i].split()
            words[1] = str(max(0, int(words[1]) + rnd.choice([-1, 1])))
            body[i] = ' '.join(words)
        else:
            parts = body[i].split('|')
            j = rnd.randrange(1, len(parts))
            if j == 5:
                words = [str(n) for n in range(npassive) if rnd.random() < 0.5] or parts[j].split()
            else:
                words = parts[j].split()
                if words:
                    words[rnd.randrange(len(words))] = rnd.choice(['-', '0', '1'] + ['='] * (j >= len(parts) // 2 + (len(parts) == 3)))
            parts[j] = ' ' + ' '.join(words) + ' '
            body[i] = '|'.join(parts).rstrip()
    return secs


def main():
    pwqo, check, seed, rounds = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
    rnd, proofs, tally = random.Random(seed), [], {'valid': 0, 'refuted': 0, 'malformed': 0, 'refuted and unsafe': 0}
    with tempfile.TemporaryDirectory() as tmp:
        program, cert = os.path.join(tmp, 'p.dr'), os.path.join(tmp, 'p.cert')

        def status(first, secs):
            with open(cert, 'w') as f:
                f.write(written(first, secs))
            return subprocess.run([check, '-q', cert], capture_output=True).returncode

        for text, numbers in itertools.product(PROGRAMS, [(1, 2), (1, 3), (1, 1), (2, 1)]):
            with open(program, 'w') as f:
                f.write(text % numbers + '\n')
            if subprocess.run([pwqo, 'verify', '-q', '--engine=cover', '--certificate=' + cert, program], capture_output=True).returncode:
                sys.exit('not proved: ' + text % numbers)
            with open(cert) as f:
                first, secs = sections(f.read())
            if status(first, secs) or Template(secs).unsafe() is not False:
                sys.exit('not a proof: ' + text % numbers)
            proofs.append((first, secs))
        if not any(re.match('invariants [1-9]', h) for _, secs in proofs for h, _ in secs):
            sys.exit('no inequality anywhere')
        for k in range(rounds):
            first, secs = rnd.choice(proofs)
            edited = edit(secs, rnd)
            said = {0: 'valid', 10: 'refuted'}.get(status(first, edited), 'malformed')
            tally[said] += 1
            unsafe = said != 'malformed' and (said == 'valid' or k % 8 == 0) and Template(edited).unsafe()
            if unsafe and said == 'valid':
                sys.exit('seed %d, round %d: VALID, but a bad configuration is reached\n%s' % (seed, k, written(first, edited)))
            tally['refuted and unsafe'] += bool(unsafe)
    print('seed %d: %s' % (seed, tally))
    if rounds >= 100 and not (tally['valid'] and tally['refuted'] and tally['refuted and unsafe']):
        sys.exit('nothing was tried')


main()

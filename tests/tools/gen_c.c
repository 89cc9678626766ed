/* gen_c.c -- gen_c SEED: prints a random C program with threads, of the subset that pwqo reads:
 * small shared variables of several types, a mutex, atomics, structs, arrays, helpers with pointer
 * parameters, loops, switch, goto, joins, assertions. Every run of it ends or waits for ever, no
 * signed integer overflows, and nothing depends on how long a step takes. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static uint64_t state;

static unsigned below(unsigned n)
{
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (unsigned)(state >> 33) % n;
}

static const char *const plain[] = {"a", "b", "u8", "flag", "s.x", "s.y", "t[0]", "t[1]", "mode"};
static const char *const atomic[] = {"at", "au"};

static const char *pick(const char *const *list, size_t n)
{
    return list[below((unsigned)n)];
}

#define PICK(list) pick(list, sizeof(list) / sizeof *(list))

/* A value that stays small. */
static void value(void)
{
    switch (below(7)) {
    case 0:
        printf("%u", below(3));
        break;
    case 1:
        printf("%s", PICK(plain));
        break;
    case 2:
        printf("(%s + 1) %% 4", PICK(plain));
        break;
    case 3:
        printf("v");
        break;
    case 4:
        printf("(%s == %u ? %u : v)", PICK(plain), below(3), below(3));
        break;
    case 5:
        printf("atomic_load(&%s) %% 3", PICK(atomic));
        break;
    default:
        printf("w & 3");
        break;
    }
}

static void condition(void)
{
    static const char *const ops[] = {"==", "!=", "<", ">="};
    switch (below(6)) {
    case 0:
        printf("%s && !flag", PICK(plain));
        break;
    case 1:
        printf("v == 1 || %s", PICK(plain));
        break;
    case 2:
        printf("w");
        break;
    default:
        printf("%s %s %u", PICK(plain), PICK(ops), below(3));
        break;
    }
}

static void block(unsigned depth, unsigned most);

static void statement(unsigned depth)
{
    static unsigned labels;
    unsigned k, kind = below(depth ? 15 : 11);
    switch (kind) {
    case 0:
    case 1:
        printf("%s = ", PICK(plain));
        value();
        printf(";\n");
        break;
    case 2:
        printf("%s = ", below(2) ? "v" : "w");
        value();
        printf(";\n");
        break;
    case 3:
        printf("set(&%s, %u);\n", below(2) ? "a" : "s.y", below(3));
        break;
    case 4:
        printf("v = twice(%s %% 2);\n", PICK(plain));
        break;
    case 5:
        printf("atomic_fetch_add(&%s, 1);\n", PICK(atomic));
        break;
    case 6:
        printf("v = atomic_exchange(&at, %u) & 3;\n", below(3));
        break;
    case 7:
        printf("w = %u; if (atomic_compare_exchange_strong(&at, &w, %u)) b = %u;\n", below(2),
               below(3), below(3));
        break;
    case 8:
        printf("u8%s;\n", below(2) ? "++" : "--");
        break;
    case 9:
        printf("t[v & 1] = %u;\n", below(3));
        break;
    case 10:
        printf("mode = mode == OFF ? ON : OFF;\n");
        break;
    case 11:
        printf("if (");
        condition();
        printf(") {\n");
        block(depth - 1, 3);
        printf("} else {\n");
        block(depth - 1, 2);
        printf("}\n");
        break;
    case 12:
        printf("for (int i = 0; i < %u; i++) {\n", 1 + below(2));
        block(depth - 1, 2);
        if (below(3) == 0) printf("if (flag) break;\n");
        printf("}\n");
        break;
    case 13:
        printf("switch (v & 3) {\ncase 0: a = 1; %s\ncase 1: b = 2; break;\ndefault: flag = "
               "!flag;\n}\n",
               below(2) ? "break;" : "");
        break;
    default:
        k = labels++;
        printf("if (a == %u) goto l%u;\n", below(3), k);
        block(depth - 1, 2);
        printf("l%u:;\n", k);
        break;
    }
}

static void block(unsigned depth, unsigned most)
{
    for (unsigned n = 1 + below(most); n; n--)
        statement(depth);
}

static void assertion(void)
{
    switch (below(4)) {
    case 0:
        printf("assert(%s != %u);\n", PICK(plain), 2 + below(3));
        break;
    case 1:
        printf("assert(u8 < %u);\n", 2 + below(254));
        break;
    case 2:
        printf("assert(v >= 0 && v < %u);\n", 3 + below(4));
        break;
    default:
        printf("assert(s.x == s.y || !flag || a <= %u);\n", below(3));
        break;
    }
}

static void function(unsigned number)
{
    printf("static void *f%u(void *arg)\n{\nint v = %s, w = 0;\n", number,
           number ? "(int)(long)arg" : "0");
    for (unsigned n = 1 + below(3); n; n--) {
        unsigned locked = below(2);
        if (locked) printf("pthread_mutex_lock(&m);\n");
        block(2, 3);
        if (below(2)) assertion();
        if (locked) printf("pthread_mutex_unlock(&m);\n");
    }
    assertion();
    printf("(void)v; (void)w; return arg;\n}\n\n");
}

int main(int argc, char **argv)
{
    state = argc > 1 ? strtoull(argv[1], NULL, 10) * 0x9e3779b97f4a7c15u + 1 : 1;
    for (int i = 0; i < 20; i++)
        below(2);
    unsigned nf = 1 + below(2), nt = 1 + below(3), joined = below(2);
    printf("/* gen_c %s */\n#include <assert.h>\n#include <pthread.h>\n#include "
           "<stdatomic.h>\n#include <stdbool.h>\n\n",
           argc > 1 ? argv[1] : "");
    printf("enum mode { OFF, ON };\nstatic int a, b = %u;\nstatic unsigned char u8 = %u;\nstatic "
           "bool flag;\n",
           below(3), below(2) ? 254 : 0);
    printf("static struct { int x, y; } s;\nstatic int t[2];\nstatic enum mode mode;\nstatic "
           "atomic_int at;\nstatic atomic_uint au;\n");
    printf("static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;\n\n");
    printf("static void set(int *p, int x)\n{\n    if (x == 1) return;\n    *p = x;\n}\n\n");
    printf("static int twice(int x)\n{\n    return x ? x + x : 1;\n}\n\n");
    for (unsigned i = 0; i < nf; i++)
        function(i);
    printf("int main(void)\n{\npthread_t id[3];\nint v = 0, w = 0;\n");
    if (below(2)) printf("s.x = s.y = %u;\n", below(3));
    for (unsigned i = 0; i < nt; i++)
        printf("pthread_create(&id[%u], 0, f%u, (void *)(long)%u);\n", i, below(nf), below(3));
    if (below(2)) block(1, 2);
    for (unsigned i = 0; joined && i < nt; i++)
        printf("pthread_join(id[%u], 0);\n", i);
    if (joined) assertion();
    printf("(void)v; (void)w; (void)set; (void)twice;\nreturn 0;\n}\n");
    return 0;
}

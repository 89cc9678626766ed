/* gen_c_rows.c -- gen_c_rows SEED: prints a random C program in which main hands to each thread a
 * part of its own: an element of an array (global, local, of a size that is known or not, made of
 * structs or numbers), or memory allocated element by element. Main fills the parts in loops
 * before, with conditions, break and continue, helpers, inner loops, copies; threads work on their
 * part, publish memory, return addresses; main joins and looks at the parts again. Loops that run
 * at translation time have break and continue under conditions, too.
 *
 * Every run ends or waits for ever; nothing is read before it is set; no signed integer overflows;
 * no index is outside of its array. */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum memory { GLOBAL, LOCAL, SIZED, HEAP, EACH, TABLE, NUMBERS, MEMORIES };

static uint64_t state;
static enum memory memory;
static bool buffers; /* struct part has an array */
static bool skipped; /* some parts get no thread */

static unsigned below(unsigned n)
{
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (unsigned)(state >> 33) % n;
}

static bool one_in(unsigned n)
{
    return below(n) == 0;
}

static const char *any_field(void)
{
    static const char *const names[] = {"x", "y", "id", "x", "y"};
    return names[below(5)];
}

/* --- the part of number i, as main names it --- */

static void part_field(const char *i, const char *f)
{
    if (memory == NUMBERS)
        printf("a[%s]", i);
    else if (memory == EACH)
        printf("p->%s", f);
    else
        printf("a[%s]%s%s", i, memory == TABLE ? "->" : ".", f);
}

static void part_address(const char *i)
{
    if (memory == EACH)
        printf("p");
    else
        printf("%sa[%s]", memory == TABLE ? "" : "&", i);
}

static void main_value(void)
{
    static const char *const values[] = {"0",          "1",     "2",     "i", "1",
                                         "rand() % 3", "i + 1", "n > 1", "g"};
    printf("%s", values[below(9)]);
}

static void main_condition(void)
{
    static const char *const conditions[] = {"rand() % 2", "i == 1", "i > 0",     "n > 2",
                                             "g",          "i & 1",  "rand() % 2"};
    printf("%s", conditions[below(7)]);
}

/* --- what main's loops do with a part --- */

static void set_field(void)
{
    part_field("i", any_field());
    printf(" = ");
    main_value();
    printf(";\n");
}

static void set_whole(void)
{
    static const char *const all[] = {"id", "x", "y"};
    if (memory == NUMBERS) {
        printf("a[i] = %s;\n", one_in(2) ? "i" : "1");
        return;
    }
    for (unsigned k = 0; k < 3; k++) {
        part_field("i", all[k]);
        printf(" = %s;\n", k == 0 ? "i" : one_in(2) ? "0" : "1");
    }
    if (!buffers) return;
    printf("for (int k = 0; k < 2; k++) ");
    part_field("i", "buf[k]");
    printf(" = %s;\n", one_in(2) ? "k" : "i");
}

static void copy_over(void)
{
    if (memory == NUMBERS) return;
    if (memory <= HEAP && !buffers && one_in(2)) {
        printf("a[i] = model;\n");
        return;
    }
    bool clear = one_in(2);
    printf(clear ? "memset(" : "memcpy(");
    part_address("i");
    printf(clear ? ", 0, sizeof model);\n" : ", &model, sizeof model);\n");
}

static void call_helper(void)
{
    if (memory <= LOCAL && one_in(4)) {
        printf("put(&a[i + 1], 1);\n");
        return;
    }
    printf("%s(", memory == NUMBERS ? "put_number" : one_in(2) ? "put" : "put_if");
    part_address("i");
    printf(", ");
    main_value();
    printf(");\n");
}

static void leave_or_skip(bool creating)
{
    printf("if (");
    main_condition();
    printf(") %s;\n", creating || one_in(2) ? "continue" : "break");
    skipped = skipped || creating;
}

static void fill(bool creating)
{
    switch (below(12)) {
    case 0:
        printf("if (");
        main_condition();
        printf(") ");
        set_field();
        break;
    case 1:
        if (one_in(3)) leave_or_skip(creating);
        break;
    case 2:
    case 3:
        call_helper();
        break;
    case 4:
        copy_over();
        break;
    case 5:
        printf("switch (g) { case 0: ");
        set_field();
        printf("%s\ndefault: ", one_in(2) ? "break;" : "");
        set_field();
        printf("}\n");
        break;
    default:
        set_field();
    }
}

static void fill_loop(void)
{
    printf("for (int i = 0; i < n%s; i++) {\n", one_in(8) ? " - 1" : "");
    for (unsigned k = 1 + below(2); k; k--)
        fill(false);
    printf("}\n");
}

static void make_part(void)
{
    printf("%s = ", memory == EACH ? "struct part *p" : "a[i]");
    if (one_in(2)) {
        printf("make(i);\n");
        return;
    }
    bool zeroed = one_in(2);
    printf(zeroed ? "calloc(1, sizeof(struct part));\n" : "malloc(sizeof(struct part));\n");
    if (!zeroed) set_whole();
}

static void declare_memory(void)
{
    bool zeroed = memory == HEAP && one_in(2);
    if (memory == LOCAL) printf("struct part a[64];\n");
    if (memory == SIZED) printf("struct part a[n];\n");
    if (memory == HEAP)
        printf("struct part *a = %s;\n",
               zeroed ? "calloc(n, sizeof *a)" : "malloc(n * sizeof(struct part))");
    if (memory == TABLE) printf("struct part *a[64];\n");
    if (memory == NUMBERS) printf("int a[64];\n");
    if (memory == EACH || memory == GLOBAL || zeroed) return;
    printf("for (int i = 0; i < n; i++) {\n");
    if (memory == TABLE)
        make_part();
    else
        set_whole();
    printf("}\n");
}

static void creation_loop(unsigned worker)
{
    printf("for (int i = 0; i < n; i++) {\n");
    if (memory == EACH) make_part();
    for (unsigned k = below(3); k; k--)
        fill(true);
    printf("pthread_create(&t[i], 0, worker%u, ", worker);
    part_address("i");
    printf(");\n");
    if (one_in(12)) set_field();
    printf("}\n");
}

/* --- assertions: most of them hold in most programs --- */

static void claim(const char *f)
{
    static const char *const claims[] = {">= 0", "<= 2", "!= 3", "== 1", "== 0", "< 3", ">= 0"};
    printf("assert(%s %s);\n", f, claims[below(7)]);
}

static void claim_of_part(const char *p)
{
    static char text[40];
    if (memory != NUMBERS && buffers && one_in(5)) {
        snprintf(text, sizeof text, "%s->buf[%u]", p, below(2));
    } else if (memory == NUMBERS) {
        snprintf(text, sizeof text, "*%s", p);
    } else {
        snprintf(text, sizeof text, "%s->%s", p, any_field());
    }
    claim(text);
}

static void join_loop(void)
{
    bool looked_at = one_in(2) && memory != NUMBERS;
    printf("for (int i = 0; i < n; i++) {\n");
    if (looked_at) printf("void *r;\npthread_join(t[i], &r);\nstruct part *q = r;\nif (q) ");
    if (looked_at)
        claim_of_part("q");
    else
        printf("pthread_join(t[i], 0);\n");
    printf("}\n");
    if (memory == EACH || one_in(2)) return;
    printf("for (int i = 0; i < n; i++) {\nassert(");
    part_field("i", any_field());
    printf(" %s);\n}\n", one_in(2) ? ">= 0" : "<= 2");
}

/* --- threads --- */

static void work(void)
{
    switch (memory == NUMBERS ? below(6) : below(11)) {
    case 0:
        printf("pthread_mutex_lock(&m);\nsum = (sum + 1) %% 4;\npthread_mutex_unlock(&m);\n");
        break;
    case 1:
        printf("atomic_fetch_add(&count, 1);\n");
        break;
    case 2:
    case 3:
        claim_of_part("p");
        break;
    case 4:
        printf(memory == NUMBERS ? "v = *p;\n" : "v = p->%s;\n", any_field());
        break;
    case 5:
        printf(memory == NUMBERS ? "*p = 1;\n" : "p->%s = %u;\n", any_field(), below(3));
        break;
    case 6:
        printf("p->%s = v;\n", any_field());
        break;
    case 7:
        printf("if (p->%s) p->%s = 1; else v = 1;\n", any_field(), any_field());
        break;
    case 8:
        if (one_in(3)) printf("struct part *mine = make(1);\nmine->y = 1;\nbox = mine;\n");
        break;
    case 9:
        if (one_in(3))
            printf("{ struct part *q = box; if (q) assert(q->id == 1 && q->y <= 1); }\n");
        break;
    default:
        if (buffers) printf("p->buf[v & 1] = 1;\n");
    }
}

static void worker(unsigned number)
{
    static const char *const results[] = {"p", "p", "arg", "NULL", "box"};
    printf("static void *worker%u(void *arg)\n{\n%s *p = arg;\nint v = 0;\n", number,
           memory == NUMBERS ? "int" : "struct part");
    for (unsigned k = 2 + below(3); k; k--)
        work();
    claim_of_part("p");
    printf("(void)v;\nreturn %s;\n}\n\n", results[below(memory == NUMBERS ? 4 : 5)]);
}

/* --- loops that run at translation time --- */

static void known_loop(void)
{
    static const char *const jumps[] = {"break", "continue", "break", "g = 1"};
    printf("for (int k = 0; k < %u; k++) {\n", 2 + below(2));
    for (unsigned s = 2 + below(2); s; s--)
        switch (below(4)) {
        case 0:
            printf("if (rand() %% 2) %s;\n", jumps[below(4)]);
            break;
        case 1:
            printf("switch (k) { case 0: h = 2; %s\ncase 1: g = 1; break;\ndefault: if (rand() %% "
                   "2) break; h = 1; }\n",
                   one_in(2) ? "break;" : "");
            break;
        default:
            printf("%s = %s;\n", one_in(2) ? "g" : "h", one_in(2) ? "k" : "1");
        }
    printf("}\n");
    if (one_in(2)) printf("h = left_early(%s);\n", one_in(2) ? "g" : "rand() % 2");
}

static void helpers(void)
{
    static const char text[] =
        "static void put(struct part *p, int v)\n{\n    p->x = v;\n}\n\n"
        "static void put_if(struct part *p, int v)\n{\n    if (v == 1) return;\n    p->y = "
        "v;\n}\n\n"
        "static void put_number(int *p, int v)\n{\n    *p = v;\n}\n\n"
        "static int left_early(int v)\n{\n    if (v) return 2;\n    h = 0;\n    return 1;\n}\n\n";
    printf("%s", text);
    printf("static struct part *make(int id)\n{\n    struct part *p = malloc(sizeof *p);\n"
           "    p->id = id;\n    p->x = 0;\n    p->y = %u;\n",
           below(2));
    if (buffers) printf("    p->buf[0] = 0;\n    p->buf[1] = id;\n");
    printf("    return p;\n}\n\n");
}

static void globals(const char *seed)
{
    printf("/* gen_c_rows %s */\n#include <assert.h>\n#include <pthread.h>\n#include "
           "<stdatomic.h>\n#include <stdlib.h>\n#include <string.h>\n#include <unistd.h>\n\n",
           seed);
    printf("struct part {\n    int id, x, y;\n%s};\n", buffers ? "    int buf[2];\n" : "");
    printf("static struct part model = {1, %u, 0%s};\nstatic struct part *box;\n", below(3),
           buffers ? ", {0, 1}" : "");
    printf("static int sum, g, h;\nstatic atomic_int count;\n"
           "static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;\n");
    if (memory == GLOBAL) printf("static struct part a[64];\n");
    printf("\n");
}

static void main_function(bool again)
{
    printf("int main(int argc, char **argv)\n{\n(void)argv;\n");
    printf("int n = %s;\npthread_t t[64];\n", one_in(4) ? "2" : "argc > 60 ? 60 : argc");
    if (one_in(2)) known_loop();
    declare_memory();
    if (memory != EACH)
        for (unsigned k = below(3); k; k--)
            fill_loop();
    creation_loop(0);
    if (one_in(3)) printf("assert(g <= 2 && h <= 2);\n");
    if (!skipped && (again || one_in(2))) join_loop();
    if (again && !skipped && memory != EACH) {
        printf("{\n");
        creation_loop(1);
        printf("}\n");
    }
    printf("pause(); /* what is local to main is there as long as the threads are */\n");
    printf(
        "(void)put, (void)put_if, (void)put_number, (void)make, (void)left_early;\nreturn 0;\n}\n");
}

int main(int argc, char **argv)
{
    const char *seed = argc > 1 ? argv[1] : "1";
    state = strtoull(seed, NULL, 10) * 0x9e3779b97f4a7c15u + 1;
    for (int i = 0; i < 20; i++)
        below(2);
    memory = (enum memory)below(MEMORIES);
    buffers = one_in(3);
    bool again = one_in(5);
    globals(seed);
    helpers();
    worker(0);
    if (again) worker(1);
    main_function(again);
    return 0;
}

/* Links a program to the explorer. Memory of the program is part of its data, so that it belongs to the states. */
#include <stddef.h>
#include <string.h>

extern int mc_main(int (*)(int, char **), char *, char *);
extern int prog_main(int, char **);
extern char __data_start[], _end[];

static _Alignas(16) char pool[2048];
static size_t used;

void *mc_malloc(size_t n)
{
    n = (n + 15) / 16 * 16;
    if (used + n > sizeof pool) return NULL;
    used += n;
    return pool + used - n;
}

void *mc_calloc(size_t n, size_t size) { return mc_malloc(n * size); }
void mc_free(void *p) { (void)p; }
int main(void) { return mc_main(prog_main, __data_start, _end); }

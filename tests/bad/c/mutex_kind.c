# 1 "/usr/include/pthreadtypes.h" 1 3
typedef union { struct { int lock; int kind; } data; } pthread_mutex_t;
# 4 "mutex_kind.c" 2
pthread_mutex_t m = {{0, 1}};
int main(void)
{
    __VERIFIER_assert(1);
    return 0;
}

/* The parser: names that come from <stdatomic.h>, which is kept out, and from the compiler. */
#include <assert.h>
#include <string.h>

#include "front/c/cparser.h"

static bool begins(const char *name, const char *with)
{
    return !strncmp(name, with, strlen(with));
}

static const struct pw_ctype *pointee(struct pw_cparser *p, struct pw_cexpr *arg)
{
    const struct pw_ctype *t = arg->type;
    if (t->kind != PW_CT_PTR && t->kind != PW_CT_ARRAY) return pw_cparser_int(p, 3, true);
    return pw_cparser_plain(p, t->to);
}

static bool gives_bool(const char *name)
{
    return begins(name, "atomic_compare_exchange") || begins(name, "__atomic_compare_exchange") ||
           begins(name, "__sync_bool_compare") || begins(name, "atomic_flag_test_and_set") ||
           begins(name, "__atomic_test_and_set") || begins(name, "atomic_is_lock_free");
}

static bool gives_value(const char *name)
{
    return begins(name, "atomic_load") || begins(name, "atomic_exchange") ||
           begins(name, "atomic_fetch_") || !strcmp(name, "__atomic_load_n") ||
           !strcmp(name, "__atomic_exchange_n") || begins(name, "__atomic_fetch_") ||
           (begins(name, "__atomic_") && strstr(name, "_fetch")) ||
           (begins(name, "__sync_") &&
            (strstr(name, "fetch") || strstr(name, "val_compare") || strstr(name, "test_and_set")));
}

const struct pw_ctype *pw_cparser_builtin(struct pw_cparser *p, const char *name,
                                          struct pw_cexpr **args, uint32_t nargs)
{
    if (gives_bool(name)) return pw_cparser_int(p, 0, false);
    if (gives_value(name)) return nargs ? pointee(p, args[0]) : NULL;
    if (begins(name, "atomic_") || begins(name, "__atomic_") || begins(name, "__sync_"))
        return &p->void_type;
    if (begins(name, "__VERIFIER_nondet_")) {
        const char *t = name + strlen("__VERIFIER_nondet_");
        if (!strcmp(t, "bool") || !strcmp(t, "_Bool")) return pw_cparser_int(p, 0, false);
        if (!strcmp(t, "char")) return pw_cparser_int(p, 1, true);
        if (!strcmp(t, "uchar")) return pw_cparser_int(p, 1, false);
        if (!strcmp(t, "short")) return pw_cparser_int(p, 2, true);
        if (!strcmp(t, "ushort")) return pw_cparser_int(p, 2, false);
        if (!strcmp(t, "uint") || !strcmp(t, "unsigned")) return pw_cparser_int(p, 3, false);
        if (!strcmp(t, "long")) return pw_cparser_int(p, 4, true);
        if (!strcmp(t, "ulong") || !strcmp(t, "size_t")) return pw_cparser_int(p, 4, false);
        if (!strcmp(t, "longlong")) return pw_cparser_int(p, 5, true);
        if (!strcmp(t, "ulonglong")) return pw_cparser_int(p, 5, false);
        return pw_cparser_int(p, 3, true);
    }
    return NULL;
}

static void predefine(struct pw_cparser *p, const char *name, const struct pw_ctype *type,
                      bool atomic)
{
    struct pw_ctype *t = pw_cparser_copy(p, type);
    struct pw_cdecl *d = pw_cparser_alloc(p, sizeof *d);
    t->is_atomic = atomic;
    *d = (struct pw_cdecl){
        .kind = PW_CD_TYPEDEF, .name = name, .type = t, .is_system = true, .id = p->ids++};
    pw_cparser_bind(p, pw_names_intern(&p->u->lex.names, name), d, NULL);
}

static void predefine_orders(struct pw_cparser *p)
{
    static const char *const orders[] = {"memory_order_relaxed", "memory_order_consume",
                                         "memory_order_acquire", "memory_order_release",
                                         "memory_order_acq_rel", "memory_order_seq_cst"};
    for (int i = 0; i < 6; i++) {
        struct pw_cdecl *d = pw_cparser_alloc(p, sizeof *d);
        *d = (struct pw_cdecl){.kind = PW_CD_ENUMERATOR,
                               .name = orders[i],
                               .value = i,
                               .type = pw_cparser_int(p, 3, true),
                               .is_system = true,
                               .id = p->ids++};
        assert((size_t)i < sizeof orders / sizeof *orders);
        pw_cparser_bind(p, pw_names_intern(&p->u->lex.names, orders[i]), d, NULL);
    }
}

void pw_cparser_prelude(struct pw_cparser *p)
{
    static const struct {
        const char *name;
        unsigned rank;
        bool is_signed;
    } atomics[] = {{"atomic_bool", 0, false},
                   {"atomic_flag", 0, false},
                   {"atomic_char", 1, true},
                   {"atomic_schar", 1, true},
                   {"atomic_uchar", 1, false},
                   {"atomic_short", 2, true},
                   {"atomic_ushort", 2, false},
                   {"atomic_int", 3, true},
                   {"atomic_uint", 3, false},
                   {"atomic_long", 4, true},
                   {"atomic_ulong", 4, false},
                   {"atomic_llong", 5, true},
                   {"atomic_ullong", 5, false},
                   {"atomic_size_t", 4, false},
                   {"atomic_uintptr_t", 4, false},
                   {"atomic_intptr_t", 4, true},
                   {"atomic_ptrdiff_t", 4, true},
                   {"atomic_uint_fast32_t", 4, false},
                   {"atomic_int_fast32_t", 4, true},
                   {"atomic_uint_least32_t", 3, false},
                   {"atomic_int_least32_t", 3, true},
                   {"atomic_uint_least8_t", 1, false},
                   {"atomic_uint_least16_t", 2, false},
                   {"atomic_uint_fast8_t", 1, false},
                   {"atomic_intmax_t", 4, true},
                   {"atomic_uintmax_t", 4, false}};
    for (size_t i = 0; i < sizeof atomics / sizeof *atomics; i++)
        predefine(p, atomics[i].name, pw_cparser_int(p, atomics[i].rank, atomics[i].is_signed),
                  true);
    predefine(p, "memory_order", pw_cparser_int(p, 3, true), false);
    const struct pw_ctype list = {.kind = PW_CT_OPAQUE, .opaque = PW_CO_OTHER, .name = "va_list"};
    predefine(p, "__builtin_va_list", &list, false);
    predefine_orders(p);
}

/* Sizes, ranges and names of types (ctree.h). */
#include <stdio.h>
#include <string.h>

#include "front/c/ctree.h"

static int64_t add_cells(int64_t a, int64_t b)
{
    return a < 0 || b < 0 || a > 1000000 || b > 1000000 ? -1 : a + b;
}

int64_t pw_ctype_cells(const struct pw_ctype *t)
{
    int64_t n = 0, one;
    switch (t->kind) {
    case PW_CT_INT:
    case PW_CT_FLOAT:
    case PW_CT_PTR:
    case PW_CT_OPAQUE:
        return 1;
    case PW_CT_ARRAY:
        one = pw_ctype_cells(t->to);
        return t->count < 0 || one < 0 || t->count > 1000000 || one * t->count > 1000000
                   ? -1
                   : one * t->count;
    case PW_CT_STRUCT:
        if (!t->fields) return -1;
        for (uint32_t i = 0; i < t->nfields; i++)
            n = add_cells(n, pw_ctype_cells(t->fields[i].type));
        return n;
    default:
        return -1;
    }
}

/* Of a field: as its type asks, as attributes do, or not at all where it is packed. */
static int64_t align_of_field(const struct pw_ctype *t, uint32_t i, unsigned bits)
{
    const struct pw_cfield *f = &t->fields[i];
    int64_t a = t->layout.packed || f->layout.packed ? 1 : pw_ctype_align(f->type, bits);
    if (a < 0 || f->layout.aligned < 0) return -1;
    return f->layout.aligned > a ? f->layout.aligned : a;
}

int64_t pw_ctype_align(const struct pw_ctype *t, unsigned bits)
{
    int64_t most = t->layout.aligned > 1 ? t->layout.aligned : 1;
    if (t->kind == PW_CT_ARRAY) return pw_ctype_align(t->to, bits);
    if (t->kind != PW_CT_STRUCT && t->kind != PW_CT_UNION) {
        int64_t n = pw_ctype_size(t, bits);
        bool wide = t->kind == PW_CT_FLOAT && bits == 64;
        return n < 1 ? 1 : n > bits / 8 && !wide ? bits / 8 : n;
    }
    if (t->layout.aligned < 0) return -1;
    for (uint32_t i = 0; i < t->nfields; i++) {
        int64_t a = align_of_field(t, i, bits);
        if (a < 0) return -1;
        if (a > most) most = a;
    }
    return most;
}

enum { LARGEST = 1 << 30 }; /* bytes of a record: no sum of sizes overflows */

/* Where field number n begins; n = nfields: the bytes up to the end of the last one. */
static int64_t bytes_before(const struct pw_ctype *t, uint32_t n, unsigned bits)
{
    int64_t at = 0, most = 0;
    for (uint32_t i = 0; i < t->nfields && i <= n; i++) {
        const struct pw_ctype *f = t->fields[i].type;
        bool open = f->kind == PW_CT_ARRAY && f->count < 0 && !f->length && i + 1 == t->nfields;
        int64_t size = open ? 0 : pw_ctype_size(f, bits), a = align_of_field(t, i, bits);
        if (size < 0 || a < 0 || size > LARGEST - at) return -1;
        at = t->kind == PW_CT_UNION ? 0 : (at + a - 1) / a * a;
        if (i == n) return at;
        at += size;
        most = at > most ? at : most;
    }
    return most;
}

static int64_t size_of_record(const struct pw_ctype *t, unsigned bits)
{
    if (!t->fields) return -1;
    int64_t n = bytes_before(t, t->nfields, bits), all = pw_ctype_align(t, bits);
    return n < 0 || all < 1 ? -1 : (n + all - 1) / all * all;
}

static int64_t size_of_attributes(const char *name, unsigned bits)
{
    bool wide = bits == 64;
    if (!name) return -1;
    if (!strcmp(name, "pthread_attr_t")) return wide ? 56 : 36;
    if (!strcmp(name, "pthread_rwlockattr_t")) return 8;
    if (strstr(name, "attr_t") || !strcmp(name, "pthread_key_t")) return 4;
    return -1;
}

static int64_t size_of_opaque(const struct pw_ctype *t, unsigned bits)
{
    switch (t->opaque) {
    case PW_CO_MUTEX:
        return bits == 64 ? 40 : 24;
    case PW_CO_SPIN:
    case PW_CO_ONCE:
        return 4;
    case PW_CO_RWLOCK:
        return bits == 64 ? 56 : 32;
    case PW_CO_COND:
        return 48;
    case PW_CO_THREAD:
        return bits / 8;
    case PW_CO_BARRIER:
        return bits == 64 ? 32 : 20;
    case PW_CO_SEM:
        return bits == 64 ? 32 : 16;
    default:
        return size_of_attributes(t->name, bits);
    }
}

int64_t pw_ctype_size(const struct pw_ctype *t, unsigned bits)
{
    int64_t n;
    switch (t->kind) {
    case PW_CT_INT:
        return t->bits == 1 ? 1 : t->bits / 8;
    case PW_CT_FLOAT:
        return t->bits ? t->bits / 8 : -1;
    case PW_CT_PTR:
        return bits / 8;
    case PW_CT_OPAQUE:
        return size_of_opaque(t, bits);
    case PW_CT_ARRAY:
        n = pw_ctype_size(t->to, bits);
        return t->count < 0 || n < 0 || (n && t->count > INT64_MAX / n) ? -1 : n * t->count;
    case PW_CT_STRUCT:
    case PW_CT_UNION:
        return size_of_record(t, bits);
    default:
        return t->kind == PW_CT_VOID ? 1 : -1;
    }
}

pw_cint pw_ctype_min(const struct pw_ctype *t)
{
    return t->is_signed ? -((pw_cint)1 << (t->bits - 1)) : 0;
}

pw_cint pw_ctype_max(const struct pw_ctype *t)
{
    return ((pw_cint)1 << (t->bits - (t->is_signed ? 1 : 0))) - 1;
}

pw_cint pw_ctype_wrap(pw_cint v, const struct pw_ctype *t)
{
    if (t->kind != PW_CT_INT) return v;
    if (t->bits == 1) return v != 0;
    pw_cint size = (pw_cint)1 << t->bits;
    v = ((v % size) + size) % size;
    return t->is_signed && v >= size / 2 ? v - size : v;
}

bool pw_ctype_same(const struct pw_ctype *a, const struct pw_ctype *b)
{
    if (a == b) return true;
    if (a->kind != b->kind) return false;
    switch (a->kind) {
    case PW_CT_INT:
        return a->bits == b->bits && a->is_signed == b->is_signed && a->rank == b->rank;
    case PW_CT_PTR:
        return pw_ctype_same(a->to, b->to);
    case PW_CT_ARRAY:
        return a->count == b->count && pw_ctype_same(a->to, b->to);
    case PW_CT_OPAQUE:
        return a->opaque == b->opaque;
    case PW_CT_STRUCT:
    case PW_CT_UNION:
        return a->fields == b->fields && a->fields;
    case PW_CT_FUNC:
        return true;
    default:
        return true;
    }
}

static const char *int_name(const struct pw_ctype *t)
{
    static const char *const names[][2] = {
        {"_Bool", "_Bool"},      {"unsigned char", "char"}, {"unsigned short", "short"},
        {"unsigned int", "int"}, {"unsigned long", "long"}, {"unsigned long long", "long long"}};
    return names[t->rank > 5 ? 5 : t->rank][t->is_signed];
}

const char *pw_ctype_text(const struct pw_ctype *t, char *buffer, size_t size)
{
    char inner[100];
    switch (t->kind) {
    case PW_CT_VOID:
        snprintf(buffer, size, "void");
        break;
    case PW_CT_INT:
        snprintf(buffer, size, "%s", int_name(t));
        break;
    case PW_CT_FLOAT:
        snprintf(buffer, size, "floating point");
        break;
    case PW_CT_PTR:
        pw_ctype_text(t->to, inner, sizeof inner);
        snprintf(buffer, size, "%s%s*", inner, t->to->kind == PW_CT_PTR ? "" : " ");
        break;
    case PW_CT_ARRAY:
        pw_ctype_text(t->to, inner, sizeof inner);
        snprintf(buffer, size, "%s[]", inner);
        break;
    case PW_CT_STRUCT:
        snprintf(buffer, size, "struct %s", t->name ? t->name : "{...}");
        break;
    case PW_CT_UNION:
        snprintf(buffer, size, "union %s", t->name ? t->name : "{...}");
        break;
    case PW_CT_FUNC:
        snprintf(buffer, size, "function");
        break;
    default:
        snprintf(buffer, size, "%s", t->name ? t->name : "system type");
        break;
    }
    return buffer;
}

/* ctran.h -- what the files of the translation share. Private to them. */
#ifndef PW_FRONT_C_CTRAN_H
#define PW_FRONT_C_CTRAN_H

#include "front/c/ctrans.h"

enum { PW_CT_INDICES = 3, PW_CT_UNROLL = 5000, PW_CT_ELEMENTS = 64, PW_CT_CALLS = 60 };

#define PW_CT_TEXT_KEY "text" /* target of pointers to strings */

/* --- values --- */

enum pw_cval_kind {
    PW_CV_VOID,
    PW_CV_UNINIT,
    PW_CV_INT, /* e; also an integer in a pointer */
    PW_CV_PTR, /* the address of lv */
    PW_CV_NULL,
    PW_CV_FUNC, /* fn */
    PW_CV_STR,
    PW_CV_DYN,    /* a pointer held in a variable: e is its code (0: null) */
    PW_CV_THREAD, /* group */
    PW_CV_HEAP,   /* fresh memory of `bytes` bytes, not yet of a type */
    PW_CV_AGG     /* the struct at lv */
};

struct pw_cindex {
    const struct pw_cx *e; /* which element, from 0 */
    int64_t stride, count;
    uint32_t token;
};

/* A place: obj, and a cell in it; the region is the array that pointer arithmetic may move in. */
struct pw_clv {
    struct pw_cobj *obj;
    const struct pw_ctype *type;
    int64_t offset;
    /* region: count elements of type from cell base; count 1: none */
    int64_t base, count;
    struct pw_cindex index[PW_CT_INDICES];
    uint32_t nindex;
    const struct pw_cx *code; /* instead of obj: the pointer that was followed */
    int64_t inside;           /* cells from there */
    bool region_index;        /* index[nindex - 1] counts elements of the region */
    bool elsewhere;           /* of a row: not the element of this round of the loop */
    bool chosen;              /* of a row: an element, not the whole */
};

struct pw_cval {
    uint8_t kind;
    const struct pw_ctype *type;
    const struct pw_cx *e;
    struct pw_clv lv;
    struct pw_cdecl *fn;
    int32_t group;
    int64_t bytes;
    bool zeroed;
};

/* --- objects --- */

/* What main's loops have put into each element of a row (ctran_row.c). NUMBER: which element it is,
 * plus a constant. */
struct pw_cpart {
    enum { PW_PART_UNSET, PW_PART_VALUE, PW_PART_NUMBER, PW_PART_ANY } how;
    struct pw_cval v;
    pw_cint plus;
};

struct pw_ccell {
    int32_t var;   /* -1: none yet */
    bool known;    /* value says what it holds now */
    int64_t limit; /* of a barrier */
    bool nested;   /* a handle: not all ways to here have set it */
    bool several;  /* a handle: it has been of one thread, and then of another */
    /* shared: groups created before main last set it, when that is as if before all */
    size_t hoisted;
    struct pw_cval value;
    struct pw_cval first; /* shared: what it held when the first thread was created */
    struct pw_cpart part; /* of a row */
    const struct pw_ctype *type;
};

struct pw_cobj {
    const struct pw_cdecl *decl;
    const char *name, *key;
    const char *what; /* in words, where C has no name for it; else NULL */
    const struct pw_ctype *type;
    const struct pw_cheap *heap; /* allocated by a thread, not main; or NULL */
    bool shared;
    bool tls;
    bool row;                         /* one element of it is kept: of each thread */
    bool fresh;                       /* ... allocated in the round of the loop */
    bool handed;                      /* threads have got their elements */
    bool own;                         /* the element of a thread: others are beside it */
    int64_t row_count;                /* -1: not known */
    int64_t row_low;                  /* the first element of the loop */
    uint32_t row_made;                /* region of control, where it was made */
    uint32_t row_in;                  /* body of the loop where it was made, or 0 */
    const struct pw_cstmt *row_loop;  /* that was at work on it last */
    uint32_t row_body;                /* ... and its body: the loop may be translated again */
    const struct pw_cobj *row_bound;  /* the variable that bounds that loop, or NULL */
    unsigned row_bound_made;          /* ... and its value for made */
    uint32_t row_around;              /* region of control around that loop */
    const struct pw_cstmt *row_mixed; /* loop that last set other elements than its own */
    uint32_t region;                  /* of control, where it was declared */
    unsigned loops;                   /* and functions with jumps around it */
    unsigned made;                    /* how often its declaration was passed */
    int32_t thread;                   /* of a local object; -1 */
    int64_t ncells;
    struct pw_ccell *cells;
    unsigned line;
};

struct pw_cbound {
    const struct pw_cdecl *decl;
    struct pw_cobj *obj;
};

struct pw_clabel {
    const char *user, *name;
};

struct pw_cframe {
    PW_VEC(struct pw_clabel) labels;
    struct pw_cdecl *fn;
    struct pw_cframe *up;
    PW_VEC(struct pw_cbound) locals;
    const char *path;       /* of call sites, for keys */
    unsigned nesting;       /* of emitted control, at the call */
    struct pw_cloop *loop;  /* around the call */
    struct pw_cexpr **args; /* as written, or NULL */
    const char *end_label;  /* made when first needed */
    unsigned lefts;         /* returns so far that jump there */
    struct pw_cobj *result; /* when the value is in a variable */
    struct pw_cval value;   /* when it is known */
    bool returned;
    bool tail_return; /* some return that needed no jump */
};

/* A loop or switch around the current statement. */
struct pw_cloop {
    struct pw_cloop *up;
    unsigned in_atomic;
    bool emitted, is_switch;
    unsigned nesting;
    uint32_t region;               /* emitted: of its body */
    uint32_t around;               /* ... and of what is around it */
    const struct pw_cframe *frame; /* emitted: the function it is in */
    const char *break_label, *continue_label;
    unsigned lefts; /* jumps so far that go to one of these, which is still to come */
    const struct pw_cstmt *s;
};

/* The rounds of a loop over numbers: low, low + 1, ..., below a bound. */
struct pw_crounds {
    const struct pw_cstmt *s;    /* the loop; NULL: none */
    const struct pw_cobj *bound; /* the variable that bounds it, or NULL */
    unsigned made;               /* ... and its value for made */
    int64_t low;
};

/* Threads created with one function and one argument. */
struct pw_cgroup {
    struct pw_cdecl *fn;
    struct pw_cval arg;
    int64_t count;  /* -1: any number */
    int32_t parent; /* the group of the thread that creates them, or -1: main */
    size_t root;    /* the group of main that they go back to */
    unsigned epoch;
    uint32_t region; /* of control, where it was created */
    int32_t start;   /* variable that says they may start, or -1 */
    int32_t done;    /* variable that counts those that are done, or -1 */
    int32_t created; /* unbounded: how many there are, or -1 */
    int32_t joined;  /* unbounded: variable that counts those that main has joined, or -1 */
    int32_t result;  /* what it returned */
    int64_t joins;
    uint32_t token;
    bool numbered;                   /* arg is the variable of the loop: low, low + 1, ... */
    bool gaps;                       /* ... of which some are left out */
    bool any_arg;                    /* arg is not known, */
    const struct pw_ctype *any_type; /* but of this type */
    int64_t low;
    struct pw_cobj *own;            /* each gets an element of it */
    const struct pw_cdecl *handles; /* ... and element i this handle; or NULL */
    struct pw_crounds rounds;       /* that create them, one in each */
    const struct pw_cexpr *place;   /* ... and this, of the round, has the handle */
    bool copied;                    /* handles of them were assigned */
    bool over;                      /* all of them have been joined */
    struct pw_cpart *parts;         /* that starts with this */
    const char *name;
};

/* What an operand reads or sets; without an object: where operands begin and end, and the depth of
 * those. */
struct pw_caccess {
    const struct pw_cobj *obj;
    int64_t cell;
    bool set;
};

enum pw_cflow { PW_FLOW_NORMAL, PW_FLOW_BREAK, PW_FLOW_CONTINUE, PW_FLOW_RETURN, PW_FLOW_DEAD };

struct pw_ct {
    const struct pw_cunit *u;
    const struct pw_ctrans_options *o;
    struct pw_cfacts *facts;
    struct pw_cir *ir;
    struct pw_cerror *error;
    bool again;

    PW_VEC(struct pw_cbound) globals, tls;
    PW_VEC(struct pw_cobj *) objects;
    PW_VEC(struct pw_cgroup) groups;
    struct pw_names taken;   /* names of variables, labels and threads */
    struct pw_names watched; /* "THREAD LABEL": those that are counted, once emitted */

    /* the thread at work */
    int32_t thread;     /* index of ir.threads; main is 0 */
    size_t group;       /* its group */
    const char *once;   /* in a function that runs once: which; or NULL */
    bool declaring;     /* objects of the file get their first values */
    bool in_main, live; /* live: threads have been created */
    struct pw_cframe *frame;
    struct pw_cloop *loop;
    struct pw_cstep **tail;
    enum pw_cflow flow;
    unsigned nesting;         /* of emitted ifs and loops */
    uint32_t region, regions; /* each body of emitted control is a region of its own */
    unsigned loops;           /* of emitted loops, and functions with jumps */
    unsigned atomic;
    struct pw_cstep *atomic_step;
    struct pw_cstep **atomic_outer, **atomic_slot;
    unsigned atomic_emitted, atomic_epoch;
    bool blocked;                /* main has waited for a thread */
    bool main_wrote;             /* main has set a shared variable in a step */
    bool main_matters;           /* threads cannot be created all at once */
    bool create_waits;           /* main may wait, or end, between creations of threads */
    unsigned ends_before;        /* steps that end main, before the first creation */
    struct pw_cstep **main_body; /* what there is of it by now */
    /* Behind the first join of main that may have waited for another thread than it says; NULL:
     * there is none. It matters only if main acts afterwards. */
    struct pw_cstep **after_loose;
    uint32_t loose;       /* its token */
    uint32_t loose_count; /* variable that it counts up */
    unsigned emitted;     /* steps of main */
    unsigned epoch;
    unsigned calls; /* depth */
    unsigned temps, marks;
    unsigned orders; /* operands at work, inside each other, whose order is open */
    PW_VEC(struct pw_caccess) accesses;
    const struct pw_cexpr *ignored; /* a call of which nobody wants the value */
    uint32_t token, last;           /* of the statement at work */
    bool ending;                    /* what is done is done after the function of the thread */
    const char *thread_end;         /* label */
    bool end_used;
    uint32_t steps;
};

_Noreturn void pw_ct_fail(struct pw_ct *t, uint32_t token, const char *hint, const char *format,
                          ...) __attribute__((format(printf, 4, 5)));
/* An object in a message: "'x'", or words where C has no name for it. */
const char *pw_ct_spoken(struct pw_ct *t, const struct pw_cobj *o);
void pw_ct_note(struct pw_ct *t, uint32_t token, bool approximate, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* The same of a step that more runs pass than C has, and that counts up var: void of runs that do
 * not pass it. */
void pw_ct_note_passed(struct pw_ct *t, uint32_t token, uint32_t var, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
/* The same of a value that is read as more than it is: void if nothing reads it. */
void pw_ct_note_about(struct pw_ct *t, uint32_t token, const struct pw_cval *v, const char *format,
                      ...) __attribute__((format(printf, 4, 5)));

/* emission (ctran_emit.c) */
struct pw_cstep *pw_ct_emit(struct pw_ct *t, enum pw_cs_kind kind);
void pw_ct_assign(struct pw_ct *t, uint32_t var, const struct pw_cx *e); /* one step; e as it is */
void pw_ct_assume(struct pw_ct *t, const struct pw_cx *c);
void pw_ct_assert(struct pw_ct *t, const struct pw_cx *c, enum pw_cclass class);
void pw_ct_goto(struct pw_ct *t, const char *label);
void pw_ct_label(struct pw_ct *t, const char *label);
const char *pw_ct_fresh(struct pw_ct *t, const char *base); /* a name not taken */
uint32_t pw_ct_temp(struct pw_ct *t, pw_cint lo, pw_cint hi);
/* `about` says what it is, in words. */
uint32_t pw_ct_shared(struct pw_ct *t, const char *name, const char *about, pw_cint value,
                      pw_cint lo, pw_cint hi);
/* into a temporary, if it reads shared ones */
const struct pw_cx *pw_ct_spill(struct pw_ct *t, const struct pw_cx *e);
void pw_ct_spill_val(struct pw_ct *t, struct pw_cval *v);
/* Lists of steps: what follows goes into *list, until the old place is given back. */
struct pw_cstep **pw_ct_into(struct pw_ct *t, struct pw_cstep **list);

/* objects (ctran_obj.c) */
struct pw_cobj *pw_ct_object(struct pw_ct *t, const struct pw_cdecl *d, const char *name,
                             const char *key, const struct pw_ctype *type, bool shared,
                             uint32_t token);
struct pw_cobj *pw_ct_find(struct pw_ct *t, const struct pw_cdecl *d, uint32_t token);
struct pw_cobj *pw_ct_local(struct pw_ct *t, struct pw_cdecl *d); /* of the frame; made if new */
void pw_ct_materialise(struct pw_ct *t, struct pw_cobj *o, int64_t cell);
/* A local object comes into being: what is read before it is set holds any value. */
void pw_ct_unset(struct pw_ct *t, struct pw_cobj *o);
/* From now on what is read of the object is any value; false: it is not made of integers. */
bool pw_ct_blur(struct pw_ct *t, const struct pw_cobj *o);
/* Any value of lo..hi, chosen in a step. */
struct pw_cval pw_ct_any(struct pw_ct *t, const struct pw_ctype *type, pw_cint lo, pw_cint hi);
/* v is seen by others */
void pw_ct_share(struct pw_ct *t, const struct pw_cval *v, uint32_t token);
void pw_ct_go_live(struct pw_ct *t); /* the first thread is created */
/* May the cell be kept as a known value, without a variable? And from the next translation on not
 * any more. */
bool pw_ct_is_tracked(struct pw_ct *t, struct pw_cobj *o, int64_t cell);
void pw_ct_make_variable(struct pw_ct *t, struct pw_cobj *o, int64_t cell);
struct pw_cval pw_ct_load(struct pw_ct *t, const struct pw_clv *lv, uint32_t token);
void pw_ct_store(struct pw_ct *t, const struct pw_clv *lv, struct pw_cval v, uint32_t token);
struct pw_clv pw_ct_place(struct pw_cobj *o);
/* New memory for `count` objects of a type. */
struct pw_cobj *pw_ct_new_memory(struct pw_ct *t, const struct pw_cheap *h, uint32_t token);
struct pw_clv pw_ct_element(struct pw_ct *t, const struct pw_clv *lv, const struct pw_cx *i,
                            uint32_t token);
void pw_ct_initialise(struct pw_ct *t, struct pw_cobj *o, const struct pw_ctype *type, int64_t at,
                      const struct pw_cexpr *init);
/* One step that reads and writes a place at once: what is stored is made from what is there.
 * accesses of the new value besides the place: none. */
struct pw_cval pw_ct_place_value(struct pw_ct *t, const struct pw_clv *lv, uint32_t token);
void pw_ct_store_atomic(struct pw_ct *t, const struct pw_clv *lv, const struct pw_cx *now,
                        int32_t old_var, const struct pw_cx *old, uint32_t token);
struct pw_cval pw_ct_update(struct pw_ct *t, const struct pw_clv *lv, uint32_t op, struct pw_cval b,
                            bool want_old, bool want_new, uint32_t token); /* lv op= b, one step */
const struct pw_cx *pw_ct_code(struct pw_ct *t, const struct pw_cval *v, uint32_t token);
/* The type of the part at cell `at` of an object of type t, if it is the wanted one; else NULL. */
const struct pw_ctype *pw_ct_type_at(const struct pw_ctype *t, int64_t at, int64_t base,
                                     int64_t count, const struct pw_ctype *want);
struct pw_clv pw_ct_deref(struct pw_ct *t, const struct pw_cval *v, uint32_t token);
bool pw_ct_target(struct pw_ct *t, unsigned code, struct pw_clv *out, struct pw_cdecl **fn);

/* rows (ctran_row.c) */
/* The variable that the innermost loop counts up by one from a constant, and nothing else changes;
 * or NULL. */
const struct pw_cdecl *pw_ct_loop_variable(const struct pw_ct *t, int64_t *low);
/* Is the place at work reached for each number that the loop comes to? */
bool pw_ct_every_round(const struct pw_ct *t);
/* The rounds at work; none: the place is in no loop over numbers, or in several loops. */
struct pw_crounds pw_ct_rounds(struct pw_ct *t);
/* An argument of the function at work as it stands in the call, if nobody has changed it. */
struct pw_cexpr *pw_ct_as_called(const struct pw_ct *t, struct pw_cexpr *e);
/* Is a thread of g joined in each round, the one that the round of the same number has created? */
bool pw_ct_joins_all(struct pw_ct *t, const struct pw_cgroup *g, const struct pw_cexpr *handle);
/* The type of an array, with one element. */
const struct pw_ctype *pw_ct_one_element(struct pw_ct *t, const struct pw_ctype *array);
/* The object holds one element of count (-1: not known). */
void pw_ct_make_row(struct pw_ct *t, struct pw_cobj *o, int64_t count, bool zeroed);
/* Is it the element of an array with the number of the loop? Then it is a row from now on. */
bool pw_ct_may_be_row(struct pw_ct *t, const struct pw_cval *arg);
void pw_ct_no_row(struct pw_ct *t, const struct pw_cobj *o);
struct pw_clv pw_ct_row_element(struct pw_ct *t, const struct pw_clv *lv, const struct pw_cx *i,
                                uint32_t token);
struct pw_cval pw_ct_row_load(struct pw_ct *t, const struct pw_clv *lv, uint32_t token);
/* memset(lv, 0, bytes), -1: not known. False: of one element, as of any object. */
bool pw_ct_row_clear(struct pw_ct *t, const struct pw_clv *lv, int64_t bytes, uint32_t token);
/* A call writes something to there. */
void pw_ct_row_blur(struct pw_ct *t, const struct pw_clv *lv, uint32_t token);
void pw_ct_row_store(struct pw_ct *t, const struct pw_clv *lv, const struct pw_cval *v,
                     uint32_t token);
/* A pointer to a row is stored in a variable: main knows it from here on, and nobody else may read
 * it. False: it is no such pointer. */
bool pw_ct_row_held(struct pw_ct *t, struct pw_cobj *o, int64_t cell, const struct pw_cval *v,
                    struct pw_cfact *f, uint32_t token);
/* The address of an element is kept where it may not be. */
_Noreturn void pw_ct_refuse_row(struct pw_ct *t, const struct pw_cobj *o, uint32_t token);
/* The variable holds pointers to rows only: which one, here? */
struct pw_cval pw_ct_row_holder(struct pw_ct *t, const struct pw_cobj *o, int64_t cell);
/* The argument of a thread that is being created: is it an element of a row? */
bool pw_ct_hand_over(struct pw_ct *t, const struct pw_cval *arg, struct pw_cgroup *g,
                     uint32_t token);
/* Its handle is put there. */
void pw_ct_row_created(struct pw_ct *t, struct pw_cgroup *g, const struct pw_cexpr *handle);
/* A thread of the group is joined, by this handle: if that is done with all of them, one after the
 * other, main has their elements again. */
void pw_ct_row_joined(struct pw_ct *t, struct pw_cgroup *g, const struct pw_cexpr *handle);
/* The address of the element of the thread at work. */
struct pw_cval pw_ct_own_part(struct pw_ct *t, const struct pw_cgroup *g,
                              const struct pw_cx *number);

/* arithmetic (ctran_arith.c) */
struct pw_cval pw_ct_int(struct pw_ct *t, const struct pw_ctype *type, const struct pw_cx *e);
struct pw_cval pw_ct_num(struct pw_ct *t, const struct pw_ctype *type, pw_cint v);
bool pw_ct_known(const struct pw_cval *v, pw_cint *out);
struct pw_cval pw_ct_convert(struct pw_ct *t, struct pw_cval v, const struct pw_ctype *to,
                             uint32_t token);
struct pw_cval pw_ct_binary(struct pw_ct *t, uint32_t op, struct pw_cval a, struct pw_cval b,
                            const struct pw_ctype *type, uint32_t token);
struct pw_cval pw_ct_negate(struct pw_ct *t, uint32_t op, struct pw_cval a,
                            const struct pw_ctype *type, uint32_t token);
/* a op b as integers of the type, for atomic steps: no assertion is emitted; *check is what must
 * hold for the operation to be right (NULL: nothing). */
const struct pw_cx *pw_ct_combine(struct pw_ct *t, uint32_t op, const struct pw_cx *a,
                                  const struct pw_cx *b, const struct pw_ctype *type,
                                  const struct pw_cx **check, enum pw_cclass *class,
                                  uint32_t token);
const struct pw_cx *pw_ct_truth(struct pw_ct *t, const struct pw_cval *v, uint32_t token);

/* expressions (ctran_expr.c) */
struct pw_cval pw_ct_eval(struct pw_ct *t, struct pw_cexpr *e);
struct pw_clv pw_ct_lvalue(struct pw_ct *t, struct pw_cexpr *e);
const struct pw_cx *pw_ct_cond(struct pw_ct *t, struct pw_cexpr *e);
bool pw_ct_quiet(struct pw_ct *t, const struct pw_cexpr *e); /* no step is needed to evaluate it */
void pw_ct_effect(struct pw_ct *t, struct pw_cexpr *e);      /* evaluate and forget */
const struct pw_ctype *pw_ct_type_int(void);

/* calls (ctran_call.c, ctran_sync.c) */
struct pw_cval pw_ct_call(struct pw_ct *t, struct pw_cexpr *e);
/* written: the arguments in the text; NULL: there are none. */
struct pw_cval pw_ct_inline(struct pw_ct *t, struct pw_cdecl *f, struct pw_cval *args,
                            struct pw_cexpr **written, uint32_t nargs, uint32_t token);
bool pw_ct_known_call(struct pw_ct *t, const char *name, struct pw_cexpr *e, struct pw_cval *out);
bool pw_ct_atomic_call(struct pw_ct *t, const char *name, struct pw_cexpr *e, struct pw_cval *out);
bool pw_ct_is_error(const char *name);
/* A variable that nobody changes stands for v. */
void pw_ct_alias(struct pw_ct *t, struct pw_cobj *o, struct pw_cval v);
/* a[i] or *a of a string or of what main was called with: an arbitrary character, or a text. */
bool pw_ct_text_element(struct pw_ct *t, struct pw_cexpr *e, struct pw_cval *out);

/* Does evaluating it change anything? */
bool pw_ct_has_effect(const struct pw_cexpr *e);

/* memory (ctran_memory.c): malloc and its relatives, memset, memcpy, and calls that write texts */
/* A size, -1 if it is not known here; its evaluation leaves no steps. */
int64_t pw_ct_constant(struct pw_ct *t, struct pw_cexpr *e);
bool pw_ct_memory_call(struct pw_ct *t, const char *name, struct pw_cexpr *e, struct pw_cval *out);

/* operands (ctran_order.c) */
/* Operands that C evaluates in any order are evaluated from left to right; what they read and set
 * of objects is recorded. Operand i is what was recorded between pw_ct_order_next calls. It is an
 * error if one sets what another reads or sets: the order would matter. (Locks and the like are
 * left out: each is taken and given back in one operand.) */
void pw_ct_order_begin(struct pw_ct *t);
void pw_ct_order_next(struct pw_ct *t);
void pw_ct_order_end(struct pw_ct *t, uint32_t token);
void pw_ct_order_note(struct pw_ct *t, const struct pw_cobj *o, int64_t cell, bool set);

/* threads that threads create (ctran_child.c) */
bool pw_ct_is_single(const struct pw_ct *t); /* there is one thread like the one at work */
bool pw_ct_is_sole(const struct pw_ct *t);   /* ... and no other with its function */
/* How many threads the one at work creates here: 1, or -1 for any number. */
int64_t pw_ct_child_count(struct pw_ct *t, const struct pw_cdecl *fn, const struct pw_cval *arg,
                          uint32_t token);
/* The group of those that others like it create here, or -1. */
int32_t pw_ct_find_child(const struct pw_ct *t, const struct pw_cdecl *fn,
                         const struct pw_cval *arg, uint32_t token);
/* Is the handle put where it is not looked for? */
bool pw_ct_hides_handle(struct pw_ct *t, const struct pw_clv *lv, uint32_t token);
bool pw_ct_is_joined_by_thread(struct pw_ct *t, int32_t group);
/* The thread at work joins one of the group of h; false: it is read as not waiting. */
bool pw_ct_may_join(struct pw_ct *t, const struct pw_cval *h, uint32_t token);

/* handles of threads (ctran_handle.c) */
/* Is it a handle of a thread, as a value? Its type is then no integer. */
bool pw_ct_is_handle(const struct pw_ctype *type);
struct pw_clv pw_ct_handle_place(struct pw_ct *t, struct pw_cexpr *e); /* where e points to */
/* A cell gets a value; sure: it does, if control gets here. Where another one may be in it
 * afterwards, it is made a variable. */
void pw_ct_keep_handle(struct pw_ct *t, struct pw_cobj *o, int64_t cell, struct pw_cval v,
                       bool sure);
/* What it holds; a thread may look when main has not set it the last time. */
struct pw_cval pw_ct_kept_handle(struct pw_ct *t, struct pw_cobj *o, int64_t cell);
/* lv gets the handle of a group. */
void pw_ct_set_handle(struct pw_ct *t, const struct pw_clv *lv, int32_t group, uint32_t token);
/* What lv holds: a group, a value, or it is not known (PW_CV_UNINIT). */
struct pw_cval pw_ct_handle_in(struct pw_ct *t, const struct pw_clv *lv, uint32_t token);
const struct pw_cx *pw_ct_thread_code(struct pw_ct *t, int32_t group, uint32_t token);
struct pw_cval pw_ct_self(struct pw_ct *t, uint32_t token); /* pthread_self() */

/* threads (ctran_thread.c) */
bool pw_ct_same_value(const struct pw_cval *a, const struct pw_cval *b);
bool pw_ct_is_known_argument(const struct pw_cval *v);
void pw_ct_create(struct pw_ct *t, struct pw_cexpr *e, bool c11);
void pw_ct_join(struct pw_ct *t, struct pw_cexpr *e);
bool pw_ct_threads(const struct pw_cstmt *s, const struct pw_cexpr *e); /* created or joined */
bool pw_ct_is_thread_call(const char *name);                            /* ... by that */
void pw_ct_end_thread(struct pw_ct *t, struct pw_cexpr *value);         /* value: or NULL */

/* The body of emitted control: a region of its own. */
struct pw_cbody {
    struct pw_cstep **outer;
    uint32_t region;
    unsigned lefts; /* where it was opened */
};
struct pw_cbody pw_ct_open(struct pw_ct *t, struct pw_cstep **list);
void pw_ct_close(struct pw_ct *t, struct pw_cbody b);
/* Back to a region of control that was left for another: a new one, if control has perhaps left it
 * by one of the jumps since there were that many: returns of the function, and jumps out of loops
 * and switches that run at translation time, while their label is still to come. */
unsigned pw_ct_lefts(const struct pw_ct *t);
void pw_ct_leave_region(struct pw_ct *t, uint32_t region, unsigned lefts);
/* A jump to the end of a loop or switch at translation time, and where such jumps meet again what
 * was not jumped over: control is then where it was before (region, lefts). */
void pw_ct_break_by_jump(struct pw_ct *t, struct pw_cloop *l);
void pw_ct_land(struct pw_ct *t, const char *label, uint32_t region, unsigned lefts);
void pw_ct_loop(struct pw_ct *t, struct pw_cstmt *s); /* WHILE, DO, FOR (ctran_loop.c) */

/* statements (ctran_stmt.c) */
void pw_ct_stmt(struct pw_ct *t, struct pw_cstmt *s, bool tail);
/* Are there jumps in the function that can be reached, in some call of it? */
bool pw_ct_jumps(struct pw_ct *t, const struct pw_cdecl *f);
void pw_ct_assert_expr(struct pw_ct *t, struct pw_cexpr *e);
void pw_ct_assume_expr(struct pw_ct *t, struct pw_cexpr *e);
void pw_ct_atomic_begin(struct pw_ct *t);
void pw_ct_atomic_end(struct pw_ct *t, uint32_t token);

#endif

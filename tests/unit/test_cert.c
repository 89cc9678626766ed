#include "unit/unit.h"

#include <string.h>

#include "cert/certificate.h"
#include "drcover/encode_dr.h"
#include "oracle/cert_compare.h"

static unsigned scale(void)
{
    const char *s = getenv("PWQO_TEST_SCALE");
    return s && atoi(s) > 0 ? (unsigned)atoi(s) : 1;
}

/* ---- templates of the library from systems of the oracle ---- */

static void add_fields(struct pw_dual *t, uint32_t q, const struct oc_fields *f,
                       const uint32_t *preds)
{
    char name[20];
    for (int i = 0; i < f->n; i++) {
        snprintf(name, sizeof name, "f%d", i);
        bool bit = f->lo[i] == 0 && f->size[i] == 2;
        if (bit && q == PW_NO_INDEX)
            pw_dual_add_shared_bit(t, preds[i]);
        else if (bit)
            pw_dual_add_local_bit(t, q, preds[i]);
        else if (q == PW_NO_INDEX)
            pw_dual_add_shared_value(t, name, PW_FIELD_RANGE, f->lo[i], f->lo[i] + f->size[i] - 1);
        else
            pw_dual_add_local_value(t, q, name, PW_FIELD_RANGE, f->lo[i],
                                    f->lo[i] + f->size[i] - 1);
    }
}

static void add_structure(struct pw_dual *t, const struct oc *c)
{
    uint32_t shared[OC_FIELDS], local[OC_FIELDS];
    char name[30];
    for (int i = 0; i < OC_FIELDS; i++) {
        snprintf(name, sizeof name, "s%d", i);
        shared[i] = pw_dual_add_pred(t, name, "s > \\ 0", PW_TPRED_SHARED);
        snprintf(name, sizeof name, "p%d", i);
        local[i] = pw_dual_add_pred(t, name, i ? "l != other.l" : "", PW_TPRED_INTER);
    }
    add_fields(t, PW_NO_INDEX, &c->shared, shared);
    for (int i = 0; i < c->nlabels; i++)
        snprintf(name, sizeof name, "lab %d", i), pw_dual_add_label(t, name);
    for (int q = 0; q < c->nkinds; q++) {
        snprintf(name, sizeof name, "t%d", q);
        pw_dual_add_kind(t, name, c->kind[q].count);
        add_fields(t, (uint32_t)q, &c->kind[q].f, local);
    }
    for (int l = 0; l < c->nlocs; l++) {
        snprintf(name, sizeof name, "L%d", l);
        pw_dual_add_loc(t, (uint32_t)c->loc[l].kind, name, (unsigned)l, PW_TLOC_NORMAL);
        for (int k = 0; k < c->nlabels; k++)
            if (c->loc[l].labels >> k & 1) pw_dual_label_loc(t, (uint32_t)l, (uint32_t)k);
    }
    for (int q = 0; q < c->nkinds; q++)
        pw_dual_set_entry(t, (uint32_t)q, (uint32_t)c->kind[q].entry);
    for (int s = 0; s < c->nstmts; s++)
        pw_dual_add_stmt(t, (uint32_t)c->loc[c->from[s]].kind, (uint32_t)c->from[s],
                         (uint32_t)c->to[s], 7, s ? "x = x + 1;" : "a\nb");
}

static void fill(struct pw_row *row, enum pw_role role, const struct oc_fields *f,
                 const struct oc_cube *now, const struct oc_cube *next)
{
    for (int i = 0; i < f->n; i++) {
        if (now->at[i] >= 0) pw_row_set(row, role, (uint32_t)i, PW_NOW, now->at[i] + f->lo[i]);
        if (next && next->at[i] >= 0)
            pw_row_set(row, role, (uint32_t)i, PW_NEXT, next->at[i] + f->lo[i]);
        if (next && next->at[i] == OC_KEEP) { /* "now = v, next = now" is written as v, v */
            if (now->at[i] >= 0)
                pw_row_set(row, role, (uint32_t)i, PW_NEXT, now->at[i] + f->lo[i]);
            else
                pw_row_keep(row, role, (uint32_t)i);
        }
    }
}

static void add_rows(struct pw_dual *t, const struct oc *c)
{
    for (int i = 0; i < c->nactives; i++)
        for (int k = 0; k < c->npassives; k++) {
            const struct oc_active *a = &c->active[i];
            const struct oc_passive *p = &c->passive[k];
            if (!a->with[k]) continue;
            uint32_t kind = (uint32_t)c->loc[c->from[a->stmt]].kind;
            struct pw_row *row = pw_row_new(t, kind, (uint32_t)p->kind);
            fill(row, PW_SHARED, &c->shared, &a->s, &a->s2);
            fill(row, PW_ACTIVE, &c->kind[kind].f, &a->l, &a->l2);
            fill(row, PW_PASSIVE, &c->kind[p->kind].f, &p->now, &p->next);
            row->passive_loc = p->loc < 0 ? PW_NO_INDEX : (uint32_t)p->loc;
            pw_dual_add_step_row(t, (uint32_t)a->stmt, row);
            pw_row_free(row);
        }
    for (int i = 0; i < c->nstarts; i++) {
        const struct oc_start *s = &c->start[i];
        struct pw_row *row = pw_row_new(t, (uint32_t)s->active, (uint32_t)s->passive);
        fill(row, PW_SHARED, &c->shared, &s->s, NULL);
        fill(row, PW_ACTIVE, &c->kind[s->active].f, &s->l, NULL);
        fill(row, PW_PASSIVE, &c->kind[s->passive].f, &s->p, NULL);
        pw_dual_add_init_row(t, row);
        pw_row_free(row);
    }
    for (int i = 0; i < c->nbads; i++) {
        uint32_t bad = pw_dual_add_bad(t, i ? "something\\bad" : NULL, (unsigned)i);
        for (int k = 0; k < c->bad[i].n; k++)
            pw_dual_add_bad_term(t, bad, (uint32_t)c->bad[i].label[k], (uint32_t)c->bad[i].k[k]);
    }
}

static struct pw_dual *template_of(const struct oc *c)
{
    struct pw_dual *t = pw_dual_new();
    add_structure(t, c);
    pw_dual_layout(t);
    add_rows(t, c);
    return t;
}

/* ---- proofs of the engine ---- */

/* Decides the closed template; appends a certificate if it is safe. */
static enum pw_cover_verdict certify(struct pw_dual *t, enum pw_closure_mode mode, bool prune,
                                     struct pw_strbuf *out)
{
    struct pw_source input;
    struct pw_define define = {"N", "-3"};
    pw_source_from_text(&input, "dir name/a.dr", "text", 4);
    const struct pw_source *inputs[] = {&input};
    struct pw_cert_about about = {inputs, 1, &define, 1};
    struct pw_closure *c = pw_closure_new(t, mode);
    struct pw_encoding *e = PW_NEW(struct pw_encoding);
    struct pw_cover_options o;
    struct pw_cover_result r = {0};
    struct pw_cover_stats stats = {0};
    pw_encode_dr(e, c);
    pw_cover_options_init(&o);
    o.certify = o.basis = true, o.ideals = false, o.prune = prune;
    pw_cover_decide(&e->system, &o, &r, &stats);
    enum pw_cover_verdict verdict = r.verdict;
    if (verdict == PW_UNCOVERED)
        pw_cert_write_template(out, &about, t, mode, &e->states, e->occupied.at, e->occupied.n,
                               (struct pw_cert_traps){0}, &r);
    pw_cover_result_clear(&r, e->system.globals);
    pw_encoding_clear(e);
    PW_FREE(e);
    pw_closure_free(c);
    pw_source_clear(&input);
    return verdict;
}

static void check_reading(struct pw_dual *t, const struct pw_strbuf *cert,
                          enum pw_closure_mode mode)
{
    struct pw_source src, other;
    struct pw_diags d = {0};
    struct pw_cert_head head;
    pw_source_from_text(&src, "x.cert", cert->at, cert->n);
    struct pw_dual *back = pw_cert_read_template(&src, &head, &d);
    ck_assert_ptr_nonnull(back);
    ck_assert(pw_dual_equal(t, back));
    ck_assert_int_eq(head.mode, mode);
    ck_assert_uint_eq(head.defines.n, 1);
    ck_assert_str_eq(head.defines.at[0].name, "N");
    ck_assert_str_eq(head.defines.at[0].value, "-3");
    ck_assert_str_eq(head.inputs.at[0].name, "dir name/a.dr");
    pw_source_from_text(&other, "a.dr", "text", 4);
    ck_assert(pw_cert_is_about(&head, &other));
    ck_assert(!pw_cert_is_about(&head, &src));
    pw_source_clear(&other);
    pw_cert_head_clear(&head);
    pw_dual_free(back);
    pw_diags_clear(&d);
    pw_source_clear(&src);
}

static unsigned elements(const struct pw_strbuf *cert)
{
    const char *at = strstr(cert->at, "\nbasis ");
    return at ? (unsigned)strtoul(at + 7, NULL, 10) : 0;
}

START_TEST(proofs_of_random_templates)
{
    static struct oc c;
    struct tally t = {0};
    unsigned covered = 0, number = 500 * scale();
    for (unsigned long seed = 1; t.made < number; seed++) {
        struct rnd r = {seed * 0x9e3779b97f4a7c15ULL};
        struct pw_strbuf cert = {0};
        cert_random_system(&r, &c);
        struct pw_dual *template = template_of(&c);
        enum pw_closure_mode mode = c.witness ? PW_CLOSURE_WITNESS : PW_CLOSURE_PAPER;
        enum pw_cover_verdict v = certify(template, mode, rnd_below(&r, 4) > 0, &cert);
        if (v == PW_COVERED) {
            covered++;
            ck_assert_msg(!oc_make(&c, false),
                          "seed %lu: the oracle has a proof, the engine a trace", seed);
        } else {
            struct tally own = {0};
            ck_assert_int_eq(v, PW_UNCOVERED);
            ck_assert_msg(cert_compare(cert.at, cert.n, &own, seed) == PWC_VALID,
                          "seed %lu: the engine's certificate is refused", seed);
            check_reading(template, &cert, mode);
            t.made++, t.elements += elements(&cert);
            if (elements(&cert) >= 2 || rnd_below(&r, 8) == 0)
                cert_compare_mutants(&r, cert.at, cert.n, elements(&cert) >= 2 ? 20 : 2, &t, seed);
        }
        pw_strbuf_clear(&cert);
        pw_dual_free(template);
    }
    cert_print_tally("engine", &t);
    printf("  %u coverable\n", covered);
}
END_TEST

/* The reader takes or refuses mutants, and gives back all memory; what it takes it prints as it
 * was. */
START_TEST(reading_mutants)
{
    static struct oc c;
    static char text[CERT_ROOM];
    unsigned taken = 0, refused = 0;
    for (unsigned long seed = 1; taken + refused < 1500 * scale(); seed++) {
        struct rnd r = {seed * 0x9e3779b97f4a7c15ULL};
        struct pw_source src;
        struct pw_diags d = {0};
        struct pw_cert_head head;
        struct pw_strbuf cert = {0};
        cert_random_system(&r, &c);
        struct pw_dual *t = template_of(&c);
        if (certify(t, PW_CLOSURE_WITNESS, true, &cert) == PW_UNCOVERED)
            for (int i = 0; i < 10; i++) {
                memcpy(text, cert.at, cert.n + 1);
                size_t n = cert_mutate(&r, text, cert.n, sizeof text);
                pw_source_from_text(&src, "x.cert", text, n);
                struct pw_dual *back = pw_cert_read_template(&src, &head, &d);
                ck_assert((back == NULL) == (d.errors > 0));
                back ? taken++ : refused++;
                if (back) pw_dual_check(back), pw_dual_free(back), pw_cert_head_clear(&head);
                pw_diags_clear(&d);
                pw_source_clear(&src);
            }
        pw_dual_free(t);
        pw_strbuf_clear(&cert);
    }
    printf("reader: %u mutants taken, %u refused\n", taken, refused);
    ck_assert_uint_gt(taken, 100);
}
END_TEST

/* ---- nets ---- */

/* By a basis, or with `ideals` by those alone. */
static enum pwc_status certify_net(const char *path, const char *init_text, bool ideals,
                                   struct pwc_result *result)
{
    struct pw_source src, prop = {0}, init = {0};
    const struct pw_source *inputs[] = {&src, &prop};
    struct pw_cert_about about = {inputs, 1, NULL, 0};
    struct pw_diags d = {0};
    struct pw_net net = {0};
    struct pw_strbuf cert = {0};
    const char *why, *dot = strrchr(path, '.');
    char other[500];
    ck_assert_msg(pw_source_read(&src, path, &why) == PW_SOURCE_OK, "%s: %s", path, why);
    bool ok;
    if (!strcmp(dot, ".tts")) {
        snprintf(other, sizeof other, "%.*s.prop", (int)(dot - path), path);
        ck_assert_int_eq(pw_source_read(&prop, other, &why), PW_SOURCE_OK);
        pw_source_from_text(&init, "--init", init_text, strlen(init_text));
        about.ninputs = 2;
        ok = pw_net_read_tts(&net, &src, &prop, &init, &d);
    } else
        ok = pw_net_read_spec(&net, &src, &d);
    ck_assert_msg(ok, "%s", path);
    struct pw_cover_options o;
    struct pw_cover_result r = {0};
    struct pw_cover_stats stats = {0};
    pw_cover_options_init(&o);
    o.certify = true, o.ideals = ideals, o.backward = !ideals;
    pw_cover_decide(&net.system, &o, &r, &stats);
    ck_assert_msg(r.verdict == PW_UNCOVERED, "%s is safe", path);
    pw_cert_write_net(&cert, &about, &net, &r);
    pwc_check(cert.at, cert.n, NULL, result);
    pw_strbuf_clear(&cert);
    pw_cover_result_clear(&r, net.system.globals);
    pw_net_clear(&net);
    pw_diags_clear(&d);
    pw_source_clear(&src), pw_source_clear(&prop), pw_source_clear(&init);
    return result->status;
}

START_TEST(proofs_of_public_nets)
{
    static const struct {
        const char *file, *init;
        bool slow_forward; /* ideals alone take long to find */
    } safe[] = {{"tts/Javasanserreur.tts", "0/0", false},
                {"tts/conditionals.2.tts", "0/0", false},
                {"tts/spin2003.2.tts", "0|0", false},
                {"tts/ff_transfer_uncoverable.tts", "0/0", false},
                {"tts/ff_simple_multitransfer_pruning.tts", "0|0", false},
                {"spec/CSMbroad.spec", "", false},
                {"spec/MOESI.spec", "", false},
                {"spec/MultiME.spec", "", false},
                {"spec/basicME.spec", "", false},
                {"spec/basicextransfer.spec", "", false},
                {"spec/so_reslockbeh_critical_d2.spec", "", true},
                {"spec/multipool.spec", "", false},
                {"spec/bingham_h250.spec", "", false}};
    for (size_t i = 0; i < sizeof safe / sizeof *safe; i++) {
        char path[600];
        struct pwc_result r;
        const char *bench = getenv("PWQO_BENCH");
        snprintf(path, sizeof path, "%s%s/%s", bench ? bench : SRCDIR,
                 bench ? "" : "/../shared/bench", safe[i].file);
        FILE *f = fopen(path, "r");
        if (!f) {
            printf("skipped: %s is not there\n", path);
            continue;
        }
        fclose(f);
        ck_assert_msg(certify_net(path, safe[i].init, false, &r) == PWC_VALID, "%s: line %lu: %s",
                      path, r.line, r.message);
        if (safe[i].slow_forward) continue;
        ck_assert_msg(certify_net(path, safe[i].init, true, &r) == PWC_VALID, "%s: line %lu: %s",
                      path, r.line, r.message);
        ck_assert(r.ideals > 0 && r.basis == 0);
    }
}
END_TEST

static void tests(TCase *c)
{
    tcase_add_test(c, proofs_of_random_templates);
    tcase_add_test(c, reading_mutants);
    tcase_add_test(c, proofs_of_public_nets);
}

UNIT_MAIN("cert", tests)

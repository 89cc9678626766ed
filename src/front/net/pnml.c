/* pnml.c -- the reader of `.pnml` (ISO/IEC 15909-2), place/transition nets.
 *
 * Pages are flattened, references to nodes of other pages resolved. Graphics and what single tools
 * add are passed over. One file holds one net; nets of other types, arcs that are not plain and
 * capacities are refused, however a tool writes them. Places are known by their id. */
#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "base/decimal.h"
#include "front/net/netscan.h"
#include "front/net/ptnet.h"
#include "front/net/xml.h"

enum node_kind { NODE_PLACE, NODE_TRANS, NODE_REFERENCE };

struct node {
    enum node_kind kind;
    uint32_t number; /* of the place or transition; of a reference: the id that it stands for */
    size_t from;     /* where it is said */
};

struct arc {
    uint32_t source, target; /* ids */
    int64_t count;
    size_t from;
};

struct pnml {
    struct pw_ptnet b;
    struct pw_xml xml;
    struct pw_names ids;
    PW_VEC(struct node) nodes; /* per id, with gaps: from == SIZE_MAX is an id not yet declared */
    PW_VEC(struct arc) arcs;
    struct pw_strbuf label; /* the text of one, and where it begins */
    size_t said;
    unsigned line;
    size_t counted;
    bool net; /* one was seen */
};

static uint32_t id_of(struct pnml *s, const char *name)
{
    uint32_t id = pw_names_intern(&s->ids, name);
    while (s->nodes.n <= id) {
        struct node none = {.from = SIZE_MAX};
        pw_vec_push(&s->nodes, none);
    }
    return id;
}

static bool error_at(struct pnml *s, size_t from, const char *what, const char *name)
{
    if (name)
        pw_diag_add(s->b.d, PW_ERROR, s->b.src, from, from, NULL, "%s: '%.80s'", what, name);
    else
        pw_diag_add(s->b.d, PW_ERROR, s->b.src, from, from, NULL, "%s", what);
    return false;
}

/* The attribute of the element just started, as an id. */
static bool read_id(struct pnml *s, const char *attribute, uint32_t *id)
{
    const char *value = pw_xml_value(&s->xml, attribute);
    char what[60];
    if (!value || !*value) {
        snprintf(what, sizeof what, "the element has no attribute '%s'", attribute);
        return pw_xml_error(&s->xml, NULL, what);
    }
    *id = id_of(s, value);
    return true;
}

static bool declare(struct pnml *s, uint32_t id, enum node_kind kind, uint32_t number)
{
    if (s->nodes.at[id].from != SIZE_MAX)
        return error_at(s, s->xml.from, "an id is declared twice", s->ids.at[id]);
    struct node n = {kind, number, s->xml.from};
    assert(id < s->nodes.n);
    s->nodes.at[id] = n;
    return true;
}

/* The text of the label just started, <text> or <value>, in s->label; the label is passed. *n: how
 * many there are. */
static bool read_label(struct pnml *s, unsigned *n)
{
    struct pw_xml *x = &s->xml;
    size_t deep = x->open.n;
    pw_strbuf_reset(&s->label);
    s->said = x->from;
    for (*n = 0; x->open.n >= deep;) {
        bool inside = x->open.n > deep;
        if (pw_xml_next(x) == PW_XML_BAD) return false;
        if (x->kind == PW_XML_TEXT && inside) {
            if (s->label.n == 0) s->said = x->from;
            pw_strbuf_write(&s->label, x->text.at, x->text.n);
        } else if (x->kind == PW_XML_START) {
            if (inside) return pw_xml_error(x, NULL, "expected text, not an element");
            if (pw_xml_is(x, "text") || pw_xml_is(x, "value"))
                ++*n;
            else if (!pw_xml_skip(x))
                return false;
        }
    }
    return true;
}

/* Without blanks around it. PIPE writes 'Default,3' for three plain tokens. */
static bool is_number(const char *text, size_t n, int64_t *out)
{
    static const char plain[] = "Default,";
    while (n && strchr(" \t\r\n", text[n - 1]))
        n--;
    while (n && strchr(" \t\r\n", *text))
        text++, n--;
    size_t k =
        n >= sizeof plain - 1 && !memcmp(text, plain, sizeof plain - 1) ? sizeof plain - 1 : 0;
    return pw_decimal_read(text + k, n - k, 0, PW_NETSCAN_MOST, out);
}

/* A label with a number; *seen: there was one before. */
static bool read_count(struct pnml *s, bool *seen, int64_t *out)
{
    size_t from = s->xml.from;
    unsigned n;
    if (*seen) return error_at(s, from, "this is stated twice", NULL);
    *seen = true;
    if (!read_label(s, &n)) return false;
    if (n == 0) return error_at(s, from, "the element has no <text> with a number", NULL);
    if (n > 1) return error_at(s, from, "this is stated twice", NULL);
    return is_number(pw_strbuf_text(&s->label), s->label.n, out) ||
           error_at(s, s->said, "expected a number, at most 1000000000000000000", NULL);
}

/* Other tools write into attributes and elements what would be lost here. */
static bool refuse_attributes(struct pnml *s, const char *const *names, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (pw_xml_value(&s->xml, names[i]))
            return error_at(s, s->xml.from,
                            "unsupported: markings, weights and kinds in attributes", names[i]);
    return true;
}

/* 0 stands for none. */
static bool check_capacity(struct pnml *s)
{
    bool seen = false;
    int64_t most;
    size_t from = s->xml.from;
    if (!read_count(s, &seen, &most)) return false;
    return most == 0 || error_at(s, from, "unsupported: a capacity", NULL);
}

static bool skip_other(struct pnml *s)
{
    static const char *const high[] = {"hlinitialMarking", "hlinscription", "condition"};
    for (size_t i = 0; i < sizeof high / sizeof *high; i++)
        if (pw_xml_is(&s->xml, high[i]))
            return pw_xml_error(&s->xml, NULL, "only place/transition nets are supported");
    return pw_xml_skip(&s->xml);
}

static bool read_place(struct pnml *s)
{
    struct pw_xml *x = &s->xml;
    static const char *const lost[] = {"initialMarking", "marking", "capacity"};
    uint32_t id;
    int64_t tokens = 0;
    bool seen = false;
    if (!refuse_attributes(s, lost, sizeof lost / sizeof *lost)) return false;
    if (!read_id(s, "id", &id) || !declare(s, id, NODE_PLACE, (uint32_t)s->b.tokens.n))
        return false;
    for (size_t deep = x->open.n; x->open.n >= deep;) {
        if (pw_xml_next(x) == PW_XML_BAD) return false;
        if (x->kind != PW_XML_START) continue;
        bool ok = pw_xml_is(x, "initialMarking") ? read_count(s, &seen, &tokens)
                  : pw_xml_is(x, "capacity")     ? check_capacity(s)
                                                 : skip_other(s);
        if (!ok) return false;
    }
    assert(id < s->ids.n);
    pw_ptnet_place(&s->b, s->ids.at[id], tokens);
    return true;
}

static bool read_transition(struct pnml *s)
{
    uint32_t id;
    for (; s->counted < s->xml.from; s->counted++)
        s->line += s->b.src->text[s->counted] == '\n';
    if (!read_id(s, "id", &id) || !declare(s, id, NODE_TRANS, (uint32_t)s->b.trans.n)) return false;
    assert(id < s->ids.n);
    pw_ptnet_trans(&s->b, s->ids.at[id], s->line);
    for (size_t deep = s->xml.open.n; s->xml.open.n >= deep;) {
        if (pw_xml_next(&s->xml) == PW_XML_BAD) return false;
        if (s->xml.kind == PW_XML_START && !skip_other(s)) return false;
    }
    return true;
}

static bool read_reference(struct pnml *s)
{
    uint32_t id, ref;
    return read_id(s, "id", &id) && read_id(s, "ref", &ref) &&
           declare(s, id, NODE_REFERENCE, ref) && pw_xml_skip(&s->xml);
}

/* <type value="normal"/> or <arctype><text>normal</text></arctype> */
static bool check_arc_type(struct pnml *s)
{
    const char *value = pw_xml_value(&s->xml, "value");
    size_t from = s->xml.from;
    bool in_text = !value, plain = value && strcmp(value, "normal") == 0;
    unsigned n;
    if (!read_label(s, &n)) return false;
    if (in_text) {
        const char *text = pw_strbuf_text(&s->label);
        text += strspn(text, " \t\r\n");
        plain = strncmp(text, "normal", 6) == 0 && !text[6 + strspn(text + 6, " \t\r\n")];
    }
    return plain || error_at(s, from, "only plain arcs are supported", NULL);
}

static bool check_arc_attribute(struct pnml *s)
{
    const char *type = pw_xml_value(&s->xml, "type");
    return !type || strcmp(type, "normal") == 0 ||
           error_at(s, s->xml.from, "only plain arcs are supported", NULL);
}

static bool read_arc(struct pnml *s)
{
    struct pw_xml *x = &s->xml;
    static const char *const lost[] = {"weight", "inscription", "multiplicity"};
    struct arc a = {.count = 1, .from = x->from};
    bool seen = false;
    if (!refuse_attributes(s, lost, sizeof lost / sizeof *lost) || !check_arc_attribute(s))
        return false;
    if (!read_id(s, "source", &a.source) || !read_id(s, "target", &a.target)) return false;
    for (size_t deep = x->open.n; x->open.n >= deep;) {
        if (pw_xml_next(x) == PW_XML_BAD) return false;
        if (x->kind != PW_XML_START) continue;
        bool ok = pw_xml_is(x, "inscription")                       ? read_count(s, &seen, &a.count)
                  : pw_xml_is(x, "type") || pw_xml_is(x, "arctype") ? check_arc_type(s)
                                                                    : skip_other(s);
        if (!ok) return false;
    }
    pw_vec_push(&s->arcs, a);
    return true;
}

/* The type of a net is the address of its grammar. */
static bool read_net(struct pnml *s)
{
    const char *type = pw_xml_value(&s->xml, "type");
    if (s->net) return pw_xml_error(&s->xml, NULL, "a second net: one file holds one");
    s->net = true;
    if (!type || strstr(type, "ptnet") || strstr(type, "PTNet") || strstr(type, "ptNet") ||
        strstr(type, "P/T") || strstr(type, "pnmlcoremodel"))
        return true;
    return pw_xml_error(&s->xml, NULL, "only place/transition nets are supported");
}

/* The element just started; containers are entered. */
static bool read_element(struct pnml *s)
{
    struct pw_xml *x = &s->xml;
    if (pw_xml_is(x, "pnml") || pw_xml_is(x, "page")) return true;
    if (pw_xml_is(x, "net")) return read_net(s);
    if (pw_xml_is(x, "place")) return read_place(s);
    if (pw_xml_is(x, "transition")) return read_transition(s);
    if (pw_xml_is(x, "arc")) return read_arc(s);
    if (pw_xml_is(x, "referencePlace") || pw_xml_is(x, "referenceTransition"))
        return read_reference(s);
    if (x->open.n == 1) return pw_xml_error(x, NULL, "expected <pnml>");
    return pw_xml_skip(x);
}

/* The node behind references; NULL: there is none. */
static const struct node *find_node(struct pnml *s, uint32_t id)
{
    for (size_t hops = 0; hops <= s->nodes.n; hops++) {
        const struct node *n = &s->nodes.at[id];
        if (n->from == SIZE_MAX) return NULL;
        if (n->kind != NODE_REFERENCE) return n;
        id = n->number;
        assert(id < s->nodes.n);
    }
    return NULL; /* in a circle */
}

static bool add_arc(struct pnml *s, const struct arc *a)
{
    const struct node *from = find_node(s, a->source), *to = find_node(s, a->target);
    if (!from) return error_at(s, a->from, "the arc comes from no node", s->ids.at[a->source]);
    if (!to) return error_at(s, a->from, "the arc leads to no node", s->ids.at[a->target]);
    if (from->kind == to->kind)
        return error_at(s, a->from, "an arc goes between a place and a transition", NULL);
    if (a->count == 0) return error_at(s, a->from, "an arc of weight 0", NULL);
    bool take = from->kind == NODE_PLACE;
    pw_ptnet_arc(&s->b, take ? to->number : from->number, take ? PW_PTNET_TAKE : PW_PTNET_PUT,
                 take ? from->number : to->number, a->count);
    return true;
}

static bool read_all(struct pnml *s, const struct pw_source *target)
{
    struct pw_xml *x = &s->xml;
    while (pw_xml_next(x) != PW_XML_EOF) {
        if (x->kind == PW_XML_BAD) return false;
        if (x->kind == PW_XML_START && !read_element(s)) return false;
    }
    if (!s->net) return error_at(s, 0, "there is no <net>", NULL);
    for (size_t i = 0; i < s->arcs.n; i++)
        if (!add_arc(s, &s->arcs.at[i])) return false;
    return pw_ptnet_finish(&s->b, target);
}

bool pw_net_read_pnml(struct pw_net *net, const struct pw_source *pnml,
                      const struct pw_source *target, struct pw_diags *d)
{
    struct pnml s = {.line = 1};
    pw_ptnet_init(&s.b, net, pnml, d);
    pw_xml_init(&s.xml, pnml, d);
    bool ok = read_all(&s, target);
    pw_xml_clear(&s.xml);
    pw_ptnet_clear(&s.b);
    pw_names_clear(&s.ids);
    pw_vec_clear(&s.nodes);
    pw_vec_clear(&s.arcs);
    pw_strbuf_clear(&s.label);
    if (!ok) pw_net_clear(net);
    return ok;
}

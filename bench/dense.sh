# dense.sh -- for other scripts: `dense M` prints a ticket lock with M = 1 .. 12 predicates, at most 4 of them inter-thread, all over the same three
# integers, so that nothing can be taken apart.
dense_predicates() {
    head -n "$1" <<'LIST'
predicate unique = l != other.l;
predicate served = s == l;
predicate fresh = t > l && t > other.l;
predicate open = s <= t;
predicate first = l < other.l || s > other.l;
predicate behind = s > l;
predicate next = t == l + 1;
predicate low = l <= other.l;
predicate empty = s == t;
predicate one = t == s + 1;
predicate start = l == 0;
predicate drawn = l > 0;
LIST
}

dense() {
    cat <<'LOCK'
shared int s = 1, t = 1;
thread client {
    local int l = 0;
    while (true) {
        atomic { l = t; t = t + 1; }
        assume(s == l);
crit:   s = s + 1;
    }
}
unsafe count(crit) >= 2;
LOCK
    dense_predicates "$1"
}

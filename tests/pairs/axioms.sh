#!/bin/sh
# Counting invariants as axioms of the abstraction, by --engine=cover: what is proved with them and not without, the certificate that names them, its
# conditions for other solvers, certificates that name other axioms, programs in which the count is not what it seems.
. "$(dirname -- "$0")/../cli/lib.sh"
proof=$SRCDIR/contrib/check-proof
export PWQO PWQO_CHECK

# mend FILE: gives a text without its last line a checksum.
mend() { printf 'end %s\n' "$(sha256sum <"$1" | cut -d' ' -f1)" >>"$1"; }
strip() { awk '/^ *predicate / { inside = 1 } !inside { print } /;/ { inside = 0 }' "$1"; }

# proved NAME AXIOM: the program is $tmp/p.dr; the axiom, as the certificate says it
proved() {
    run verify --engine=cover "--certificate=$tmp/p.cert" "$tmp/p.dr"
    [ "$code" = 0 ] || { not_ok "$1: not proved (exit $code)"; return; }
    prints "$1: rests on $2" "steps from states with $2"
    grep -qx "axiom $2" "$tmp/p.cert" && ok "$1: the certificate says so" || not_ok "$1: no axiom in the certificate"
    said=$("$proof" --time-limit=100 "$tmp/p.dr" "$tmp/p.cert" 2>&1) && ok "$1: checked" || not_ok "$1: $said"
}
{
    strip "$SRCDIR/models/locks/rw_counter.dr"
    echo "predicate none = readers == 0;"
} >"$tmp/p.dr"
proved "readers, one predicate" "readers == count(reader.read)"
for model in counters/incdec locks/rw_counter counting/rw_word counting/barrier; do
    strip "$SRCDIR/models/$model.dr" >"$tmp/p.dr"
    run verify -q --engine=cover "--certificate=$tmp/p.cert" "$tmp/p.dr"
    [ "$code" = 0 ] && grep -q '^closure witness axioms ' "$tmp/p.cert" && "$PWQO_CHECK" -q "$tmp/p.cert" >/dev/null 2>&1 &&
        [ "$("$PWQO" abstract -q --format=smt2 "--template=$tmp/p.cert" "$tmp/p.dr" | "$PWQO" solve - 2>&1 | sort -u)" = unsat ] &&
        ok "$model: proved with axioms, certificate right" || not_ok "$model: exit $code, or its certificate is wrong"
done

# ---- forged ----
strip "$SRCDIR/models/locks/rw_counter.dr" >"$tmp/p.dr"
run verify -q --engine=cover "--certificate=$tmp/p.cert" "$tmp/p.dr"
# forged NAME SED-SCRIPT FILE: the edited certificate must not be accepted for FILE.
forged() {
    sed '$d' "$tmp/p.cert" | sed "$2" >"$tmp/forged.cert"
    mend "$tmp/forged.cert"
    said=$("$proof" --time-limit=100 "$3" "$tmp/forged.cert" 2>&1)
    case $? in 10 | 65) ok "$1: $(echo "$said" | cut -c 1-150)" ;; *) not_ok "$1: accepted: $said" ;; esac
}
forged "another axiom" 's/^axiom .*/axiom readers == 2 * count(reader.read)/' "$tmp/p.dr"
forged "no axiom named" '/^axiom /d; s/ axioms 1$//' "$tmp/p.dr"
# the same texts of axioms, but a program in which a writer may enter beside one reader
sed 's/assume(readers == 0/assume(readers <= 1/' "$tmp/p.dr" >"$tmp/wrong.dr"
cmp -s "$tmp/p.dr" "$tmp/wrong.dr" && not_ok "the variant is the same program"
forged "another program" "3s/^[0-9a-f]*/$(sha256sum <"$tmp/wrong.dr" | cut -d' ' -f1)/" "$tmp/wrong.dr"

# ---- never SAFE ----
never() {
    cat >"$tmp/p.dr"
    run verify -q --engine=cover --time-limit=30 "$tmp/p.dr"
    [ "$code" != 0 ] && ok "$1: not SAFE" || not_ok "$1: SAFE, but it is unsafe"
}
# leaving decrements twice: readers is not the number of readers
never "a reader that leaves twice" <<'END'
shared int readers = 0;
shared bool writing = false;
thread r { while (true) { atomic { assume(!writing); readers = readers + 1; } read: readers = readers - 2; } }
thread w { while (true) { atomic { assume(readers <= 0 && !writing); writing = true; } write: writing = false; } }
predicate none = readers <= 0;
unsafe count(read) >= 1 && count(write) >= 1;
END
# the first value is arbitrary: the sum is no constant
never "an arbitrary start" <<'END'
shared int readers;
shared bool writing = false;
thread r { while (true) { atomic { assume(!writing); readers = readers + 1; } read: readers = readers - 1; } }
thread w { while (true) { atomic { assume(readers == 0 && !writing); writing = true; } write: writing = false; } }
predicate none = readers == 0;
unsafe count(read) >= 1 && count(write) >= 1;
END
# the count says nothing once a thread has failed, and the failing step itself is no exception to x == count(m)
never "an error location" <<'END'
shared int x = 0;
thread a [2] { x = x + 1; m: assert(x == 1); }
predicate one = x == 1;
END
# one thread alone
never "one thread" <<'END'
shared int x = 0;
thread a [1] { x = x + 1; m: assert(x != 1); }
predicate one = x == 1;
END
# two templates: those at b.m are counted with weight -1
never "two templates, opposite weights" <<'END'
shared int x = 0;
thread a { atomic { x = x + 1; } m: skip; }
thread b { atomic { x = x - 1; } n: assert(x < 0); }
predicate below = x < 0;
END
# a counted template
never "three threads of a counted template" <<'END'
shared int x = 0;
thread a [3] { atomic { assume(x < 3); x = x + 1; } m: skip; x = x - 1; }
predicate full = x < 3;
unsafe count(m) >= 3;
END
finish

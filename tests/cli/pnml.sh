#!/bin/sh
# The same random place/transition nets as .spec, .pnml, .lola and as threads (.tts): the same verdict, and every certificate is that of its file (the readings of .spec are compared
# with an oracle elsewhere). Then what PNML has beyond that: pages, references, prefixes, entities, CDATA, comments; batch. The seed is printed; PWQO_TEST_SEED repeats it.
. "$(dirname -- "$0")/lib.sh"
seed=${PWQO_TEST_SEED:-$(date +%s)}
nets=$((60 * ${PWQO_TEST_SCALE:-1}))
echo "seed $seed"

# net NUMBER: writes x.spec, x.pnml, x.lola and prints the target
net() {
    awk -v seed="$((seed % 1000000 * 1000 + $1))" -v dir="$tmp" -v tick="'" '
    function below(n) { return int(rand() * n) }
    BEGIN {
        srand(seed); np = 3 + below(4); nt = 2 + below(6)
        for (p = 0; p < np; p++) m[p] = below(3) * below(2)
        for (t = 0; t < nt; t++) for (p = 0; p < np; p++) { if (below(3) == 0) pre[t, p] = 1 + below(2) * below(2); if (below(3) == 0) post[t, p] = 1 + below(2) }
        for (k = 0; k < 2; k++) want[k, below(np)] = 1 + below(3)
        f = dir "/x.spec"; printf "vars" >f
        for (p = 0; p < np; p++) printf " p%d", p >f
        print "\nrules" >f
        for (t = 0; t < nt; t++) {
            s = ""; a = ""
            for (p = 0; p < np; p++) {
                if (pre[t, p]) s = s (s == "" ? "" : ", ") "p" p " >= " pre[t, p]
                d = post[t, p] - pre[t, p]
                if (d) a = a (a == "" ? "" : ", ") "p" p tick " = p" p (d > 0 ? " + " d : " - " (-d))
            }
            print (s == "" ? "true" : s) " -> " a ";" >f
        }
        printf "init" >f
        for (p = 0; p < np; p++) printf "%s p%d = %d", p ? "," : "", p, m[p] >f
        print "\ntarget" >f
        for (k = 0; k < 2; k++) {
            s = ""; o = ""
            for (p = 0; p < np; p++) if (want[k, p]) { s = s (s == "" ? "" : ", ") "p" p " >= " want[k, p]; o = o (o == "" ? "" : " && ") "p" p " >= " want[k, p] }
            print s >f
            printf "%s%s", k ? " || " : "", o
        }
        f = dir "/x.pnml"
        print "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<pnml><net id=\"n\" type=\"http://www.pnml.org/version-2009/grammar/ptnet\"><page id=\"g\">" >f
        for (t = 0; t < nt; t++) for (p = 0; p < np; p++) {   # arcs first, some of them in pieces of weight 1
            for (w = 0; w < post[t, p]; w++) printf "<arc source=\"t%d\" target=\"p%d\"/>\n", t, p >f
            if (pre[t, p]) printf "<arc source=\"p%d\" target=\"t%d\"><inscription><text>%d</text></inscription></arc>\n", p, t, pre[t, p] >f
        }
        for (p = 0; p < np; p++) printf "<place id=\"p%d\">%s</place>\n", p, m[p] ? "<initialMarking><text>" m[p] "</text></initialMarking>" : "" >f
        for (t = 0; t < nt; t++) printf "<transition id=\"t%d\"/>\n", t >f
        print "</page></net></pnml>" >f
        f = dir "/x.lola"; printf "{ a net } PLACE p0;" >f
        for (p = 1; p < np; p++) printf "%s p%d", (p > 1 ? "," : ""), p >f
        printf "; MARKING" >f
        s = ""
        for (p = 0; p < np; p++) if (m[p]) { printf "%s p%d: %d", s, p, m[p] >f; s = "," }
        print ";" >f
        for (t = 0; t < nt; t++) {
            printf "TRANSITION t%d CONSUME", t >f; s = ""
            for (p = 0; p < np; p++) if (pre[t, p]) { printf "%s p%d: %d", s, p, pre[t, p] >f; s = "," }
            printf "; PRODUCE" >f; s = ""
            for (p = 0; p < np; p++) if (post[t, p]) { printf "%s p%d%s", s, p, (post[t, p] > 1 ? ": " post[t, p] : "") >f; s = "," }
            print ";" >f
        }
        # Threads: any number in local 0, place p is local p + 1; tokens move one by one, through shared states of their own.
        at = 0; nl = 0; top = 1
        for (p = 0; p < np; p++) for (w = 0; w < m[p]; w++) { line[nl++] = at " 0 -> " top " " p + 1; at = top++ }
        home = at
        for (t = 0; t < nt; t++) {
            a = b = 0
            for (p = 0; p < np; p++) { for (w = 0; w < pre[t, p]; w++) take[a++] = p + 1; for (w = 0; w < post[t, p]; w++) put[b++] = p + 1 }
            for (i = 0; i < a + b; i++) {   # all are taken before one is put, or a step could take what it puts itself
                to = i + 1 < a + b ? top++ : home
                line[nl++] = at " " (i < a ? take[i] : 0) " -> " to " " (i < a ? 0 : put[i - a]); at = to
            }
        }
        goal = top++
        for (k = 0; k < 2; k++) {
            a = 0
            for (p = 0; p < np; p++) for (w = 0; w < want[k, p]; w++) take[a++] = p + 1
            for (i = 0; i < a; i++) { to = i + 1 < a ? top++ : goal; line[nl++] = at " " take[i] " -> " to " 0"; at = to }
            at = home
        }
        f = dir "/x.tts"; print top, np + 1 >f
        for (i = 0; i < nl; i++) print line[i] >f
        print goal "|" >(dir "/x.prop")
    }'
}

# the same net as threads
threads() {
    run verify -q --time-limit=10 "--certificate=$tmp/t.cert" "$tmp/x.tts"
    if [ "$code" != "$want" ]; then
        different=$((different + 1))
        echo "net $i: .spec gives $want, .tts $code, target $target"
        cat "$tmp/x.tts" "$tmp/x.prop" "$tmp/err"
    fi
    [ "$code" = 0 ] || return
    "$PWQO_CHECK" "--input=$tmp/x.tts" "$tmp/t.cert" >/dev/null || not_ok "net $i: the certificate of .tts"
    "$PWQO" abstract --format=smt2 "--template=$tmp/t.cert" "$tmp/x.tts" >/dev/null 2>&1 || not_ok "net $i: the certificate is not that of .tts"
    run verify -q --time-limit=10 "$tmp/x.tts"
    [ "$code" = "$want" ] || not_ok "net $i: without a certificate .tts gives $code"
    proofs=$((proofs + 1))
}

safe=0 unsafe=0 different=0 proofs=0
for i in $(seq "$nets"); do
    target=$(net "$i")
    run verify -q --time-limit=10 "$tmp/x.spec"
    want=$code
    for kind in pnml lola; do
        run verify -q --time-limit=10 "--target=$target" "--certificate=$tmp/x.cert" "$tmp/x.$kind"
        if [ "$code" != "$want" ]; then
            different=$((different + 1))
            echo "net $i: .spec gives $want, .$kind $code, target $target"
            cat "$tmp/x.$kind" "$tmp/err"
        fi
        [ "$code" = 0 ] || continue
        "$PWQO_CHECK" "--input=$tmp/x.$kind" "$tmp/x.cert" >/dev/null || not_ok "net $i: the certificate of .$kind"
        "$PWQO" abstract --format=smt2 "--template=$tmp/x.cert" "--target=$target" "$tmp/x.$kind" >/dev/null 2>&1 || not_ok "net $i: the certificate is not that of .$kind"
        proofs=$((proofs + 1))
    done
    threads
    case $want in 0) safe=$((safe + 1)) ;; 10) unsafe=$((unsafe + 1)) ;; esac
done
if [ "$different" = 0 ]; then ok "$nets nets in four formats: $safe safe, $unsafe unsafe, $proofs certificates"; else not_ok "$different verdicts differ"; fi
if [ "$safe" -gt $((nets / 20)) ] && [ "$unsafe" -gt $((nets / 20)) ]; then ok "both verdicts occur"; else not_ok "only $safe safe, $unsafe unsafe"; fi

# Pages, references, prefixes, entities: a ring of a, b, c with one token.
cat >"$tmp/ring.pnml" <<'PNML'
<?xml version='1.0'?>
<!DOCTYPE pnml [ <!ELEMENT pnml ANY> ]>
<!-- a comment with <place id="x"/> -->
<n:pnml xmlns:n="http://www.pnml.org/version-2009/grammar/pnml"><n:net id="r" type="http://www.pnml.org/version-2009/grammar/ptnet">
<n:name><n:text>a &lt; b</n:text></n:name>
<n:page id="one"><n:place id='a&#x26;1'><n:initialMarking><n:graphics/><n:text><![CDATA[1]]></n:text></n:initialMarking></n:place><n:transition id="ab"/><n:place id="b"/>
<n:arc id="1" source="a&amp;1" target="ab"/><n:arc id="2" source="ab" target="b"/></n:page>
<n:page id="two"><n:page id="three"><n:referencePlace id="b2" ref="b1"/><n:referencePlace id="b1" ref="b"/><n:place id="c"/></n:page>
<n:transition id="bc"><n:toolspecific tool="x" version="1"><n:place id="no"/></n:toolspecific></n:transition>
<n:arc id="3" source="b2" target="bc"><n:type value="normal"/></n:arc><n:arc id="4" source="bc" target="c"/></n:page></n:net></n:pnml>
PNML
gives "c is reached over a reference" 10 verify -q --target='c >= 1' "$tmp/ring.pnml"
gives "one token only" 0 verify -q --target='c >= 1 && b >= 1 || "a&1" >= 2' "$tmp/ring.pnml"
gives "a place of another tool is none" 65 verify -q --target='no >= 1' "$tmp/ring.pnml"
run verify --target='c >= 1' "$tmp/ring.pnml"
if grep -q "line 6 *ab: a&1 >= 1 -> a&1' = a&1 - 1, b' = b + 1" "$tmp/out"; then ok "the run names lines and places"; else not_ok "the run"; cat "$tmp/out"; fi

# As single tools write it: PIPE's values, ProM's kinds of arcs, pieces of text, Latin-1, marks of the byte order, carriage returns. 12 tokens in ü p, one step from p to q for two of them.
{
    printf '<?xml version="1.0" encoding="iso-8859-1"?>\r\n<!DOCTYPE pnml [ <!ENTITY x "]><place id='"'q'"'>"> <!-- ]> it'"'"'s --> ]>\r\n<pnml><net id="n" type="P/T net">\r\n'
    printf '<token id="Default" enabled="true" red="0" green="0" blue="0"/><place xmlns:o="other" o:id="q" id="\374 p"><graphics><position x="1" y="2"/></graphics><name><value>q</value></name>'
    printf '<capacity><value>0</value></capacity><initialMarking><graphics/><text>1<!-- not 1 -->2</text></initialMarking></place>\r\n<place id="q"><initialMarking>\r\n<value>Default,0</value></initialMarking></place>'
    printf '<transition id="t"><timed><value>false</value></timed></transition><arc id="a" source="&#xfc; p" target="t"><inscription><value>\r\n<![CDATA[Default,2]]>\r\n</value></inscription>'
    printf '<arctype><text> normal\r\n</text></arctype></arc><arc id="b" source="t" target="q"><type value="normal"/></arc></net></pnml>\r\n'
} >"$tmp/pipe.pnml"
gives "pieces of text are one number" 10 verify -q --target='"ü p" >= 12' "$tmp/pipe.pnml"
gives "and no larger one" 0 verify -q --target='"ü p" >= 13 || q >= 7' "$tmp/pipe.pnml"
gives "weights of PIPE" 10 verify -q --target='q >= 6' "$tmp/pipe.pnml"
for kind in spec tts lola; do
    case $kind in
    lola) echo 'PLACE p, q; MARKING p: 1; TRANSITION t CONSUME p: 1, q: 0; PRODUCE q;' ;;
    spec) cat "$SRCDIR/tests/nets/buffer.spec" ;;
    tts) cat "$SRCDIR/tests/nets/mutex.tts" ;;
    esac >"$tmp/plain"
    { printf '\357\273\277'; sed 's/$/\r/' "$tmp/plain"; } >"$tmp/marked.$kind"
    { printf '\357\273\277'; cat "$SRCDIR/tests/nets/mutex.prop"; } >"$tmp/marked.prop"
    case $kind in lola) set -- '--target=p >= 1 && q >= 1' ;; *) set -- -q ;; esac
    gives "a mark of the byte order before .$kind" 0 verify -q "$@" "$tmp/marked.$kind"
done

# Weights of a transition that takes and puts; a run needs three steps.
echo 'PLACE SAFE 5: p, q; r; MARKING p: 3; // three
TRANSITION t WEAK FAIR CONSUME p: 1; PRODUCE q; /* one */ TRANSITION u STRONG FAIR CONSUME q: 3; PRODUCE r: 2, q: 1;' >"$tmp/w.lola"
gives "weights" 10 verify -q --target='r >= 2 && q >= 1' "$tmp/w.lola"
gives "weights, one more" 0 verify -q --target='r >= 2 && q >= 2 || r >= 3' "$tmp/w.lola"

# batch knows the endings and passes the target on
mkdir "$tmp/nets" && cp "$tmp/w.lola" "$tmp/nets" && sed 's/"c"/"r"/g' "$tmp/ring.pnml" >"$tmp/nets/ring.pnml"
run batch --target='r >= 1' --out="$tmp/results" "$tmp/nets"
if [ "$(grep -c unsafe "$tmp/results/results.tsv" 2>/dev/null)" = 2 ]; then ok "batch"; else
    not_ok "batch: exit $code"
    cat "$tmp/out" "$tmp/err"
    ls "$tmp/results"
fi
finish

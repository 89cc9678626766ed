# mutants.awk -- all programs that differ from this one (line by line) in one removal: a lock, unlock or assignment (becomes skip), a guard (becomes true), a
# conjunct, an annotation. Writes each to PREFIX.N.dr and prints "N LINE WHAT".
function emit(at, text, what,    i, file) {
    file = prefix "." (++n) ".dr"
    for (i = 1; i <= lines; i++) print (i == at ? text : line[i]) >file
    close(file)
    print n, at, what
}
# every match of the pattern in line i, outside declarations, becomes `by`
function replace(i, pattern, by, what,    rest, before) {
    rest = line[i]
    before = ""
    while (match(rest, pattern)) {
        emit(i, before substr(rest, 1, RSTART - 1) by substr(rest, RSTART + RLENGTH), what)
        before = before substr(rest, 1, RSTART + RLENGTH - 1)
        rest = substr(rest, RSTART + RLENGTH)
    }
}
{ line[++lines] = $0 }
END {
    name = "[A-Za-z_][A-Za-z_0-9']*([[][a-z_A-Z0-9]*[]])?"
    word = "!?(" name "|[0-9]+)([(]" name "[)])?"
    term = word "( (==|!=|<=|>=|<|>) " word ")?"
    for (i = 1; i <= lines; i++) {
        if (line[i] ~ /^ *\/\//) continue
        if (line[i] ~ /^ *(invariant|guarded|assumption|requires|ensures|claim)[ (].*;$/) emit(i, "", "annotation")
        replace(i, " && " term, "", "conjunct")
        replace(i, term " && ", "", "conjunct")
        replace(i, " invariant [(][^;{]*[)]$", "", "claim")
        if (line[i] ~ /^ *(shared|local|const|module|invariant|guarded|assumption|requires|ensures|action|init|proc|thread|object|modifies)/) continue
        replace(i, "(un)?lock[(]" name "[)];", "skip;", "lock")
        replace(i, name " = [^;{}=][^;{}]*;", "skip;", "update")
        replace(i, "if [(].*[)]$", "if (true)", "guard")
        replace(i, "assume[(].*[)];", "skip;", "guard")
    }
}

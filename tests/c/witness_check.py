"""witness_check.py WITNESS.yml FILE.c SCHEMA.json [OUT.c]: what a witness says of a C file, reading nothing else.

Checks the form (the schema), that the witness is of this file (name, hash), that every waypoint is at a line of it and in a
function of it. Of a violation: prints the turns of the threads in the run ("1,2,1"), the line of the target, and its text. Of a
proof: "correct", and the numbers of ghost updates and invariants; OUT.c is the program with its ghosts: each update is made
together with the statement at its place, which must be whole and in one line, and each invariant is asserted before it.
DROP=N leaves out update N."""
import hashlib
import json
import os
import re
import sys

try:
    import jsonschema
    import yaml
except ImportError as e:
    print(e)
    sys.exit(77)

witness, program, schema = sys.argv[1:4]
text = open(program, "rb").read()
lines = text.decode().split("\n")
entries = yaml.safe_load(open(witness))
jsonschema.validate(entries, json.load(open(schema)))
kinds = [entry["entry_type"] for entry in entries]
assert kinds in (["violation_sequence"], ["invariant_set"], ["ghost_instrumentation", "invariant_set"]), kinds
task = entries[0]["metadata"]["task"]
assert task["input_files"] == [program], task["input_files"]
assert task["input_file_hashes"][program] == hashlib.sha256(text).hexdigest()


def statement(place):
    """Where the statement at that place begins and ends in its line."""
    line = lines[place["line"] - 1]
    assert place["file_name"] == program and re.search(r"\b%s *\(" % place["function"], text.decode())
    start = place["column"] - 1
    assert re.match(r"[A-Za-z_+(-]", line[start:]), line
    return start, line.index(";", start) + 1


def instrumented(ghosts, invariants):
    """The text of the program with ghosts; functions without scheduling points update and check them."""
    quiet = '__attribute__((no_sanitize("thread"), noinline))'
    head, before, after = [], {}, {}
    for v in ghosts["ghost_variables"]:
        head.append("static %s %s = %s;" % (v["type"], v["name"], v["initial"]["value"]))
    for k, u in enumerate(ghosts["ghost_updates"]):
        if str(k) == os.environ.get("DROP"):
            continue
        head.append("static %s void ghost_%d(void);" % (quiet, k))
        after.setdefault(u["location"]["line"], []).append((u["location"], "ghost_%d();" % k))
    tail = []
    for k, u in enumerate(ghosts["ghost_updates"]):
        if str(k) != os.environ.get("DROP"):
            sets = " ".join("%s = %s;" % (x["variable"], x["value"]) for x in u["updates"])
            tail.append("static %s void ghost_%d(void) { %s }" % (quiet, k, sets))
    for k, i in enumerate(invariants):
        head.append("static %s void claim_%d(void);" % (quiet, k))
        tail.append("static %s void claim_%d(void) { assert(%s); }" % (quiet, k, i["value"]))
        before.setdefault(i["location"]["line"], []).append((i["location"], "claim_%d();" % k))
    new = list(lines)
    for number in set(before) | set(after):
        claims, updates = before.get(number, []), after.get(number, [])
        places = {(x["line"], x["column"]) for x, _ in claims + updates}
        assert len(places) == 1, "two statements in line %d" % number
        start, end = statement((claims + updates)[0][0])
        line = new[number - 1]
        new[number - 1] = "%s{ %s %s %s }%s" % (line[:start], " ".join(c for _, c in claims), line[start:end],
                                               " ".join(u for _, u in updates), line[end:])
    return "\n".join(["#include <assert.h>"] + head + ["#line 1"] + new + tail) + "\n"


if kinds[-1] == "invariant_set":
    invariants = [x["invariant"] for x in entries[-1]["content"]]
    ghosts = entries[0]["content"] if len(entries) > 1 else {"ghost_variables": [], "ghost_updates": []}
    names = [v["name"] for v in ghosts["ghost_variables"]]
    assert len(set(names)) == len(names) and not any(re.search(r"\b%s\b" % n, text.decode()) for n in names)
    assert all(x["variable"] in names for u in ghosts["ghost_updates"] for x in u["updates"])
    if len(sys.argv) > 4:
        open(sys.argv[4], "w").write(instrumented(ghosts, invariants))
    print("correct", len(ghosts["ghost_updates"]), len(invariants))
    sys.exit(0)
turns, last = [], None
for entry in entries[0]["content"]:
    (point,) = entry["segment"]
    point = point["waypoint"]
    assert last is None, "something after the target"
    place = point["location"]
    assert place["file_name"] == program and 1 <= place["line"] <= len(lines)
    name = re.sub(r"_\d+$", "", place["function"])
    assert re.search(r"\b%s *\(" % name, text.decode()), place["function"]
    thread = point["thread_id"]
    assert (thread == 0) == (name == "main")
    if thread and turns[-1:] != [thread]:
        turns.append(thread)
    if point["type"] == "target":
        last = place["line"]
assert last is not None, "no target"
print(",".join(map(str, turns)), last)

"""witness_check.py WITNESS.yml FILE.c SCHEMA.json: what a witness says of a C file, reading nothing else.

Checks the form (the schema), that the witness is of this file (name, hash), that every waypoint is at a line of it and in a
function of it; prints the turns of the threads in the run ("1,2,1"), the line of the target, and its text."""
import hashlib
import json
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
assert len(entries) == 1
task = entries[0]["metadata"]["task"]
assert task["input_files"] == [program], task["input_files"]
assert task["input_file_hashes"][program] == hashlib.sha256(text).hexdigest()
if entries[0]["entry_type"] == "invariant_set":
    print("correct")
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

"""Makes the mistakes of mistakes.py in the sound classes of the catalogue, and checks each changed class."""

import collections
import concurrent.futures
import difflib
import fnmatch
import json
import pathlib
import re
import subprocess
import tempfile

import common
import mistakes

FOLDER = common.CHECKOUT / "Tests/LabTests/Long/Conformance/Subjects"
JUDGED = common.CHECKOUT / "Tests/Mutants/subjects.txt"
AT_ONCE = 2
LIMIT = 120  # seconds for one check
DECLARED = re.compile(r"^(?!//)(?:\w.* |@.* )?(?:class|struct|enum|protocol|extension|typealias) (\w+)", re.M)

Mutant = collections.namedtuple("Mutant", "id make path text")


def parts(text):
    """The declarations of a file, each with what makes the subject to which it belongs."""
    pieces = [piece for piece in re.split(r"(?<=\n)\n(?=\S)", text) if DECLARED.search(piece)]
    owners = {piece: (DECLARED.search(piece)[1], make[1])
              for piece in pieces if (make := re.search(r"/// make: `(.*)`", piece))}
    for piece in pieces:  # What several use is tried with the first of them.
        name = rf"\b{DECLARED.search(piece)[1]}\b"
        user = piece if piece in owners else next((one for one in owners if re.search(name, one)), None)
        if user:
            yield piece, *owners[user]


def mutants():
    """All changed subjects. The id of each says where it is: file.class/mistake/number."""
    for path in sorted(FOLDER.glob("Sound*.swift")):
        text, numbers = path.read_text(), collections.Counter()
        for part, name, make in parts(text):
            for mistake in mistakes.MISTAKES:
                for edit in mistakes.edits(mistake, part):
                    place = f"{path.stem}.{name}/{mistake}"
                    numbers[place] += 1
                    new = text.replace(part, mistakes.changed(part, edit))
                    yield Mutant(f"{place}/{numbers[place]}", make, path, new)


def unchanged(mutant):
    return mutant._replace(id=mutant.id.split("/")[0], text=mutant.path.read_text())


def needed(path):
    """A file of subjects, and the others that declare what it uses."""
    texts = {other: other.read_text() for other in FOLDER.glob("*.swift")}
    files, names = [path], {name: other for other in texts for name in DECLARED.findall(texts[other])}
    for file in files:  # The list grows meanwhile.
        used = {names[word] for word in re.findall(r"\w+", texts[file]) if word in names}
        files += sorted(used - set(files))
    return files


def check(lab, files, mutant):
    """How a check ends, the rules that are broken, and those that have a remark, in brackets."""
    with tempfile.TemporaryDirectory() as folder:
        changed = pathlib.Path(folder, mutant.path.name)
        changed.write_text(mutant.text + mistakes.UNLOCKED)
        paths = [changed if file == mutant.path else file for file in files[mutant.path]]
        process = subprocess.Popen([lab, "check", *paths, "--make", mutant.make, "--json"], text=True,
                                   stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        try:
            output = process.communicate(timeout=LIMIT)[0]
        except subprocess.TimeoutExpired:
            process.terminate()  # It ends its own processes.
            output = process.communicate()[0]
    outcome = {0: "lives", 1: "found", 65: "does not compile"}.get(process.returncode, "undecided")
    rules = json.loads(output)["rules"] if output.startswith("{") else []
    broken = [rule["id"] for rule in rules if rule["verdict"] == "broken"]
    return outcome, broken + [f"({rule['id']})" for rule in rules if "remark" in rule]


def judged():
    """The judged changes: unseen or blind, by id, which may have wildcards."""
    entries, kind = {}, None
    for line in JUDGED.read_text().splitlines():
        if line.startswith("== "):
            kind = re.match("== (unseen|blind): ", line)[1]
        elif line and not line.startswith("# "):
            entries[line] = kind
    return entries


def difference(mutant):
    lines = difflib.unified_diff(mutant.path.read_text().split("\n"), mutant.text.split("\n"), n=0)
    return "\n".join(f"    {line}" for line in list(lines)[2:] if not line.startswith("@@"))


def main(words):
    if len(words) > 1:
        common.stop(64, "give one regular expression for the ids; see --help")
    every = list(mutants())
    chosen = [mutant for mutant in every if re.search(words[0] if words else "", mutant.id)]
    lab, files = common.build(), {path: needed(path) for path in {mutant.path for mutant in chosen}}
    lists = collections.defaultdict(list)
    pool = concurrent.futures.ThreadPoolExecutor(AT_ONCE)
    try:
        sound = {mutant: pool.submit(check, lab, files, mutant) for mutant in map(unchanged, chosen)}
        checks = {pool.submit(check, lab, files, mutant): mutant for mutant in chosen}
        for number, done in enumerate(concurrent.futures.as_completed(checks), 1):
            mutant, (outcome, said) = checks[done], done.result()
            # What the class breaks anyway was not found by the change.
            said = [rule for rule in said if rule not in sound[unchanged(mutant)].result()[1]]
            if outcome == "found" and all(rule.startswith("(") for rule in said):
                outcome = "lives"
            lists[outcome].append(mutant)
            print(f"{number}/{len(chosen)} {mutant.id}: {' '.join([outcome, *said])}", flush=True)
    finally:
        pool.shutdown(cancel_futures=True)
    return report(every, lists)


def report(every, lists):
    """Prints what came out; the exit status is 1 if the judged file does not say the same."""
    entries, complaints, kinds = judged(), [], collections.Counter()
    for mutant in lists["lives"]:
        kind = next((entries[id] for id in entries if fnmatch.fnmatchcase(mutant.id, id)), None)
        kinds[kind] += 1
        if not kind:
            complaints.append(f"{mutant.id} lives, and is not judged:\n{difference(mutant)}")
    for id in entries:
        if not fnmatch.filter((mutant.id for mutant in every), id):
            complaints.append(f"{id} is judged, and no longer exists")
        for other in fnmatch.filter((mutant.id for mutant in lists["found"]), id):
            complaints.append(f"{other} is judged, and is found now")
    for mutant in lists["undecided"]:
        print(f"undecided: {mutant.id}\n{difference(mutant)}")
    print("\n".join(complaints))
    made = sum(map(len, lists.values()))
    print(f"{made} made: {len(lists['does not compile'])} do not compile, {len(lists['found'])} are found, "
          f"{len(lists['undecided'])} are undecided, {len(lists['lives'])} live "
          f"({kinds['unseen']} unseen, {kinds['blind']} blind, {kinds[None]} not judged)")
    return 1 if complaints else 0

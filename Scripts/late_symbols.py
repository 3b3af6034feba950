"""Says which symbols in the objects of a module came into Swift's libraries after a release of iOS.

Usage: late_symbols.py RELEASE FOLDER MODULE.o...   with the libraries' symbol graphs in FOLDER
An object names all that the program must find at run time, and a symbol graph says since when it is there.
Exit status 1 when an object uses what is too new.
"""

import json
import pathlib
import re
import subprocess
import sys

# A `for await` takes the older `next()` where the target is older.
CHOSEN_BY_TARGET = {"AsyncStream.Iterator.next(isolation:)"}
# What a mangled name has behind the declaration's own: metadata, descriptors, accessors, thunks.
ENDING = r"(Ma|Mn|N|Wz|vau|Tj|Tu|TjTu)?$"


def late_symbols(release, folder):
    """The names and releases of the declarations that are newer, by their mangled names."""
    late = {}
    for file in pathlib.Path(folder).glob("*.symbols.json"):
        for symbol in json.loads(file.read_text())["symbols"]:
            for system in symbol.get("availability", []):
                since = system.get("introduced", {}).get("major", 0)
                if system.get("domain") == "iOS" and since > release:
                    name = "$s" + symbol["identifier"]["precise"].removeprefix("s:")
                    late[name] = (".".join(symbol["pathComponents"]), since)
    return late


def main(release, folder, *objects):
    late, status = late_symbols(int(release), folder), 0
    if not late:
        sys.exit(f"late_symbols: no symbol graphs in {folder}")
    for file in objects:
        names = subprocess.run(["nm", file], text=True, capture_output=True, check=True).stdout
        used = {re.sub(ENDING, "", name) for name in re.findall(r"\S+$", names, re.M)}
        found = {late[name] for name in used if name in late and late[name][0] not in CHOSEN_BY_TARGET}
        # Its metadata, which a generic type or a stored property with such a function needs.
        if re.search(r" swift_getExtendedFunctionTypeMetadata$| symbolic .*YK", names, re.M):
            found.add(("a function with a typed error as a value", 18))
        for name, since in sorted(found):
            print(f"{pathlib.Path(file).stem} needs iOS {since}: it uses {name}", file=sys.stderr)
            status = 1
    sys.exit(status)


main(*sys.argv[1:])

"""What the scripts in Python have in common."""

import argparse
import os
import pathlib
import signal
import subprocess
import sys

CHECKOUT = pathlib.Path(__file__).resolve().parent.parent


def stop(status, words):
    """Ends the script with one line that says why."""
    print(f"{pathlib.Path(sys.argv[0]).name}: {words}", file=sys.stderr)
    sys.exit(status)


class Words(argparse.ArgumentParser):
    """The words of a command line; what is wrong with them ends the script with 64."""

    def error(self, message):
        stop(64, f"{message}; see --help")


def build(*words):
    """Builds the package with these options; returns the path of lab."""
    command = ["swift", "build", "--package-path", CHECKOUT, *words, *os.environ.get("BUILD_FLAGS", "").split()]
    if subprocess.run(command, stdout=sys.stderr).returncode != 0:
        stop(70, "the package does not build; see above")
    where = subprocess.run([*command, "--show-bin-path"], text=True, capture_output=True)
    return where.stdout.strip() + "/lab"


def run(main):
    """Runs a script's function with its arguments; its module's text is the help."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(130))
    if {"-h", "--help"} & set(sys.argv[1:]):
        print(sys.modules["__main__"].__doc__.strip())
        return
    try:
        sys.exit(main(sys.argv[1:]))
    except KeyboardInterrupt:
        sys.exit(130)

"""Talks to `lab lesson` on a terminal of its own, ends it by a signal at a random moment, and says whether
the terminal is as it was: a line for each round, `fine` or what was wrong.

Usage: terminal.py LAB ROUNDS SEED      (Scripts/soak-hostile calls it)
"""
import fcntl
import os
import pty
import random
import select
import signal
import sys
import termios
import time

lab, rounds, chance = sys.argv[1], int(sys.argv[2]), random.Random(int(sys.argv[3]))
keys = [b"\n", b"\n", b"2\n", b"s", b"b", b"e", b"?", b"\x1b[C", b"c"]
signals = [signal.SIGINT, signal.SIGTERM, signal.SIGHUP]
# As in a shell on a terminal: not ignored, as whoever started this may want it, and not lost in a
# handler of Python's between fork and exec.
for number in signals:
    signal.signal(number, signal.SIG_DFL)


def started(slave, lesson):
    """The process of a lesson with this terminal as its own."""
    pid = os.fork()
    if pid:
        return pid
    os.setsid()
    fcntl.ioctl(slave, termios.TIOCSCTTY, 0)
    for descriptor in range(3):
        os.dup2(slave, descriptor)
    os.environ.update(TERM="xterm-256color", LANG="C.UTF-8")
    os.execv(lab, [lab, "lesson", lesson])


def ending(pid, master, seconds):
    """The status of the process, or None if it is still there by then."""
    limit = time.monotonic() + seconds
    while time.monotonic() < limit:
        found, status = os.waitpid(pid, os.WNOHANG)
        if found:
            return os.waitstatus_to_exitcode(status)
        if select.select([master], [], [], 0.01)[0]:
            os.read(master, 65536)
    return None


def outcome():
    """One round."""
    master, slave = pty.openpty()
    before = termios.tcgetattr(slave)
    lesson = chance.choice(["1", "3", "10"])
    pid = started(slave, lesson)
    moment = time.monotonic() + chance.uniform(0, 1.5)
    while (left := moment - time.monotonic()) > 0:
        if select.select([master], [], [], min(left, 0.05))[0]:
            os.read(master, 65536)
        elif chance.random() < 0.5:
            os.write(master, chance.choice(keys))
    how = chance.choice(signals)
    os.kill(pid, how)
    status = ending(pid, master, 20)
    after = termios.tcgetattr(slave)
    if status is None:
        os.kill(pid, signal.SIGKILL)
        os.waitpid(pid, 0)
    os.close(slave)
    os.close(master)
    words = f"lesson {lesson}, {how.name}: "
    if status is None:
        return words + "it went on for 20 s"
    # The signal may come before the program looks after signals.
    if status not in (130, 128 + how, -how):
        return words + f"status {status}"
    return "fine" if before == after else words + "the terminal is not as it was"


for _ in range(rounds):
    print(outcome(), flush=True)

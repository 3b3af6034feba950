"""Traces that are larger than any lesson's, in the JSON of `lab lesson --json`."""


def pool(count):
    """Width 3: short operations, one after another on three threads, five events each."""
    events = []

    def add(thread, subject, kind, state, note="", enqueueing=None):
        event = {"seq": len(events), "ns": len(events) * 1000, "thread": thread,
                 "subject": subject, "kind": kind, "state": state, "note": note}
        if enqueueing:
            event["enqueueing"] = enqueueing
        events.append(event)

    number = 0
    while len(events) + 5 <= count:
        name, thread = f"op{number}", f"T{number % 3 + 1}"
        add("main", name, "enqueued", ["ready"], "pool", {
            "queue": "pool", "width": 3, "isSuspended": False, "priority": 0, "dependencies": []})
        add(thread, name, "started", ["ready"])
        add(thread, name, "began", ["ready", "executing"])
        add(thread, name, "ended", ["ready", "executing"])
        add(thread, name, "returned", ["ready", "finished"])
        number += 1
    while len(events) < count:
        add("main", f"op{len(events) - count + number}", "observed", ["ready", "finished"])
    return events

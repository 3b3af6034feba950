"""The mistakes that people make in operations: each changes a text of Swift at one place after another.

MISTAKES has a list for each mistake. In it are pairs of a pattern and what stands there instead, or
functions from a text to the edits of it: (start, end, what stands there instead).
"""

import re

# Stands in for a lock that is left out.
UNLOCKED = "\nfileprivate func unlocked<R>(_ body: () throws -> R) rethrows -> R { try body() }\n"

CALL = r"(?:return )?(?<!func )(?<!if )(?<!guard )(?<![\w.])(?:_ = )?(?:self\??\.)?"
CANCELLED = r"(?:self\.)?isCancelled"
POST = r"(?:self\.)?didChangeValue\(forKey: [^)]*\)|(?<!func )\bannounce\(\)"
# `true` for the first one that comes.
FIRST = r"((?:self\.)?lock)\.withLock \{\n\s*defer \{ (\S+) = (.*?) \}\n\s*return !(\S+)\n\s*\}"
# It asks, and changes or refuses. The groups: the lock, its argument, the type, what it asks.
TURN = r"(\w+\.(?:withLock|sync(?:\(flags: \.barrier\))?)) \{(?: (\w+)( -> .*?)? in)?\n\s*"


def lost(match):
    """A call that is left out: what must stand there instead."""
    call = match.group()
    return "return" if call.startswith("return") else "_ = $0" if "$0" in call else ""


def posted_early(text):
    """The notification comes before the change, which is the nearest in the same function."""
    for posts in re.finditer(rf"^( *)(?:{POST})\n(?: *(?:{POST})\n)*", text, re.M):
        change = rf"^{posts[1]}\S.*?(?:withLock|sync|\bmove|advance)\b"
        places = [place.start() for place in re.finditer(change, text[:posts.start()], re.M)]
        if places and "func " not in text[places[-1]:posts.start()]:
            yield places[-1], posts.end(), posts.group() + text[places[-1]:posts.start()]


def posted_under_lock(text):
    """The lock that guards the state is held while the notification is posted."""
    for pattern, held in [(r"\block = NS|: LockOperation", "lock.withLock {"),
                          (r"states = DispatchQueue", "states.sync {"),
                          (r"state = Mutex", "state.withLock { _ in")]:
        if re.search(pattern, text):
            yield from [(match.start(), match.end(), f"self.{held} {match.group()} }}")
                        for match in re.finditer(POST, text)]
            return


def misnamed_key(text):
    """The key is named like a property of one's own: `finished`, not `isFinished`."""
    for key in ["isExecuting", "isFinished", "isReady"]:
        if f'"{key}"' in text:
            yield 0, len(text), text.replace(f'"{key}"', f'"{key[2:].lower()}"')


def endless(text):
    """A thread is not ended with the work."""
    for head in re.finditer(r"(?:detachNewThread|global\(\)\.async(?:\(group: group\))?) \{", text):
        depth, end = 1, head.end()
        while depth:
            depth += {"{": 1, "}": -1}.get(text[end], 0)
            end += 1
        yield end - 1, end - 1, "; while true { sleep(3600) } "


def in_two_steps(match):
    """A turn under a lock becomes two: one asks, and the next one changes."""
    lock, argument, result, word, asked, refused, change, answer = match.groups()
    head = f"{argument} in " if argument else ""
    asked = f"!({asked})" if word == "guard" else asked
    return "\n".join([f"unlocked {{ (){result or ' -> Bool'} in",
                      f"if ({lock} {{ {head}{asked} }}) {{ return {refused} }}",
                      f"{lock} {{ {head}{change} }}",
                      f"return {answer}",
                      "}"])


MISTAKES = {
    "drops-will-change": [(r"(?:self\.)?willChangeValue\(forKey: [^)]*\)", "")],
    "drops-did-change": [(rf"{POST}|keys\.forEach\(.*\)", "")],
    "posts-too-early": [posted_early],
    "posts-under-lock": [posted_under_lock],
    "misnames-key": [misnamed_key],
    "never-sets-flag": [
        (r"guard set\(isExecuting: true, isFinished: false\) else \{ return \}", ""),
        (r"(?:self\.)?(?:\w+\.)?\b(?:(?:is|has)[A-Z]\w*|executing) = true", ""),
        (r"flags(?:\.\w+)? = (?:Flags\(.*?\)|false)", ""),
        (r"\b(?:state = (?:new|\.\w+|isCancelled.*|State\(.*\))|self = new|number = new\.rawValue)$", ""),
        (r"\(executing, finished\) = \(false, true\)", "")],
    "finishes-too-early": [  # before its work has ended
        (r"((?:self\.)?work) \{ ((?:_ = )?self\.\w+\([^{}]*\)) \}", r"\2; \1 {}"),
        (r"^( *(?:(?:try )?(?:await )?(?:self\.)?body\(\)|for await _ in parts \{\}))\n"
         r"( *(?:(?:self\.)?(?:finish|done)\(\)|isOver\.signal\(\)))$", r"\2\n\1")],
    "leaves-out-super": [(r"\bsuper\.(?:cancel|start|finish)\(\)", ""), (r"super\.isReady && ", "")],
    "adds-super-start": [(r"(?<=override func start\(\) \{)\n", "\n    super.start()\n")],
    "leaves-out-lock": [
        (r"(?:[sS]elf\.)?\b(?:lock|turns|condition)\.withLock\b", "unlocked"),
        (r"\bmutex\.withLock \{ _ in", "unlocked {"),
        (r"\bstates\.sync(?:\(flags: \.barrier\))?", "unlocked"),
        (r"\(flags: \.barrier\)", ""),
        (r"\blocked(?= \{)", "unlocked"),
        (r"^ *pthread_mutex_lock\(mutex\)\n *defer \{ pthread_mutex_unlock\(mutex\) \}", ""),
        (r"^ *lock\.lock\(\)\n((?:(?!.*unlock).*\n){1,4}) *lock\.unlock\(\)\n", r"\1")],
    "keeps-lock": [  # on one path, or on all
        (r"(?:self\.)?lock\.unlock\(.*\)", ""),
        (r"defer \{ (?:pthread_mutex_unlock|isTaken\.store)\(.*\) \}", ""),
        (r"\block\.withLock (\{\n)((?: *(?:if|guard) .*return.*\n| *\w.* = .*\n)+ *)return true",
         r"unlocked \1lock.lock()\n\2lock.unlock()\nreturn true"),
        (FIRST, r"unlocked {\n\1.lock()\nif \4 { return false }\n\2 = \3\n\1.unlock()\nreturn true\n}")],
    "loses-callback": [
        (CALL + r"(?:finish|end|done|begin|next|attempt|poll|logIn|comeOnline|move|set)\([^()]*\)(?! else)", lost),
        (r"\b(?:self\.)?(?:isOver|isDone|condition)\.(?:signal|broadcast)\(\)|group\.leave\(\)", ""),
        (r"\bdone\.resume\(\)|source\.finish\(\)|client\??\.urlProtocol(?:\(self, did|Did).*\)", "")],
    "ignores-cancel": [
        (rf"^ *(?:if {CANCELLED} \{{ .* \}}|guard !isCancelled else .*|if self\?\.isCancelled .*)$", ""),
        (rf", !{CANCELLED}\b|!isCancelled, | && !isCancelled|{CANCELLED} \|\| ", ""),
        (r"(?<=let isCancelled = )isCancelled", "false"),
        (r"if isCancelled(?= \{$)", "if false"),
        (r"if !isCancelled \{ (.*) \}", r"\1")],
    "keeps-cancel-to-itself": [  # does not pass it on to what works for it
        (r"(?:lock\.withLock \{ (?:task|reading) \}\?|inner)\.cancel\(\)", ""),
        (r"lock\.withLock \{ self\.(task|reading) = \1 \}", "")],
    "keeps-token": [  # of a timer, an observer, a register or a file
        (r"lock\.withLock \{ alarm \}\?\.cancel\(\)|timer\.cancel\(\)|timer\.setEventHandler \{\}", ""),
        (r"if let token = .*|close\(file\)|pthread_mutex_destroy\(mutex\)\n *mutex\.deallocate\(\)", ""),
        (r"_ = Self\.register\..*|if cache\[key\] == 8 .*", ""),
        (r"\$0\.removeValue\(forKey: key\)(?= \}\) else)", "$0[key]")],
    "keeps-self": [(r"\[weak self\] in", "[weak self, held = self] in _ = held;")],
    "never-ends-thread": [endless],
    "never-starts-it": [
        (r"timer\.(?:resume|activate)\(\)|timer\.schedule\(.*\)|queue\.addOperation\(inner\)", ""),
        (r"(?<=\})\.resume\(\)", "")],
    "asks-then-changes": [  # in two steps
        (r"guard set\(isExecuting: true, isFinished: false\) else \{ return \}",
         "if isExecuting || isFinished { return }\nset(isExecuting: true, isFinished: false)"),
        (FIRST, r"unlocked {\nlet was = \1.withLock { \4 }\n\1.withLock { \2 = \3 }\nreturn !was\n}"),
        (TURN + r"(if|guard) (.*?)(?: else)? \{ return (.*) \}\n\s*(.*)\n\s*return (.*)\n\s*\}", in_two_steps),
        (r"state\.compareExchange\(.*\)\.exchanged",
         "guard state.load(ordering: .acquiring) == old else { return false }\n"
         "state.store(new, ordering: .releasing)\nreturn true"),
        (r"(while isTaken\.)exchange\(true, (ordering: \.acquiring\) \{ sched_yield\(\) \})",
         r"\1load(\2\nisTaken.store(true, ordering: .releasing)")],
    "ignores-refusal": [  # goes on although another has the turn
        (r"guard ((?:self\.)?(?:set|move|announcing)\(.*\)|isFirst|takesTurn\(\)|has\w+) else \{ .* \}", r"_ = \1"),
        (r"if ((?:self\.)?(?:move\(.*?\)|first\.isMine\(\)|isLast)) \{ (.*) \}(?= |$)", r"_ = \1; \2"),
        (r"isFirst\.isMine\(\), ", "")],
    "says-synchronous": [(r"(?<=isAsynchronous: Bool \{ )true", "false")],
}


def edits(mistake, text):
    """All places of a text where the mistake can be made, in their order."""
    found = []
    for entry in MISTAKES[mistake]:
        if callable(entry):
            found += entry(text)
            continue
        pattern, instead = entry
        for match in re.finditer(pattern, text, re.M):
            new = instead(match) if callable(instead) else match.expand(instead)
            found.append((match.start(), match.end(), new))
    return sorted(set(found))


def changed(text, edit):
    """The text with an edit. A line of which nothing is left goes away."""
    start, end, new = edit
    text = text[:start] + new + text[end:]
    first, last = text.rfind("\n", 0, start) + 1, text.find("\n", start + len(new)) + 1
    return text[:first] + text[last:] if not new and not text[first:last].strip() else text

import OperationDownloads
import OperationTesting

/// What lesson 10 has to say of article A's `MyOperation` and `finishTask()`, and of
/// `isAsynchronous`.
extension Lesson10 {
  static let myOperationIsConcurrent = Claim(
    "A14b", "Article A's MyOperation is concurrent, as its isAsynchronous says.",
    origin: .article(
      .a,
      passage: .init(
        "- (BOOL)isAsynchronous{    return YES;}",
        "MyOperation says that it is asynchronous",
        at: 620)),
    expected: .everywhere(
      .refuted,
      because: """
        All its work is in start(), on the thread of whoever calls it. Started by hand it blocks \
        its caller; in a queue it blocks one of the queue's threads.
        """),
    mutants: [
      .trace(of: "blocks-its-thread", "start() returns before the work") {
        $0.edited { events in
          guard let back = events.firstIndex(where: { $0.kind == .returned }) else { return }
          var event = events.remove(at: back)
          event.state = [.ready, .executing]
          let place = events.firstIndex { $0.note == "step 1" } ?? 0
          events.insert(event, at: place)
        }
      },
      .trace(of: "blocks-its-thread", "it does not say that it is asynchronous") {
        $0.replacing(.noted, of: "first") {
          $0.note = $0.note.replacing("true", with: "false")
        }
      },
      .trace(of: "blocks-its-thread", "it has no work") {
        $0.edited { $0.removeAll { $0.note.hasPrefix("step") } }
      },
    ]
  ) { runs in
    let run = try runs["blocks-its-thread"]
    let answer = try run.first(.noted, of: "first", note: "MyOperation, isAsynchronous: true")
    let (start, back) = (
      try run.first(.started, of: "first"), try run.first(.returned, of: "first")
    )
    let steps = try ["step 1", "step 2"].map { try run.first(.noted, of: "first", note: $0) }
    let after = try run.first(.observed, of: "first", note: "after start()")
    try run.require(
      run.all(.enqueued, of: "first").isEmpty && start.thread == answer.thread
        && start.thread == after.thread,
      "first was started by hand")
    return .confirmed(
      if: back.seq < steps[1].seq || steps.contains { $0.thread != start.thread },
      "start() was back before the work was over",
      otherwise: "it says \(answer.note.suffix(20)); both steps were done on \(start.thread) "
        + "before start() was back, and then it was '\(after.state)'",
      [answer, start] + steps + [back, after])
  }

  static let executesAlthoughCancelled = Claim(
    "A14c",
    """
    It sets executing before it asks isCancelled: cancelled before its start, it tells everybody \
    that it executes all the same.
    """,
    origin: .kit,
    expected: .everywhere(
      .confirmed,
      because: """
        The order of the lines decides. Ask first: then there is one announcement, that of the end.
        """),
    mutants: [
      .passing("asks-first", as: "executes-first"),
      .passing("executes-first", as: "asks-first"),
      .trace(of: "executes-first", "nobody cancelled it") {
        $0.replacing(.started) { $0.state.remove(.cancelled) }
      },
      .trace(of: "executes-first", "nobody was told") { $0.removing(.announced) },
    ]
  ) { runs in
    let (run, cure) = (try runs["executes-first"], try runs["asks-first"])
    var looks: [Evidence] = []
    for run in [run, cure] {
      try run.enqueued("first", in: "downloads")
      let start = try run.first(.started, of: "first")
      let end = try run.last(.settled, of: "first")
      try run.require(
        start.state == [.ready, .cancelled], "first was cancelled before its queue started it")
      try run.require(
        end.state == [.ready, .finished, .cancelled] && end.note == "in no queue"
          && !run.all(.noted, of: "first").contains { $0.note.hasPrefix("step") },
        "it did no work, and finished")
      looks.append(try run.first(.observed, of: "first", note: "asks isCancelled"))
    }
    let told = try run.announced("isExecuting", by: "first")
    let silent = try cure.announcement(of: "isExecuting", by: "first")
    return .confirmed(
      if: told.seq < looks[0].seq && looks[0].state.contains([.executing, .cancelled])
        && silent.isNever && !looks[1].state.contains(.executing),
      "it announced isExecuting, and was '\(looks[0].state)' when it asked; the one that asks first "
        + "was never executing",
      otherwise: "it was '\(looks[0].state)' when it asked", [told] + looks + [silent.evidence])
  }

  static let finishedAndExecuting = Claim(
    "A15b",
    """
    finishTask() posts finished before executing: whoever is told of the end may find the operation \
    executing and finished at once.
    """,
    origin: .kit,
    expected: .everywhere(
      .confirmed,
      because: """
        The queue goes on as soon as it is told, on another thread, while finishTask() is between \
        its two lines. Take executing back first, or both in one step.
        """),
    mutants: [
      .passing("executing-first", as: "finished-first"),
      .passing("finished-first", as: "executing-first"),
      .trace(of: "finished-first", "executing was taken back before") {
        $0.replacing(.observed, of: "look") { $0.state.remove(.executing) }
      },
      .trace(of: "finished-first", "nobody was told of the end") { $0.removing(.announced) },
      .trace(of: "executing-first", "it never executed") {
        $0.edited { $0.removeAll { $0.note == "isExecuting" } }
      },
    ]
  ) { runs in
    let (run, cure) = (try runs["finished-first"], try runs["executing-first"])
    var evidence: [Evidence] = []
    for run in [run, cure] {
      try run.enqueued(together: ["first", "next"], in: "downloads", width: 1)
      let executing = run.all(.announced, of: "first").filter { $0.note == "isExecuting" }
      let told = try run.announced("isFinished", by: "first")
      let look = try run.first(.observed, of: "look")
      try run.require(
        executing.count == 2 && executing[0].seq < told.seq && told.seq < look.seq,
        "first executed, announced both, and next looked when the end was announced")
      try run.require(look.state.contains(.finished), "first was finished when next looked")
      evidence += [told, look, executing[1]]
    }
    try run.require(evidence[0].seq < evidence[2].seq, "finished was posted before executing")
    try cure.require(evidence[5].seq < evidence[3].seq, "executing was posted before finished")
    return .confirmed(
      if: evidence[1].state.contains(.executing) && !evidence[4].state.contains(.executing),
      "told of the end, next found it '\(evidence[1].state)'; the other way round "
        + "'\(evidence[4].state)'",
      otherwise: "next found it '\(evidence[1].state)'", evidence)
  }

  static let mayStaySynchronous = Claim(
    "C03c",
    """
    An operation may override start(), executing and finished and leave asynchronous alone, as \
    SDWebImage's does.
    """,
    origin: .article(
      .c,
      passage: .init(
        "SDWebImageDownloaderOperation重寫了start方法和executing、finished屬性,但是沒有重寫asynchronous屬性。",
        """
        SDWebImageDownloaderOperation overrides the start method and the properties \
        executing and finished, but does not override the property asynchronous.
        """,
        at: 910)),
    expected: .everywhere(
      .confirmed,
      basis: .documented(page: ApplePage.operation),
      because: """
        A queue never asks isAsynchronous: lesson 1. Whoever starts operations by hand may, and is \
        then told something wrong.
        """),
    mutants: [
      .passing("whole", as: "no-is-asynchronous"),
      .passing("no-notification", as: "no-is-asynchronous"),
      .trace(of: "no-is-asynchronous", "the next operation never starts") {
        $0.removing(.started, of: "next")
      },
      .trace(of: "no-is-asynchronous", "it stays in its queue") {
        $0.replacing(.settled, of: "first") { $0.note = "in downloads" }
      },
    ]
  ) { runs in
    let download = try Download(runs["no-is-asynchronous"])
    try download.run.require(
      download.look.note.hasPrefix("isAsynchronous false"), "first does not say asynchronous")
    let told = try download.ending(announced: "isFinished")
    return .confirmed(
      if: download.working.state == [.ready, .executing] && download.end.note == "in no queue"
        && !download.next.isNever,
      "it was at work long after start() had returned, ended from elsewhere, and the queue went on",
      otherwise: "the queue did not get past it",
      [download.returned, download.working, download.look, told, download.end]
        + [download.next.evidence])
  }
}

import OperationLab
import OperationDownloads
import OperationTesting

extension Lesson02 {
  static let both = ["block", "invocation"]

  static let cancelOnlyMarks = Claim(
    "C06",
    "After cancel() and before start(), isCancelled is true and isFinished still false.",
    origin: .article(
      .c,
      passage: .init(
        "isCancelled(默認(rèn)是NO)會(huì)立即變成YES,而此時(shí)isFinished依然是NO",
        "isCancelled (NO by default) becomes YES at once, while isFinished is still NO",
        at: 257)),
    expected: .everywhere(
      .confirmed, basis: .reported("the log that article C prints"),
      because: "cancel() sets a flag and makes the operation ready; it ends nothing."),
    mutants: [
      .trace(of: "article", "cancel() finishes the operation") {
        $0.replacing(.observed, of: "block") { $0.state.insert(.finished) }
      },
      .trace(of: "article", "cancel() does nothing") {
        $0.replacing(.observed) { $0.state.remove(.cancelled) }
      },
      .trace(of: "article", "nobody cancels") { $0.removing(.cancelled) },
    ]
  ) { runs in
    let run = try runs["article"]
    let cancels = try both.map { try cancelled($0, run) }
    let looks = try zip(both, cancels).map { name, cancel in
      let look = try run.first(.observed, of: name, note: "after cancel()")
      let start = try run.first(.started, of: name)
      try run.require(
        cancel.seq < look.seq && look.seq < start.seq,
        "somebody looked at \(name) after cancel() and before start()")
      return look
    }
    return .confirmed(
      if: looks.allSatisfy { $0.state.contains(.cancelled) && !$0.state.contains(.finished) },
      "both were cancelled and not finished", otherwise: describe(looks), cancels + looks)
  }

  static let startFinishes = Claim(
    "C07", "start() on a cancelled operation never runs the body and sets isFinished.",
    origin: .article(
      .c,
      passage: .init(
        "當(dāng)operation調(diào)用start后,并沒有調(diào)用test方法,并且把isFinished設(shè)置成了YES",
        "when start was called, the method test was not called, and isFinished was set to YES",
        at: 260)),
    expected: .everywhere(
      .confirmed, basis: .reported("the log that article C prints"),
      because: """
        start() checks isCancelled first; a cancelled operation goes straight to finished, so \
        that whoever waits for it can go on.
        """),
    mutants: [
      .trace(of: "article", "the body runs") { $0.inserting(.began, of: "block") },
      .trace(of: "article", "start() leaves it unfinished") {
        $0.replacing(.observed) { $0.state.remove(.finished) }
      },
      .trace(of: "article", "nobody looked in the end") { $0.removing(.settled) },
      .trace(of: "article", "it was not cancelled when it was started") {
        $0.replacing(.started) { $0.state.remove(.cancelled) }
      },
      .trace(of: "left-alone", "the bodies do not run without cancel() either") {
        $0.removing(.began)
      },
    ]
  ) { runs in
    let run = try runs["article"]
    try bodiesRunUnlessCancelled(runs)
    var evidence: [Evidence] = []
    var holds = true
    for name in both {
      let cancel = try cancelled(name, run)
      let start = try run.first(.started, of: name)
      try run.require(
        cancel.seq < start.seq && start.state.contains(.cancelled)
          && !start.state.contains(.finished),
        "\(name) was cancelled, and not finished, when start() was called")
      let body = try run.occurrence(of: .began, of: name)
      let back = try run.first(.returned, of: name)
      let after = try run.first(.observed, of: name, note: "after start()")
      try run.require(start.seq < back.seq && back.seq < after.seq, "start() of \(name) was back")
      holds = holds && body.isNever && after.state.contains(.finished)
      evidence += [cancel, start, back, after, body.evidence]
    }
    holds = holds && run.all(.noted, of: "photo").isEmpty
    return .confirmed(
      if: holds, "both finished in start(), and neither body ever began",
      otherwise: "a body ran, or an operation was not finished after start()", evidence)
  }

  static let allCancelAlike = Claim(
    "C08", "A block operation and the kit's InvocationOperation cancel alike.",
    origin: .article(
      .c,
      passage: .init(
        "NSBlockOperation的cancel和NSInvocationOperation是一樣的",
        "cancel of NSBlockOperation is the same as that of NSInvocationOperation",
        at: 329,
        but: """
          The article speaks of NSInvocationOperation, which Swift does not have. The kit's \
          InvocationOperation is judged in its place.
          """)),
    expected: .everywhere(
      .confirmed, because: "Neither overrides cancel() or start(): both behave as Operation does."),
    mutants: [
      .trace(of: "article", "the invocation runs though cancelled") {
        $0.inserting(.began, of: "invocation")
      },
      .trace(of: "article", "the invocation does not notice") {
        $0.replacing(.observed, of: "invocation") { $0.state.remove(.cancelled) }
      },
      .trace(of: "article", "nobody cancels the invocation") {
        $0.removing(.cancelled, of: "invocation")
      },
      .trace(of: "left-alone", "both are blocks") { $0.removing(.noted, of: "photo") },
    ]
  ) { runs in
    let run = try runs["article"]
    try bodiesRunUnlessCancelled(runs)
    let cancels = try both.map { try cancelled($0, run) }
    // What happened to each, without when and where.
    let notes = ["after cancel()", "after start()"]
    let stories = both.map { name in
      run.trace.events
        .filter { $0.subject == name && ($0.kind != .observed || notes.contains($0.note)) }
        .map { "\($0.phrase): \($0.state)" }
    }
    let looks = try both.flatMap { name in
      [
        try run.first(.observed, of: name, note: "after cancel()"),
        try run.first(.observed, of: name, note: "after start()"),
        try run.last(.settled, of: name),
      ]
    }
    return .confirmed(
      if: stories[0] == stories[1] && looks.allSatisfy { $0.state.contains(.cancelled) },
      "the same events with the same states, one after the other",
      otherwise: "their stories differ", cancels + looks)
  }

  static let tooLate = Claim(
    "C10", "Cancelling an operation that has already finished has no effect.",
    origin: .article(
      .c,
      passage: .init(
        "如果operation已經(jīng)完成執(zhí)行了,這個(gè)方法不起作用",
        "if the operation has already finished, this method has no effect",
        at: 185)),
    expected: .everywhere(
      .confirmed, basis: .documented(page: ApplePage.cancel),
      because: "cancel() returns at once when isFinished is true; nothing is marked."),
    mutants: [
      .trace(of: "too-late", "it is marked as cancelled") {
        $0.replacing(.observed, of: "block") {
          if $0.note == "after cancel()" { $0.state.insert(.cancelled) }
        }
      },
      .trace(of: "too-late", "it had not finished before") {
        $0.replacing(.observed, of: "block") { $0.state = [.ready] }
      },
      .trace(of: "too-late", "nobody cancels it") { $0.removing(.cancelled) },
    ]
  ) { runs in
    let run = try runs["too-late"]
    let ended = try run.first(.ended, of: "block")
    let before = try run.first(.observed, of: "block", note: "after the end")
    let cancel = try run.first(.cancelled, of: "block")
    let after = try run.first(.observed, of: "block", note: "after cancel()")
    let rest = try run.last(.settled, of: "block")
    let order = [ended, before, cancel, after, rest].map(\.seq)
    try run.require(
      order == order.sorted() && before.state == [.ready, .finished],
      "block was cancelled after its end, and not before")
    return .confirmed(
      if: after.state == before.state && rest.state == before.state
        && run.all(.began, of: "block").count == 1,
      "\(before.state) before and after", otherwise: describe([before, after]),
      [ended, before, cancel, after, rest])
  }

  /// The first cancellation of an operation that is in no queue.
  static func cancelled(_ name: String, _ run: Run) throws -> Evidence {
    let cancel = try run.first(.cancelled, of: name)
    try run.require(run.all(.enqueued, of: name).isEmpty, "\(name) is in no queue")
    return cancel
  }

  /// That a body did not run proves something only if it does run when nobody cancels.
  private static func bodiesRunUnlessCancelled(_ runs: Runs) throws {
    let run = try runs["left-alone"]
    try run.requireNotCancelled("block", "invocation")
    _ = try run.first(.began, of: "block")
    let (began, ended) = (
      try run.first(.began, of: "invocation"), try run.first(.ended, of: "invocation")
    )
    let method = try run.first(.noted, of: "photo", note: "fetch() runs")
    try run.require(
      began.state.contains(.executing) && began.seq < method.seq && method.seq < ended.seq,
      "the invocation calls its method")
  }

  static func describe(_ looks: [Evidence]) -> String {
    looks.map { "\($0.subject) \($0.note): \($0.state)" }.joined(separator: "; ")
  }
}

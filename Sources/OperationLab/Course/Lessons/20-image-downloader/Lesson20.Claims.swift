import OperationLab
import OperationDownloads
import OperationTesting

extension Lesson20 {
  static let picture = Claim(
    "D04a", "The chain delivers progress, then the picture, and no error.",
    origin: .article(
      .d,
      passage: .init(
        "}.then { image in",
        "the second link of the chain in the example; the first takes the progress",
        at: 43,
        but: """
          The article shows the three links and does not say which are called. How often and in \
          what order is our reading of the chain.
          """)),
    expected: .everywhere(
      .confirmed,
      because: """
        Every chunk is reported as it comes. The end goes through one function, which hands over \
        the result once.
        """),
    mutants: [
      .passing("chain-fails", as: "chain"),
      .passing("chain-cancelled", as: "chain"),
      .trace(of: "chain", "the picture comes before the progress") { $0.callerReversed() },
      .trace(of: "chain", "nobody looked in the end") { $0.removing(.settled) },
    ]
  ) { runs in
    let told = try (try runs["chain"]).told(endingAs: [.ready, .finished])
    return .confirmed(
      if: told.isWhole && told.ends == ["then: 32 x 32"] && told.endIsLast,
      "progress \(told.progress) times, then the picture, and nothing more",
      otherwise: "progress \(told.progress) times; ends: \(told.ends.listed)", told.evidence)
  }

  static let error = Claim(
    "D04b", "... or, when what came is no picture, progress and then one error.",
    origin: .article(
      .d,
      passage: .init(
        ".catch { error in",
        "the third link of the chain in the example",
        at: 54)),
    expected: .everywhere(
      .confirmed,
      because: "A failure takes the same way out as a success: one function, one result."),
    mutants: [
      .passing("chain", as: "chain-fails"),
      .trace(of: "chain-fails", "the error comes twice") { $0.tellingAgain() },
    ]
  ) { runs in
    let told = try (try runs["chain-fails"]).told(endingAs: [.ready, .finished])
    return .confirmed(
      if: told.isWhole && told.ends == ["catch: no picture"] && told.endIsLast,
      "progress \(told.progress) times, then the error, and nothing more",
      otherwise: "progress \(told.progress) times; ends: \(told.ends.listed)", told.evidence)
  }

  static let cancelledChain = Claim(
    "D04c", "... or, when it is cancelled on the way, one error and no further progress.",
    origin: .article(
      .d,
      passage: .init(
        "wrongHandler?(.cancel)",
        "start() tells the error handler of a cancellation",
        at: 341)),
    expected: .everywhere(
      .confirmed,
      because: """
        cancel() is one more end, which claims the result before it stops the transfer. What still \
        arrives finds that the end is taken.
        """),
    mutants: [
      .passing("chain", as: "chain-cancelled"),
      .passing("ignores-chunks", as: "chain-cancelled"),
      .trace(of: "chain-cancelled", "nobody is told") { $0.removing(.noted, of: "caller") },
      .trace(of: "chain-cancelled", "it is never cancelled") { $0.removing(.cancelled) },
    ]
  ) { runs in
    let run = try runs["chain-cancelled"]
    let before = try run.first(.progressed, of: "caller")
    let told = try run.toldAfterCancel()
    let cancelled = told.evidence[0]
    try run.require(
      before.seq < cancelled.seq && before.event.progress?.received ?? 0 > 0,
      "it was cancelled on the way, when the first piece had been told")
    let all = run.all(.progressed, of: "caller").count
    return .confirmed(
      if: told.progress == 0 && all == 1 && told.ends == ["catch: cancelled"] && told.endIsLast,
      "progress once, then cancel(), then the error, and nothing more",
      otherwise:
        "progress \(all) times, \(told.progress) after cancel(); ends: \(told.ends.listed)",
      [before] + told.evidence)
  }
}

extension Lesson20 {
  /// What the caller of a chain was told, until everything was at rest.
  struct Told {
    /// How often it was told of progress.
    var progress: Int
    /// Whether it was told of more and more bytes, up to all: in how many pieces they come is the
    /// system's affair.
    var isWhole: Bool
    /// Every result it was told, in order.
    var ends: [String]
    /// Whether nothing came after the last result.
    var endIsLast: Bool
    var evidence: [Evidence]
  }
}

extension Run {
  /// - Parameter state: what the download must have come to in the end.
  /// - Throws: when the download did not settle, or not so: then more may come.
  func told(from seq: Int = 0, endingAs state: OperationState) throws -> Lesson20.Told {
    let settled = try last(.settled, of: "download")
    try require(settled.state == state, "the download ended as '\(state)'")
    let told = (all(.progressed, of: "caller") + all(.noted, of: "caller"))
      .filter { seq <= $0.seq && $0.seq < settled.seq }.sorted { $0.seq < $1.seq }
    let ends = told.filter { $0.kind == .noted }
    let progress = told.compactMap(\.event.progress)
    let isRising = zip(progress, progress.dropFirst()).allSatisfy { $0.received < $1.received }
    return Lesson20.Told(
      progress: told.count - ends.count, isWhole: isRising && progress.last?.fraction == 1,
      ends: ends.map(\.note),
      endIsLast: told.last?.kind == .noted, evidence: told + [settled])
  }

  /// The first of the evidence is the cancelling, by which the download really became cancelled.
  func toldAfterCancel() throws -> Lesson20.Told {
    let cancelled = try first(.cancelled, of: "download")
    try require(cancelled.state.contains(.cancelled), "it was cancelled then")
    var told = try told(from: cancelled.seq, endingAs: [.ready, .finished, .cancelled])
    told.evidence.insert(cancelled, at: 0)
    return told
  }
}

extension Trace {
  /// What the caller is told, in the opposite order.
  fileprivate func callerReversed() -> Trace {
    edited { events in
      let places = events.indices.filter { events[$0].subject == "caller" }
      let told = places.map { events[$0] }
      for (place, event) in zip(places, told.reversed()) { events[place] = event }
    }
  }

  /// The last thing that the caller is told, once more.
  fileprivate func tellingAgain() -> Trace {
    edited { events in
      guard let place = events.lastIndex(where: { $0.subject == "caller" }) else { return }
      events.insert(events[place], at: place)
    }
  }
}

extension [String] {
  var listed: String { isEmpty ? "nothing" : joined(separator: ", ") }
}

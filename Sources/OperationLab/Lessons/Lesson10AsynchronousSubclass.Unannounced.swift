import Foundation

/// What lesson 10 has to say of ends that are not announced, or under a name that nobody knows.
enum Unannounced {
  static let programs = [silentInTime, ownKey]
  static let claims = [everyEndMustBeAnnounced, ownKeyIsUnknown]

  // snippet: silent-in-time
  /// BROKEN ON PURPOSE: sets its flags and tells nobody, all of it inside `start()`.
  private final class HastyOperation: TracedOperation, @unchecked Sendable {
    private let flags = ExecutionFlags()

    override func start() {
      log(.started, self)
      flags.begin()
      flags.end()
      log(.finished, self)
      log(.returned, self)
    }

    override var isExecuting: Bool { flags.isExecuting }
    override var isFinished: Bool { flags.isFinished }
  }
  // end snippet

  // snippet: own-key
  /// BROKEN ON PURPOSE: announces the change of a property of its own, on which the others depend.
  private final class StateOperation: TransferOperation, @unchecked Sendable {
    override func start() {
      log(.started, self)
      if isCancelled { return finish() }
      announcing("state") { flags.begin() }
      main()
      log(.returned, self)
    }

    override func main() {
      log(.noted, note: "a request goes out")
      transfer.begin { self.finish() }
    }

    func finish() {
      guard flags.claimEnd() else { return }
      announcing("state") {
        flags.end()
        log(.finished, self)
      }
    }

    override var isAsynchronous: Bool { true }
    override var isExecuting: Bool { flags.isExecuting }
    override var isFinished: Bool { flags.isFinished }
  }
  // end snippet

  private static let silentInTime = Program(
    "silent-in-time", role: .broken, "Tells nobody, either, but ends before start() returns.",
    onDarwin: .hangs
  ) { bench in
    let queue = bench.queue("downloads", width: 1)
    queue.addOperation(HastyOperation(bench.log("first")))
    queue.addOperation(bench.block("next"))
  }

  private static let ownKey = Program(
    "own-key", role: .broken, "Announces 'state' instead, a property of the subclass's own.",
    expected: .hangs
  ) { bench in
    AsynchronousSubclassPrograms.download(bench) { StateOperation($0, $1) }
  }

  private static let everyEndMustBeAnnounced = Claim(
    "C26c", "The end must be announced whenever it comes, even before start() has returned.",
    source: .c,
    expected: Expectation(
      linux: .refuted, darwin: .confirmed,
      because: """
        On Linux the queue looks at isFinished once when start() returns, and so finds an end that \
        nobody told it of. The documentation promises no such look. macOS was not measured.
        """),
    mutants: [
      .passing("no-notification", as: "silent-in-time"),
      .trace(of: "silent-in-time", "nobody looked in the end") { $0.removing(.settled) },
      .trace(of: "silent-in-time", "it ended after start() had returned") {
        $0.movingToEnd(.finished, of: "first")
      },
    ]
  ) { runs in
    let run = try runs["silent-in-time"]
    let finished = try run.first(.finished, of: "first")
    let back = try run.first(.returned, of: "first")
    let end = try run.last(.settled, of: "first")
    let next = try run.occurrence(of: .started, of: "next")
    guard finished.seq < back.seq else {
      return Judgement(.undecided, "it ended after start() had returned", [back, finished])
    }
    return .confirmed(
      if: end.note == "in downloads" && next.isNever,
      "its queue kept it, and never started another",
      otherwise: "nobody was told, and the queue let go of it all the same",
      [finished, back, end, next.evidence])
  }

  private static let ownKeyIsUnknown = Claim(
    "C26d", "Announcing a key of the subclass's own, such as state, tells the queue nothing.",
    source: .c,
    expected: .everywhere(
      .confirmed,
      because: """
        The queue listens to isFinished. On macOS a subclass may declare, with \
        keyPathsForValuesAffectingIsFinished, that isFinished depends on its own key, and then one \
        announcement does for both. On Linux there is nothing that would read such a declaration.
        """),
    mutants: [
      .passing("whole", as: "own-key"),
      .trace(of: "own-key", "it is not even finished") {
        $0.replacing(.settled, of: "first") { $0.state = [.ready, .executing] }
      },
      .trace(of: "own-key", "nobody looked in the end") { $0.removing(.settled) },
    ]
  ) { runs in
    let run = try runs["own-key"]
    let end = try run.last(.settled, of: "first")
    let next = try run.occurrence(of: .started, of: "next")
    return .confirmed(
      if: end.state.contains(.finished) && end.note == "in downloads" && next.isNever,
      "finished, but still in its queue, and the next operation never started",
      otherwise: "the queue let go of it", [end, next.evidence])
  }
}

import OperationLab
import OperationDownloads
import OperationTesting

// Cancelled operations that are deallocated before what they depend on has ended.
extension Lesson04 {
  static let leavesNoTrace = Claim(
    "C14b",
    """
    A cancelled operation that has finished may be let go, although what it depends on still runs.
    """,
    origin: .kit,
    expected: Expectation(
      linux: .refuted, darwin: .confirmed,
      because: """
        On Linux an operation keeps the addresses of those that depend on it, and calls them \
        when it finishes. cancel() does not take an address away; removeDependency(_:) does.
        """),
    mutants: [
      .passing("let-go-later", as: "let-go-early"),
      .trace(of: "let-go-early", "they were never deallocated") {
        $0.removing(.released, of: "pour1")
      },
      .trace(of: "let-go-early", "boil never ended") { $0.removing(.ended, of: "boil") },
      .trace(of: "let-go-early", "they were not cancelled") {
        $0.replacing(.settled) { $0.state.remove(.cancelled) }
      },
    ]
  ) { runs in
    let run = try runs["let-go-early"]
    let evidence = try letGo(run, dependingOn: "boil")
    guard run.outcome == .traps else {
      try run.require(run.outcome == .completes, "the program completes or traps")
      return Judgement(.confirmed, "boil finished, and all went on", evidence)
    }
    try diedOfBoil(run)
    return Judgement(
      .refuted, "the process died of a bad address (\(signal(run))) when boil finished", evidence)
  }

  static let removedDependency = Claim(
    "C14c",
    """
    A cancelled operation that has finished may be let go once it depends on nothing any more, \
    although what it depended on still runs.
    """,
    origin: .kit,
    expected: .everywhere(
      .confirmed,
      because: """
        removeDependency(_:) takes the address of the operation away from what it depended on, \
        so nobody calls it when it is gone.
        """),
    mutants: [
      .passing("let-go-early", as: "let-go-later"),
      .trace(of: "let-go-later", "they were never deallocated") {
        $0.removing(.released, of: "pour3")
      },
      .trace(of: "let-go-later", "they still depend on boil") {
        $0.replacing(.observed, of: "pour5") { $0.note = "depends on boil" }
      },
      .trace(of: "let-go-later", "boil never finished") {
        $0.replacing(.settled, of: "boil") { $0.state = [.ready, .executing] }
      },
    ]
  ) { runs in
    let run = try runs["let-go-later"]
    if run.outcome == .traps {
      let evidence = try letGo(run, dependingOn: nil)
      try diedOfBoil(run)
      return Judgement(
        .refuted, "the process died of a bad address (\(signal(run))) when boil finished", evidence)
    }
    let evidence = try letGo(run, dependingOn: "nothing")
    let rest = try run.last(.settled, of: "boil")
    return .confirmed(
      if: run.outcome == .completes && rest.state.contains(.finished),
      "boil finished, and all went on",
      otherwise: "boil is \(rest.state) in the end", evidence + [rest])
  }

  /// All were cancelled in the queue while they depended on boil, finished, and were
  /// deallocated before the end of boil.
  ///
  /// - Parameter dependency: what they depended on when they had finished; `nil` for anything.
  private static func letGo(_ run: Run, dependingOn dependency: String?) throws -> [Evidence] {
    let look = try run.first(.observed, of: "boil", note: "before the water is hot")
    let opened = try run.first(.opened, of: "water is hot")
    let ended = try run.first(.ended, of: "boil")
    try run.require(
      look.state == [.ready, .executing] && look.seq < opened.seq && opened.seq < ended.seq,
      "boil was running until the water was hot")
    var evidence: [Evidence] = []
    let names = run.all(.enqueued)
      .filter { $0.enqueueing?.dependencies.contains("boil") == true }.map(\.subject)
    try run.require(!names.isEmpty, "somebody depended on boil")
    for name in names {
      let entry = try run.enqueued(
        name, in: "kitchen", isSuspended: false, dependencies: ["boil"],
        losesDependencies: true)
      let rest = try run.last(.settled, of: name)
      try run.require(
        rest.state == [.ready, .finished, .cancelled] && rest.note == "in no queue",
        "\(name) was cancelled, had finished and had left the queue")
      let asked = run.all(.observed, of: name).first { $0.note.hasPrefix("depends on ") }
      guard let dependencies = asked else {
        throw MissingEvidence.event(.observed, subject: name, program: run.program)
      }
      if let dependency {
        try run.require(
          dependencies.note == "depends on \(dependency)",
          "\(name), finished, depended on \(dependency)")
      }
      let released = try run.first(.released, of: name)
      let order = [entry, rest, dependencies, released, look].map(\.seq)
      try run.require(order == order.sorted(), "\(name) was deallocated while boil was running")
      if evidence.isEmpty { evidence = [entry, rest, dependencies, released] }
    }
    return evidence + [look, ended]
  }

  /// Whether the process was killed for using a bad address, with nothing between that and the end
  /// of boil's body: any other death is no evidence.
  private static func diedOfBoil(_ run: Run) throws {
    try run.require(
      ["SIGSEGV", "SIGBUS"].contains(signal(run)) && run.fatalMessage == nil,
      "the process died of a bad address, in silence")
    let last = run.trace.events.last
    try run.require(
      last?.subject == "boil" && (last?.kind == .ended || last?.kind == .returned),
      "the end of boil was the last that happened")
  }

  private static func signal(_ run: Run) -> String { run.detail.signal ?? "no signal" }
}

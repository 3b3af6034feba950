import OperationLab
import OperationTesting

// Cancelled operations that are deallocated before what they depend on has ended.
extension Lesson04 {
  private static let pours = (1...8).map { "pour\($0)" }

  /// The pours depended on boil. They were cancelled, finished, left the queue and were deallocated
  /// while boil was running. Before that, each was seen to depend on these.
  private static func poursAreDeallocated(dependingOn dependencies: [String]) -> [Trace.Condition] {
    boilStillRuns + [
      .each(pours) { pour in
        [
          .added(pour, to: "kitchen", dependencies: ["boil"], losesDependencies: true),
          .state([.ready, .finished, .cancelled], at: .settled(pour)),
          .place(nil, at: .settled(pour)),
          .fact(.dependencies(dependencies), at: .observed(pour)),
          .order(
            .added(pour), .settled(pour), .observed(pour), .released(pour), .observed("boil")),
        ]
      },
      .any(.ends(.completes), .diesWhenBoilEnds),
    ]
  }

  static let mayBeDeallocated = Claim(
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
    in: "let-go-early",
    given: poursAreDeallocated(dependingOn: ["boil"]),
    expect: [.ends(.completes)])

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
    in: "let-go-later",
    given: poursAreDeallocated(dependingOn: []),
    expect: [.ends(.completes), .flags(.finished, at: .settled("boil"))])
}

extension Trace.Condition {
  /// The process used a bad address right after the body of boil: any other end shows nothing.
  fileprivate static let diesWhenBoilEnds = Self("the process used a bad address when boil ended") {
    run in
    let last = try run.last(.ended, of: "boil")
    let rest = run.trace.events.drop { $0.seq <= last.seq }
    let isBadAddress = ["SIGSEGV", "SIGBUS"].contains(run.detail.signal) && run.fatalMessage == nil
    return Outcome(
      isBadAddress && rest.allSatisfy { $0.subject == "boil" && $0.kind == .returned },
      "the process ended with \(run.detail.signal ?? "no signal")", [last])
  }
}

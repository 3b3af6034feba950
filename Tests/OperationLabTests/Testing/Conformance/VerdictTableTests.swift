import Foundation
import Testing

@testable import OperationLab
@testable import OperationBench
@testable import OperationTesting

@Suite("The verdict on a rule", .repeatable)
struct VerdictTableTests {
  /// What the judge saw in trial 'one'. It lacks what it looks for in 'two' or 'three'.
  private static let judges: [(name: String, judge: @Sendable (Runs) throws -> RuleFinding)] = [
    ("holds", { .holds("seen", [try first($0)]) }),
    ("holds with a remark", { .holds("seen", [try first($0)], remark: "seen") }),
    (
      "holds, as the other failed",
      { .holds("seen", [try first($0)], unlessIn: "two") }
    ),
    ("broken", { .broken("seen", [try first($0)]) }),
    ("an event is missing", { .missing("seen", [try first($0), try second($0)]) }),
    (
      "a call never returned",
      { .missing(.neverReturned(.cancel), [try first($0), try second($0)]) }
    ),
    (
      "leaves a fault",
      { .deferred("seen", fault: try $0["two"].death ?? "wrong", [try first($0)], unlessIn: "two") }
    ),
    ("lacks an event", { .holds("seen", [try $0["two"].first(.ended, of: "subject")]) }),
    ("lacks a run", { .holds("seen", [try $0["three"].end()]) }),
  ]

  private static func first(_ runs: Runs) throws -> Evidence {
    try runs["one"].first(.enqueued, of: "subject")
  }

  private static func second(_ runs: Runs) throws -> Evidence {
    try runs["two"].first(.enqueued, of: "subject")
  }

  /// How trial 'two' ends.
  private enum End: String, CaseIterable {
    case completes, trapped, exited, busy, noAnswer, blocked

    func run(_ trial: String) -> Run {
      let last: [Event.Kind] = self == .noAnswer ? [.enqueued, .noted] : [.enqueued]
      let events = last.enumerated().map { seq, kind in
        var event = Event(seq: seq, ns: 0, thread: "T1", subject: "subject", kind: kind)
        if kind == .noted { event.set(.mark(Bench.noAnswer)) }
        return event
      }
      let (outcome, detail): (Run.Outcome, Run.Detail) =
        switch self {
        case .completes: (.completes, Run.Detail())
        case .trapped: (.traps, Run.Detail(signal: "SIGILL", output: "A: Fatal error: boom\n"))
        case .exited: (.exits, Run.Detail(exitStatus: 3))
        case .busy: (.hangs, Run.Detail(reachedDeadline: true))
        case .noAnswer, .blocked: (.hangs, Run.Detail())
        }
      return Run(
        program: trial, outcome: outcome, detail: detail, trace: Trace(events),
        snapshot: outcome == .traps ? nil : Snapshot(isProgramBlocked: self == .blocked))
    }
  }

  /// How the operation ends that is left to itself. `nil` if that is unknown.
  private static let alone: [End?] = [nil, .completes, .trapped, .blocked, .busy]

  @Test("follows from what the judge saw, how the trials ended, and what other rules name")
  func table() throws {
    let columns = End.allCases.map(\.rawValue).joined(separator: " | ")
    let parts = Self.alone.map { $0?.rawValue ?? "unknown" }.joined(separator: " ")
    var lines = [
      "A part for each end of trial two: \(columns).",
      "In each, a column for each end of the operation that is left to itself: \(parts).",
    ]
    for endings in [Rule.Endings.breaksRule, .alwaysBreaksRule, .ignore] {
      for leaves in [false, true] {
        for isNamed in [true, false] {
          lines.append(
            "== \(endings)\(leaves ? ", trial two leaves its endings" : "")"
              + (isNamed ? "" : ", no other rule is broken"))
          for (name, judge) in Self.judges {
            let rule = Rule(
              "sample", words: .sample, endings: endings,
              trials: [
                Trial("one", "The first.") { _ in },
                Trial("two", "The second.", defersTraps: leaves) { _ in },
              ], judge: judge)
            let cells = End.allCases.map { end in
              Self.alone.map { cell(rule, end, alone: $0, isNamed) }.joined(separator: " ")
            }
            lines.append(
              name.padding(toLength: 28, withPad: " ", startingAt: 0)
                + cells.joined(separator: " | ").trimmingCharacters(in: .whitespaces))
          }
        }
      }
    }
    try Golden.expect("check/verdicts.txt", is: lines.joined(separator: "\n"))
  }

  /// The verdict, a letter for its reason unless that is the judge's, and a question mark where a
  /// trial is to be repeated with patience.
  private func cell(_ rule: Rule, _ end: End, alone: End?, _ isNamed: Bool) -> String {
    let pace = alone.map { SoloRun($0.run("pace")) }
    let runs = [End.completes.run("one"), end.run("two")]
    let finding = rule.finding(in: runs, of: Subject("A()") { _ in Operation() })
    let seen = Conformance.Report.Observations(
      rounds: [Conformance.Report.Round(runs: runs, finding: finding)], pace: pace)
    var results = [Conformance.Report.Result(rule, seen)]
    let doubtful = rule.doubtful(in: results[0].ruling.finding, pace)
    if isNamed { results.append(Conformance.Report.Result(.cancelReturns, .broken("late", []))) }
    let report = Conformance.Report(subject: "A()", results: results)
    let result = report.results[0]
    let letter =
      switch result.ruling.reason {
      case .ending: "e"
      case .seen(let words) where words.hasSuffix("does-not-spin first"): "s"
      case .seen(let words) where words.hasSuffix("left alone in a queue; mend that first"): "a"
      case .seen(let words) where words.hasSuffix("mend that first"): "m"
      case .seen("wrong"): "f"
      default: "-"
      }
    return result.verdict.rawValue.prefix(1).uppercased() + letter + (doubtful == nil ? " " : "?")
  }
}

import Foundation
import Testing

@testable import OperationLab
@testable import OperationBench
@testable import OperationTesting

@Suite("The verdict on a rule", .repeatable)
struct VerdictTableTests {
  /// What the judge saw. It lacks what it looks for after that.
  private static let judges: [(name: String, judge: @Sendable (Run) throws -> RuleFinding)] = [
    ("holds", { .holds("seen", [try first($0)]) }),
    ("holds with a remark", { .holds("seen", [try first($0)], remark: "seen") }),
    (
      "holds, as something failed",
      { .holds("seen", [try first($0)], isProvisional: true) }
    ),
    ("broken", { .broken("seen", [try first($0)]) }),
    ("an event is missing", { .missing("seen", [try first($0)]) }),
    ("a call never returned", { .missing(.neverReturned(.cancel), [try first($0)]) }),
    ("leaves a fault", { .deferred("seen", fault: $0.death ?? "wrong", [try first($0)]) }),
    ("lacks an event", { .holds("seen", [try $0.first(.ended, of: "subject")]) }),
  ]

  private static func first(_ run: Run) throws -> Evidence {
    try run.first(.enqueued, of: "subject")
  }

  /// How the life ends.
  private enum End: String, CaseIterable {
    case completes, trapped, exited, busy, noAnswer, blocked

    func run(_ life: Life) -> Run {
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
        program: life.name, outcome: outcome, detail: detail, trace: Trace(events),
        snapshot: outcome == .traps ? nil : Snapshot(isProgramBlocked: self == .blocked))
    }
  }

  /// How the operation ends that is left to itself. `nil` if that is unknown.
  private static let alone: [End?] = [nil, .completes, .trapped, .blocked, .busy]

  @Test("follows from what the judge saw, how the life ended, and what other rules name")
  func table() throws {
    let columns = End.allCases.map(\.rawValue).joined(separator: " | ")
    let parts = Self.alone.map { $0?.rawValue ?? "unknown" }.joined(separator: " ")
    var lines = [
      "A part for each end of the life: \(columns).",
      "In each, a column for each end of the operation that is left to itself: \(parts).",
    ]
    for endings in [Rule.Endings.breaksRule, .alwaysBreaksRule, .ignore] {
      for isNamed in [true, false] {
        lines.append("== \(endings)" + (isNamed ? "" : ", no other rule is broken"))
        for (name, judge) in Self.judges {
          let rule = Rule("sample", words: .sample, endings: endings, in: { _ in true }) {
            try judge($1)
          }
          let cells = End.allCases.map { end in
            Self.alone.map { cell(rule, end, alone: $0, isNamed) }.joined(separator: " ")
          }
          lines.append(
            name.padding(toLength: 28, withPad: " ", startingAt: 0)
              + cells.joined(separator: " | ").trimmingCharacters(in: .whitespaces))
        }
      }
    }
    try Golden.expect("check/verdicts.txt", is: lines.joined(separator: "\n"))
  }

  /// The verdict, a letter for its reason unless that is the judge's, and a question mark where the
  /// life is to be led again with patience.
  private func cell(_ rule: Rule, _ end: End, alone: End?, _ isNamed: Bool) -> String {
    let run = end.run(Life(.queued))
    var seen = [(rule, Conformance.Report.Sighting(run: run, finding: rule.finding(in: run)))]
    if isNamed { seen.append((.cancelReturns, .init(finding: .broken("late", [])))) }
    let report = Conformance.Report(
      subject: "A()", seen, pace: alone.map { SoloRun($0.run(Life(.alone))) })
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
    return result.verdict.rawValue.prefix(1).uppercased() + letter
      + (result.ruling.finding.isProvisional ? "?" : " ")
  }
}

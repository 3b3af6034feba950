import Foundation
import OperationLab

extension Rule {
  package static let worksOnce: Rule = .init(
    "works-once",
    "It does its work once, though it is cancelled meanwhile or start() is called again.",
    cost: "A payment, an upload, a deletion is done twice.",
    cure: "Let no way out of a cancellation lead back to the work.",
    lesson: 13, ways: [byHand], needsProbe: true, endings: .ignore,
    explains: {
      [Explanation(rank: 14, [.cancelAfterFinish, .cancelWhileRunning, .completionBlockOnce])]
    },
    trials: [
      Trial("started-after-its-end", "It runs by hand to its end, and is started again.") { trial in
        let operation = trial.make()
        guard trial.startElsewhere(operation) else { return }
        trial.repeatStart(of: operation)
      },
      // Foundation's start() traps if it is called now, which counts as a refusal.
      Trial(
        "started-twice", "It is started by hand, and again while its work is held.",
        holdsWork: true, needsOwnProcess: true
      ) { trial in
        let operation = trial.make()
        guard trial.startElsewhere(operation) else { return }
        trial.repeatStart(of: operation)
        trial.release.open()
      },
      Trial(
        "cancelled-running", "It is cancelled while its work is held, which then may end.",
        holdsWork: true
      ) { trial in
        let operation = trial.beginHeld()
        trial.bench.elsewhere { trial.cancel(operation) }
        trial.settle()
        trial.release.open()
      },
    ]
  ) { runs in
    var evidence: [Evidence] = []
    var remark: RuleFinding?
    // Its work may have several pieces, of which some begin late.
    let pieces = (try? pieces(in: runs["started-after-its-end"])) ?? 1
    for (trial, repetition, words) in cases {
      let run = try runs[trial]
      let began = try run.first(.began, of: Probe.subject)
      let turn = try repetition(run)
      // The first time may come late, on a busy machine.
      let again = run.all(.began, of: Probe.subject).dropFirst(pieces).filter { $0.seq > turn.seq }
      evidence += [began, turn]
      if let endless = run.all(.noted, of: Probe.subject).first(where: { $0.mark == Probe.endless })
      {
        return .broken(
          .seen("\(words), and it began its work \(Probe.most) times"), [began, turn, endless])
      }
      guard let second = again.first else { continue }
      let seen: Ruling.Reason = .seen("\(words), and it did its work once more")
      guard trial != "cancelled-running" else { return .broken(seen, [began, turn, second]) }
      // Only misuse does that, because a queue calls start() once.
      remark = remark ?? .holds(seen, [began, turn, second], remark: seen, way: byHand)
    }
    return remark ?? .holds("its work was done once", evidence)
  }

  private static let byHand = Way(
    cost: "No queue does that. In code that starts operations by hand, the work may be done twice.",
    cure: "In start(), ask under the lock whether it was started before, and return if it was.")

  /// The trials, with the actions that may repeat the work.
  private static let cases: [(String, @Sendable (Run) throws -> Evidence, String)] = [
    (
      "cancelled-running", { try $0.first(.cancelled, of: TrialBench.subjectName) },
      "it was cancelled while its work went on"
    ),
    ("started-after-its-end", startedAgain, "after its end start() was called again by hand"),
    ("started-twice", startedAgain, "while its work went on start() was called again by hand"),
  ]

  /// How many pieces its work has when it is left alone to its end.
  private static func pieces(in run: Run) throws -> Int {
    let turn = try startedAgain(in: run)
    return run.all(.began, of: Probe.subject).count { $0.seq < turn.seq }
  }

  @Sendable private static func startedAgain(in run: Run) throws -> Evidence {
    try run.first(.started, of: TrialBench.subjectName, .mark(again))
  }

  fileprivate static let again: Event.Mark = "again"
}

extension TrialBench {
  /// Calls `start()` again, without reading the state, which is not part of this rule.
  fileprivate func repeatStart(of operation: Operation) {
    bench.elsewhere {
      bench.log(Self.subjectName)(.started, nil, .mark(Rule.again))
      operation.start()
    }
    settle()
  }
}

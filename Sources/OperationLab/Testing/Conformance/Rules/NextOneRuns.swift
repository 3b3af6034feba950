import Foundation
import OperationLab

extension Rule {
  static let nextOneRuns: Rule = .init(
    "next-one-runs",
    "However one of them ends, the next one works and finishes.",
    cost: "After the first that ends so, all later ones of its class wait until the app ends.",
    cure: """
      Give back what the operation has taken from the others, such as a token, a lock or an entry in \
      a list, on every way to its end: in the one function that finishes it.
      """,
    lesson: 14, needsProbe: true,
    explains: { [Explanation(rank: 17, [.manyAtOnce])] },
    trials: [
      Trial(
        "one-after-the-other",
        "Several come to an end, each in another way. After each, one more is put into a queue.",
        needsOwnProcess: true
      ) { $0.runOneAfterTheOther() }
    ]
  ) { runs in
    let run = try runs["one-after-the-other"]
    var evidence: [Evidence] = []
    for life in Life.allCases {
      // Other rules cover a life that does not end. It may keep what the next one needs.
      guard let over = run.all(.noted, of: life.rawValue).first else { break }
      let end = try run.end(of: life.next)
      evidence += [over, end]
      guard end.isFinished else {
        return .missing(
          "after \(life.rawValue), the next one never finished: \(end.describedState)", [over, end])
      }
    }
    guard !evidence.isEmpty else {
      throw MissingEvidence.event(.finished, subject: "the first one", program: run.program)
    }
    return .holds("the next one finished each time", evidence)
  }
}

/// The ways in which the life of an operation ends, the plain one first.
private enum Life: String, CaseIterable {
  case plain = "one that is left alone"
  case unused = "one that is never started"
  case cancelledFirst = "one that is cancelled before its start"
  case cancelled = "one that is cancelled while it works"
  case failing = "one whose work fails"

  /// The name of the operation that comes next.
  var next: String { "after \(rawValue)" }
}

extension TrialBench {
  fileprivate func runOneAfterTheOther() {
    for life in Life.allCases {
      guard live(life) else { return }
      bench.log(life.rawValue)(.isOver)
      guard finishes(enqueue(life.next, hold: nil)) else { return }
    }
  }

  /// Whether the life has come to its end.
  private func live(_ life: Life) -> Bool {
    if life == .unused {
      Platform.releasingTemporaries { _ = subject.make(probe(hold: nil)) }
      return true
    }
    let hold = life == .cancelled ? bench.gate("the work may end", isTraced: false) : nil
    let operation = enqueue(
      life.rawValue, hold: hold, fails: life == .failing, cancels: life == .cancelledFirst)
    if let hold {
      _ = bench.settle()
      bench.elsewhere { cancel(operation) }
      _ = bench.settle()
      hold.open()
    }
    return finishes(operation)
  }

  private func enqueue(
    _ name: String, hold: Gate?, fails: Bool = false, cancels: Bool = false
  ) -> Operation {
    let operation = subject.make(probe(hold: hold, fails: fails))
    operation.name = name
    bench.watch(operation, as: name)
    if cancels { cancel(operation) }
    bench.queue("queue of \(name)", width: 1).addOperation(operation)
    return operation
  }

  private func probe(hold: Gate?, fails: Bool = false) -> Probe {
    Probe(bench: bench, completion: .later, hold: hold, fails: fails)
  }

  private func finishes(_ operation: Operation) -> Bool {
    let isOver = { bench.ask { operation.isFinished } == true }
    if isPatient { awaitSilence(until: isOver) }
    _ = bench.settle()
    return isOver()
  }
}

extension Event.Mark {
  fileprivate static let isOver: Self = "has ended"
}

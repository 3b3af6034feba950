import Foundation
import OperationLab

/// One life of the operation under check, in which start, cancel and the end of its work are three
/// threads' affair: what is run in every order.
struct SubjectScene: Sendable {
  /// Unique among the scenes; the name of its runs.
  let name: String
  /// What is done, in a short sentence.
  let summary: String
  /// How it is started, in a few words.
  let manner: String
  private let isQueued: Bool

  static let all = [
    SubjectScene(
      name: "by-hand-in-orders",
      summary: "One thread calls start(), one calls cancel(), and one ends the work.",
      manner: "by hand", isQueued: false),
    SubjectScene(
      name: "queued-in-orders",
      summary: "One thread puts it into a queue, one calls cancel(), and one ends the work.",
      manner: "in a queue", isQueued: true),
  ]

  /// The subject of the event that says that all went well.
  static let subject = "life"
  /// What is known of a run, as a claim would be.
  static let verdict = "life"

  /// The orders to begin with: cancelled first, and started first.
  static let roots = [Order(), Order(["T2"])]

  /// Runs it, waits until nothing can happen any more, and writes down what is wrong then.
  func run(_ subject: Subject, on bench: Bench) {
    let log = bench.log(TrialBench.subjectName)
    let points = LifePoints(log)
    points.begin()
    let life = RaceLife(
      round: 0, plan: RacePlan(cancels: true, endsAtOnce: false), racers: 1, isQueued: isQueued
    ) { probe in
      let operation = subject.make(probe.telling(bench.log(Probe.subject)))
      operation.name = TrialBench.subjectName
      return bench.watch(operation, as: TrialBench.subjectName)
    }
    bench.scheduler?.adopt(queueOfOne: life.queue)
    points.open(for: life.operation)
    bench.elsewhere {
      log(life.queue == nil ? .started : .enqueued)
      life.start()
    }
    bench.elsewhere {
      log(.cancelled)
      life.cancel()
    }
    bench.elsewhere { life.end() }
    _ = RestDetector(bench: bench, rank: .program, servesMainQueue: true)
      .wait(deadline: .seconds(5))
    points.close()
    let state = OperationState(of: life.operation)
    if let fault = life.fault(state) {
      bench.recorder.record(.observed, TrialBench.subjectName, state: state, .mark(fault))
    } else {
      bench.log(Self.subject)(.ended, nil, .mark("once"))
    }
  }

  /// What is wrong in a run; `nil` if nothing is, or if it is not known.
  static func fault(in run: Run) -> Ruling.Reason? {
    let seen = run.trace.events.last {
      $0.kind == .observed && $0.subject == TrialBench.subjectName
    }
    if let mark = seen?.mark { return .life(mark) }
    // That the time was up says more of the machine.
    return run.detail.reachedDeadline ? nil : run.violentEnding?.reason
  }

  /// What a run says of the operation: whether it came to its end as it should.
  static func verdict(on run: Run) -> Verdict {
    if fault(in: run) != nil { return .refuted }
    let isOver = run.trace.events.contains { $0.kind == .ended && $0.subject == subject }
    return isOver ? .confirmed : .undecided
  }
}

extension Probe {
  /// The same work, with a line when it begins and one when it ends.
  fileprivate func telling(_ log: Log) -> Probe {
    Probe(
      run: {
        log(.began)
        self.run()
        log(.ended)
      },
      begin: { call in
        log(.began)
        self.begin {
          log(.ended)
          call()
        }
      })
  }
}

import Foundation
import OperationLab

/// One life of the operation under check, to be run in every order. Three threads start it, cancel
/// it and end its work.
struct SubjectScene: Sendable {
  /// The name of its runs. It is unique among the scenes.
  let name: String
  /// A description, in a short sentence.
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

  /// The subject of the event that reports success.
  static let subject = "life"
  /// The verdict on a run, in the form of a claim.
  static let verdict = "life"

  /// The orders to begin with: cancelled first, and started first.
  static let roots = [Order(), Order(["T2"])]

  /// Runs it, waits until nothing more can happen, and records the fault, if any.
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

  /// The fault in a run, or `nil` if there is none or it is unknown.
  static func fault(in run: Run) -> Ruling.Reason? {
    let seen = run.trace.events.last {
      $0.kind == .observed && $0.subject == TrialBench.subjectName
    }
    if let mark = seen?.mark { return .life(mark) }
    // A run that reaches its deadline says more about the machine.
    return run.detail.reachedDeadline ? nil : run.violentEnding?.reason
  }

  /// Whether the operation finished correctly in a run.
  static func verdict(on run: Run) -> Verdict {
    if fault(in: run) != nil { return .refuted }
    let isOver = run.trace.events.contains { $0.kind == .ended && $0.subject == subject }
    return isOver ? .confirmed : .undecided
  }
}

extension Probe {
  /// The work, with a line when it begins and one when it ends.
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

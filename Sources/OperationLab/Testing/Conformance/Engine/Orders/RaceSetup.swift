import Foundation
import OperationBench
import OperationDoctor

/// One life of the operation under check, to be run in every order. Three threads start it, cancel
/// it and end its work.
struct RaceSetup: Sendable {
  /// The name of its runs. It is unique among the scenes.
  let name: String
  /// A description, in a short sentence.
  let summary: String
  /// How it is started, in a few words.
  let manner: String
  private let isQueued: Bool

  static let all = [
    RaceSetup(
      name: "by-hand-in-orders",
      summary: "One thread calls start(), one calls cancel(), and one ends the work.",
      manner: "by hand", isQueued: false),
    RaceSetup(
      name: "queued-in-orders",
      summary: "One thread puts it into a queue, one calls cancel(), and one ends the work.",
      manner: "in a queue", isQueued: true),
  ]

  /// The subject of the event that reports success.
  static let subject = "life"

  /// The fault in a run.
  struct Fault {
    let reason: Ruling.Reason
    /// Whether it is an event that happened, not a missing one, so that a longer wait cannot change
    /// it.
    let hasHappened: Bool
    /// Whether only the notification of an end was repeated. Nothing else changed, and a class may do
    /// so also without a race.
    ///
    /// That harms no queue: with `isFinished` posted twice, at once, later or from two threads, each of
    /// 3,000 operations in a queue of width 1 left it once, alone in its slot, and its completion block
    /// and its dependent ran once. What is harmed by a second end is a fault of the life itself, which
    /// comes first: a completion block that runs twice, or an operation that becomes unfinished.
    let isRedundant: Bool
    /// How the operation stood in the end.
    let state: OperationState
  }

  /// Runs it, waits until nothing more can happen, and records the fault, if any.
  func run(_ subject: Subject, on bench: Bench) {
    let log = bench.log(Life.subject)
    let points = PausePoints(log)
    points.begin()
    let life = CancelRace(isQueued: isQueued) { probe in
      let operation = subject.make(probe.telling(bench.log(Probe.subject)))
      operation.name = Life.subject
      return bench.watch(operation, as: Life.subject)
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
    if let fault = life.fault(state) ?? Self.repeated(points) {
      bench.recorder.record(.observed, Life.subject, state: state, .mark(fault))
    } else if life.hasBeenLived {
      bench.log(Self.subject)(.ended, nil, .mark("once"))
    }
  }

  /// The fault of an end that came more than once, or was announced more than once.
  private static func repeated(_ points: PausePoints) -> Event.Mark? {
    points.ends > 1 ? ended(points.ends) : points.repetitions > 0 ? announcedAgain : nil
  }

  static func ended(_ times: Int) -> Event.Mark {
    Event.Mark("it ended {} times, and posted isFinished each time", .number(times))
  }

  static let announcedAgain: Event.Mark =
    "it posted isFinished again after its end, and nothing had changed"

  /// The fault in a run, or `nil` if there is none or it is unknown.
  static func fault(in run: Run) -> Fault? {
    let seen = run.trace.events.last {
      $0.kind == .observed && $0.subject == Life.subject
    }
    if let seen, let mark = seen.mark {
      let isRedundant = mark == announcedAgain
      return Fault(
        reason: .life(mark),
        hasHappened: CancelRace.isRepetition(mark) || mark.isLike(ended(2)) || isRedundant,
        isRedundant: isRedundant, state: seen.state)
    }
    // A run that reaches its deadline says more about the machine.
    guard !run.detail.reachedDeadline, let ending = run.violentEnding else { return nil }
    return Fault(reason: ending.reason, hasHappened: run.hasDied, isRedundant: false, state: [])
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

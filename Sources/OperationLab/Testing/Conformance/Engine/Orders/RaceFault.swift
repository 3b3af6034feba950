import Foundation
import OperationBench
import OperationDoctor

/// The fault in a life whose threads met in a chosen order.
struct RaceFault {
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

extension RaceFault {
  /// The subject of the event that reports success.
  static let success = "life"

  /// The fault of an end that came more than once, or was announced more than once.
  fileprivate static func repeated(_ points: PausePoints) -> Event.Mark? {
    points.ends > 1 ? ended(points.ends) : points.repetitions > 0 ? announcedAgain : nil
  }

  static func ended(_ times: Int) -> Event.Mark {
    Event.Mark("it ended {} times, and posted isFinished each time", .number(times))
  }

  static let announcedAgain: Event.Mark =
    "it posted isFinished again after its end, and nothing had changed"

  /// The fault in a run, or `nil` if there is none or it is unknown.
  static func found(in run: Run) -> RaceFault? {
    let seen = run.trace.events.last {
      $0.kind == .observed && $0.subject == Life.subject
    }
    if let seen, let mark = seen.mark {
      let isRedundant = mark == announcedAgain
      return RaceFault(
        reason: .life(mark),
        hasHappened: CancelRace.isRepetition(mark) || mark.isLike(ended(2)) || isRedundant,
        isRedundant: isRedundant, state: seen.state)
    }
    // A run that reaches its deadline says more about the machine.
    guard !run.detail.reachedDeadline, let ending = run.violentEnding else { return nil }
    return RaceFault(reason: ending.reason, hasHappened: run.hasDied, isRedundant: false, state: [])
  }
}

extension SoleScene {
  /// Lets three threads start, cancel and end it once, waits until nothing more can happen, and records the
  /// fault, if any.
  func liveOnce() {
    let log = bench.log(Life.subject)
    let points = PausePoints(log)
    points.begin()
    let race = CancelRace(isQueued: life.start == .raced) { [subject, bench] probe in
      let operation = subject.make(probe.telling(bench.log(Probe.subject)))
      operation.name = Life.subject
      return bench.watch(operation, as: Life.subject)
    }
    bench.scheduler?.adopt(queueOfOne: race.queue)
    points.open(for: race.operation)
    bench.elsewhere {
      log(race.queue == nil ? .started : .enqueued)
      race.start()
    }
    bench.elsewhere {
      log(.cancelled)
      race.cancel()
    }
    bench.elsewhere { race.end() }
    _ = RestDetector(bench: bench, rank: .program, servesMainQueue: true)
      .wait(deadline: .seconds(5))
    points.close()
    let state = OperationState(of: race.operation)
    if let fault = race.fault(state) ?? RaceFault.repeated(points) {
      bench.recorder.record(.observed, Life.subject, state: state, .mark(fault))
    } else if race.hasBeenLived {
      bench.log(RaceFault.success)(.ended, nil, .mark("once"))
    }
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

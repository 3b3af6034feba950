import Foundation
import OperationLab

/// How long the subject takes when nobody disturbs it: what a trial must have patience for.
///
/// That every thread sleeps does not show that nothing will happen: an operation may wait for a
/// timer. Asking once how long it takes lets every trial decide soon that one hangs.
struct Pace {
  /// How long to believe, in a trial, that an operation which is under way may wait for a timer.
  let patience: Duration

  /// Whether it is still busy when the time is up, or whenever its work is held: nothing will ever
  /// come to rest.
  let isEndless: Bool

  /// From the run of ``Trial/paceTrial``, and that of ``Trial/spinTrial`` if there is one.
  init(_ run: Run, spin: Run? = nil) {
    isEndless = run.detail.reachedDeadline || spin?.seesSpin == true
    let events = run.trace.events.filter { $0.subject == TrialBench.subjectName }
    guard let start = events.first(where: { $0.kind == .enqueued }),
      let end = events.last(where: { $0.kind == .settled }), end.state.contains(.finished),
      // One that stays in its queue has been waited for.
      end.fact == .place(queue: nil)
    else {
      patience = Self.least
      return
    }
    patience = Self.least + .nanoseconds(Int64(end.ns - start.ns)) * 2
  }

  private static let least = Duration.milliseconds(150)
  /// How slow a subject may be.
  static let most = Duration.seconds(2)
}

extension Trial {
  /// Tells the subject's ``Pace``; belongs to no rule.
  static let paceTrial = Trial("pace", "It is put into a queue and left alone.") { trial in
    let queue = trial.bench.queue("queue", width: 1)
    queue.addOperation(trial.make())
  }
}

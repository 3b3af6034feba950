import Foundation
import OperationLab

/// How long the subject takes by itself, and so how long a trial must be patient.
///
/// Sleeping threads do not show that nothing will happen, because an operation may wait for a
/// timer. One measurement lets every trial recognize a hang soon.
struct Pace {
  /// How long a trial assumes that a running operation may wait for a timer.
  let patience: Duration

  /// Whether it is still busy at the deadline or while its work is held. Then it never becomes
  /// idle.
  let isEndless: Bool

  /// Whether the operation keeps the probe's work that it was made with.
  let keepsWork: Bool

  /// From the run of ``Trial/paceTrial``, and that of ``Trial/spinTrial`` if there is one.
  init(_ run: Run, spin: Run? = nil) {
    keepsWork = !run.has(.keepsNoWork, of: TrialBench.subjectName)
    isEndless = run.detail.reachedDeadline || spin?.seesSpin == true
    let events = run.trace.events.filter { $0.subject == TrialBench.subjectName }
    guard let start = events.first(where: { $0.kind == .enqueued }),
      let end = events.last(where: { $0.kind == .settled }), end.state.contains(.finished),
      // The trial has waited for an operation that stays in its queue.
      end.fact == .place(queue: nil)
    else {
      patience = Self.least
      return
    }
    patience = Self.least + .nanoseconds(Int64(end.ns - start.ns)) * 2
  }

  private static let least = Duration.milliseconds(150)
  /// Whether the operation waits most of the time.
  var isSlow: Bool { patience > Self.least * 2 }

  /// How long to wait for a timer where it is known what to look for.
  static let enough = Duration.milliseconds(300)
  /// How slow a subject may be.
  static let most = Duration.seconds(2)
}

extension Trial {
  /// Measures the subject's ``Pace``. It belongs to no rule.
  static let paceTrial = Trial("pace", "It is put into a queue and left alone.") { trial in
    let queue = trial.bench.queue("queue", width: 1)
    queue.addOperation(trial.makeWithOwnProbe())
  }
}

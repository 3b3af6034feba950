import Foundation
import OperationBench

/// What two runs tell before any rule is judged: how long the subject takes by itself, and so how
/// long a life must be patient, and whether it ever becomes idle.
///
/// Sleeping threads do not show that nothing will happen, because an operation may wait for a
/// timer. One measurement lets every life recognize a hang soon.
struct SoloRun {
  /// The run in which the operation was left to itself.
  let plain: Run
  /// The run in which its work was held and its threads were watched. `nil` if its work cannot be held.
  let held: Run?
  /// How long a life assumes that a running operation may wait for a timer.
  let patience: Duration

  init(_ plain: Run, held: Run? = nil) {
    self.plain = plain
    self.held = held
    let events = plain.trace.events.filter { $0.subject == Life.subject }
    guard let start = events.first(where: { $0.kind == .enqueued }),
      let end = events.last(where: { $0.kind == .settled }), end.state.contains(.finished),
      // The life has waited for an operation that stays in its queue.
      end.fact == .place(queue: nil)
    else {
      patience = Durations.leastPatience
      return
    }
    patience = Durations.leastPatience + .nanoseconds(Int64(end.ns - start.ns)) * 2
  }

  /// How many pieces of work it does.
  var pieces: Int { max(1, plain.all(.began, of: Probe.subject).count) }

  /// Whether the operation keeps the probe's work that it was made with.
  var keepsWork: Bool { !plain.has(.keepsNoWork, of: Life.subject) }

  /// Whether one that comes after it does its work, too.
  var nextWorks: Bool { held?.has(.nextWorks, of: Life.subject) == true }

  /// Whether it needs no thread while its work goes on.
  var keepsNoThread: Bool { held?.has(.keepsNoThread, of: Life.subject) == true }

  /// Whether it has told its caller something.
  var answers: Bool { !plain.all(.noted, of: Probe.caller).isEmpty }

  /// Whether it never becomes idle: it is still busy at the deadline or while its work is held.
  var neverIdles: Bool { plain.detail.reachedDeadline || spins }

  /// Whether it is busy while its work is held.
  private var spins: Bool { held?.seesSpin == true }

  /// Why nothing can be decided, if so.
  var obstacle: Ruling.Reason? {
    if isLate {
      return """
        left alone, it waits for a time for longer than a check does. Make one with shorter delays, and \
        check again
        """
    }
    return neverIdles ? "it never becomes idle. Mend does-not-spin first" : nil
  }

  /// Whether it may finish by itself, but takes longer than a check waits.
  var isLate: Bool { plain.detail.waitsForTime == true }

  /// Whether the operation does not finish by itself.
  var isStuck: Bool {
    plain.snapshot?.ending == .quiet
      && plain.trace.events.last { $0.kind == .settled }?.state.contains(.finished) == false
  }
}

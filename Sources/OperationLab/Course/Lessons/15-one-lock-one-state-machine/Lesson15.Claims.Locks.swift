import OperationLab
import OperationTesting

// Which thread holds a lock, and which waits for it, as the lock itself recorded it.
extension Lesson15 {
  /// The thread that does this has taken the lock and not yet given it back.
  ///
  /// - Parameters:
  ///   - times: how often; `nil` if that does not matter.
  ///   - holder: what that thread does; `nil` if it is the thread of `moment`.
  ///   - moment: when it holds the lock.
  static func holds(
    _ kind: Lock, _ name: String = "lock", times: Int? = nil, by holder: Trace.Moment? = nil,
    at moment: Trace.Moment
  ) -> Trace.Condition {
    .check("the thread holds the \(kind.rawValue)", at: holder ?? moment, moment) { run, events in
      let turns = run.all(.noted, of: name).filter {
        $0.mark == kind.taken || $0.mark == kind.givenBack
      }
      try run.require(!turns.isEmpty, "a thread takes the \(kind.rawValue)")
      let depth = turns.filter { $0.thread == events[0].thread && $0.seq < events[1].seq }
        .reduce(0) { $0 + ($1.mark == kind.taken ? 1 : -1) }
      return times.map { depth == $0 } ?? (depth > 0)
    }
  }

  /// A thread begins to wait for the lock, for the first time after that moment.
  static func waits(for lock: String = "lock", after moment: Trace.Moment) -> Trace.Moment {
    .waits(lock, for: Lock.untilFree).after(moment)
  }

  /// The thread does nothing after that.
  static func isLastOfThread(_ moment: Trace.Moment) -> Trace.Condition {
    .check("the thread does nothing else", at: moment) { run, events in
      run.lastEvent(on: events[0].thread) == events[0].event
    }
  }

  /// The thread never returns from that wait: the program is blocked, and nothing else can happen.
  static func isEndless(_ wait: Trace.Moment) -> Trace.Condition {
    .all(
      "the thread waits for the lock forever", isLastOfThread(wait),
      Trace.Condition("the program is blocked, and nothing else can happen") { run in
        .init(run.snapshot?.isProgramBlocked == true && run.snapshot?.ending == .quiet, "", [])
      })
  }
}

import Foundation
import OperationLab

extension Bench {
  /// How long to wait for rest, at most: some times as long as it takes to see it.
  public static let usualDeadline: Duration =
    Platform.threadActivity() == .unknown ? .seconds(30) : .seconds(5)

  /// Waits until nothing can happen any more, then writes down and returns how everything stands.
  ///
  /// Quiet means: every other thread of the process is asleep, and was so at one and the same
  /// moment; nothing waits in the main queue; and no operation that could start is yet to be
  /// started. A thread that sleeps with a timer of its own would fool it: programs wait at gates.
  ///
  /// When called on the main thread it serves the main queue meanwhile, as a run loop would.
  ///
  /// - Parameter deadline: when to give up waiting for quiet; the snapshot then says so, and no
  ///   `settled` events are recorded, because nothing was decided.
  @discardableResult
  public func settle(deadline: Duration = usualDeadline) -> Trace.Snapshot {
    settle(deadline: deadline, trustingNaps: false)
  }

  /// The same; where the bench is told to ask who sleeps by a clock, those who do so again and again
  /// in vain may be waited for as long as those who do so once.
  func settle(deadline: Duration = usualDeadline, trustingNaps: Bool) -> Snapshot {
    if sharesProcess {
      return takeSnapshot(SharedQuiescence(bench: self).wait(deadline: deadline) ?? .deadline)
    }
    let ending = Quiescence(
      bench: self, rank: .program, servesMainQueue: Thread.isMainThread, trustsNaps: trustingNaps
    ).wait(deadline: deadline)
    return takeSnapshot(ending)
  }

  /// Takes the snapshot and records what it shows.
  func takeSnapshot(_ ending: Snapshot.Ending, isProgramBlocked: Bool = false) -> Snapshot {
    var snapshot = standing()
    if snapshot.isProgramBlocked {
      recorder.record(.noted, Self.state, .mark(Self.noAnswer))
      return snapshot
    }
    snapshot.ending = ending
    snapshot.isProgramBlocked = isProgramBlocked
    if ending == .quiet {
      for operation in snapshot.operations {
        recorder.record(
          .settled, operation.name, state: operation.state, .place(queue: operation.queue))
      }
    }
    return snapshot
  }

  /// How everything stands at this moment; nothing but that the program is blocked if an operation
  /// of a stranger's, asked for its state, never answers.
  func standing() -> Snapshot {
    guard patience != nil else { return roster.snapshot() }
    // Who waits for quiet must not take this thread's waiting for an answer for it.
    return ask { [roster] in roster.snapshot() } ?? Snapshot(isProgramBlocked: true)
  }

  /// The subject and the note of the event that reports an operation which never answers.
  package static let state = "state"
  package static let noAnswer: Event.Mark = "asking an operation for its state never returned"
}

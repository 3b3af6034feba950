import Foundation
import OperationLab

extension Bench {
  /// How long to wait for rest, at most: some times as long as it takes to see it.
  public static let usualDeadline = Duration.seconds(5)

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
    let detector = RestDetector(
      bench: self, rank: .program, servesMainQueue: Thread.isMainThread)
    return takeSnapshot(detector.wait(deadline: deadline) ?? .deadline)
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
    if case .program = policy { return roster.snapshot() }
    return ask { [roster] in roster.snapshot() } ?? Snapshot(isProgramBlocked: true)
  }

  /// The subject and the note of the event that reports an operation which never answers.
  package static let state = "state"
  package static let noAnswer: Event.Mark = "asking an operation for its state never returned"
}

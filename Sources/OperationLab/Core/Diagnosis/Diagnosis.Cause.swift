extension Diagnosis {
  /// Why an operation is not running, or never ends. Raw values are part of the JSON: add, never
  /// rename.
  public enum Cause: String, Codable, CaseIterable, Sendable {
    /// Its thread waits in a blocking call for something that cannot happen before it has ended
    /// itself.
    case blocksItself
    /// Its thread, or the program's, waits in a blocking call.
    case blocked
    /// It was started and never reported finished: it holds its slot.
    case silent
    /// `isFinished` is true, and still its queue holds it: the change was not announced.
    case finishNotAnnounced
    /// `cancel()` was called, and it is not finished.
    case cancelledNotFinished
    /// It waits, through its dependencies, for itself.
    case cycle
    /// A dependency is not finished.
    case dependency
    /// It is ready, but as many operations as its queue's width allows hold a slot.
    case noFreeSlot
    /// It is ready, has no free slot, and others of higher priority go first.
    case outranked
    /// Its queue is suspended.
    case suspended
    /// Its `isReady` is false although no dependency is unfinished.
    case notReady
    /// It is in the main queue, and the main thread, which alone could start it, is stuck.
    case mainThreadBlocked
    /// It is ready and nothing stands in its way: its queue was never told.
    case readinessNotAnnounced
    /// It is in no queue, and nobody called `start()`.
    case neverStarted
    /// A barrier block of its queue may have to run first; only ever besides another cause.
    case barrier
    /// There is no snapshot; only its last event is known.
    case lastSeen
  }
}

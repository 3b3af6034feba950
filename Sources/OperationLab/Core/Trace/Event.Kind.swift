extension Event {
  /// What an event reports. Raw values are part of the JSON: add, never rename.
  public enum Kind: String, Codable, CaseIterable, Sendable {
    /// An operation was put into a queue. Recorded just before the call to Foundation.
    case enqueued
    /// `start()` was called.
    case started
    /// `start()` is about to return to its caller.
    case returned
    /// The work itself, the body, begins.
    case began
    /// The body has ended.
    case ended
    /// `cancel()` was called. Recorded just after the call to Foundation.
    case cancelled
    /// The operation reports finished: its flag is set and about to be announced.
    case finished
    /// `didChangeValue(forKey:)` is called. Recorded just before the
    /// observers are notified, and only for operations that have a log.
    case announced
    /// The completion block runs.
    case completed
    /// The subject's state was read. The reading is in `state`.
    case observed
    /// A thread waits at a gate, for an operation to finish or for a queue to be empty.
    case waiting
    /// A gate was opened.
    case opened
    /// A thread gave up waiting at a gate: its deadline passed.
    case timedOut
    /// A queue was suspended.
    case suspended
    /// A suspended queue goes on.
    case resumed
    /// The subject was deallocated.
    case released
    /// Nothing can happen any more. `state` is the subject's last state.
    case settled
    /// More bytes have arrived.
    case progressed
    /// Anything else.
    case noted
  }
}

import Foundation

// Write the whole class from its contract.
//
// Download is to be an asynchronous operation. Its start() sets the transfer going with begin and
// returns. begin's closure is called on another thread when the transfer has ended.
//
// The contract:
// - isExecuting is true while the transfer is under way, and only then. isFinished is true when
//   the transfer has ended, and not before. Both are never true at once.
// - The operation posts a KVO notification after each change of the two.
// - If it is cancelled before its queue starts it, it does no work, and is finished when the
//   queue starts it, not before.
// - If it is cancelled while the transfer is under way, it is finished when the transfer has
//   ended, or earlier. cancel() returns at once.
// - It sets the transfer going once, even if start() is called again.
// - Any thread may ask it at any time, without a data race.

/// A download. Its transfer continues after start() has returned.
final class Download: Operation, @unchecked Sendable {
  private let begin: (@escaping () -> Void) -> Void

  init(begin: @escaping (@escaping () -> Void) -> Void) {
    self.begin = begin
  }
}

import Foundation

// Write the whole class from its contract.
//
// Download is to be an asynchronous operation. Its start() sets the transfer going with begin and
// returns. begin's closure is called on another thread when the transfer is over.
//
// The contract: isExecuting is true while the transfer is under way, and only then. isFinished is
// true when it is over, and not before. Both changes are announced. Cancelled before its turn, it
// does no work, and is finished when its queue starts it. Cancelled at work, it may go on to the
// end of the transfer, and is finished then.

/// A download; its transfer goes on after start() has returned.
final class Download: Operation, @unchecked Sendable {
  private let begin: (@escaping () -> Void) -> Void

  init(begin: @escaping (@escaping () -> Void) -> Void) {
    self.begin = begin
  }
}

import Foundation

// Say that it is done.
//
// A queue with one slot runs this download, and another operation waits behind it. The transfer
// begins, it comes to its end, and the other operation still does not start.
//
// Mend Download: when its transfer is over, and not before, it is finished, and its queue knows.
// begin sets the transfer going and returns at once. The closure that you give to it is called at
// the end of the transfer, on another thread.

/// A download; its transfer goes on after start() has returned.
final class Download: Operation, @unchecked Sendable {
  private let begin: (@escaping () -> Void) -> Void

  init(begin: @escaping (@escaping () -> Void) -> Void) {
    self.begin = begin
  }

  override func start() {
    begin {
      // The transfer is over.
    }
  }
}

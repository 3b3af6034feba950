import Foundation

// Report isFinished.
//
// A queue with one slot runs this download, and another operation waits behind it. The transfer
// begins and ends, and the other operation still does not start.
//
// Mend Download: it becomes finished when its own transfer has ended, and not before, and it
// notifies its queue. begin starts the transfer. The closure that you pass to it is called when the
// transfer has ended: usually later and on another thread, but perhaps before begin returns.

/// A download. Its transfer continues after start() has returned.
final class Download: Operation, @unchecked Sendable {
  private let begin: (@escaping () -> Void) -> Void

  init(begin: @escaping (@escaping () -> Void) -> Void) {
    self.begin = begin
  }

  override func start() {
    begin {
      // The transfer has ended.
    }
  }
}

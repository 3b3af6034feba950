import Foundation

/// A pipe through which a thread or a signal handler wakes the thread that waits at its other end.
package struct WakePipe: Sendable {
  /// The descriptor to poll, or to give to a source.
  package let reading: Int32
  private let writing: Int32

  /// Both ends are -1 where the system opens no more files.
  package init() {
    var ends: [Int32] = [-1, -1]
    _ = pipe(&ends)
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    (reading, writing) = (ends[0], ends[1])
  }

  /// Callable from any thread, and from a signal's handler. A full pipe wakes anyway.
  package func send(_ byte: UInt8) {
    let before = errno
    var byte = byte
    _ = write(writing, &byte, 1)
    errno = before
  }

  package func close() {
    for end in [reading, writing] { _ = Foundation.close(end) }
  }
}

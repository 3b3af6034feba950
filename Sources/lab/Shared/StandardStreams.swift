import Dispatch
import Foundation
import Synchronization

/// The three descriptors that a process is started with, if it was.
package enum StandardStreams {
  /// Fills those that were closed, before anything else is opened: a file would otherwise get such a
  /// number, and messages would be written into it.
  ///
  /// They are filled with descriptors for the wrong direction, so that reading and writing still
  /// fail.
  package static func fill() {
    for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] {
      guard fcntl(descriptor, F_GETFD) < 0, errno == EBADF else { continue }
      // The lowest free number is this one.
      _ = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
  }

  /// Blocks until a descriptor that does not wait by itself takes more.
  package static func awaitRoom(_ descriptor: Int32) {
    var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    poll(&request, 1, -1)
  }
}

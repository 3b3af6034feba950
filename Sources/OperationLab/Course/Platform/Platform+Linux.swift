// All that is Linux's here: the functions of `Platform+Darwin.swift`, under the same names.
#if !canImport(Darwin)
  import Foundation
  import OperationLab
  @_spi(Course) import OperationBench

  extension Platform {
    /// The type that `socket(2)` takes for a TCP socket.
    package static var streamSocket: Int32 { Int32(SOCK_STREAM.rawValue) }

    /// Flags for `send(2)` with which writing to a closed connection is an error, not a signal.
    static var sendFlags: Int32 { Int32(MSG_NOSIGNAL) }

    /// The other half of `sendFlags`: makes a socket fail instead of raising SIGPIPE.
    static func silenceBrokenPipe(of descriptor: Int32) {}

    /// Writes an address's own length into it, where it has a place for that.
    static func setLength(of address: inout sockaddr_in) {}

    /// Blocks until the other side of a socket is gone, data of which waits to be read, or until
    /// `other` becomes readable, or for so many milliseconds. For ever if negative.
    static func waitForHangUp(
      of descriptor: Int32, orDataOn other: Int32, milliseconds: Int32
    ) -> HangUpWait {
      while true {
        var waits = [
          // `poll(2)` reports a hang-up without being asked to.
          pollfd(fd: descriptor, events: 0, revents: 0),
          pollfd(fd: other, events: Int16(POLLIN), revents: 0),
        ]
        let ready = poll(&waits, 2, milliseconds)
        if ready < 0, errno == EINTR { continue }
        guard ready > 0 else { return .timedOut }
        if waits[0].revents != 0 { return .hungUp }
        if waits[1].revents != 0 { return .otherIsReadable }
      }
    }
  }

  // The lessons' operations post their KVO notifications through these, which record them. See
  // `AnnouncingOperation`.
  extension Operation {
    func willChangeValue(forKey key: String) {
      AnnouncingOperation.willChangeValue(of: self, forKey: key)
    }

    func didChangeValue(forKey key: String) {
      AnnouncingOperation.didChangeValue(of: self, forKey: key)
    }
  }
#endif

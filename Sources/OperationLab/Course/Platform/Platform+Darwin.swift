// All that is Darwin's here: the functions of `Platform+Linux.swift`, under the same names.
#if canImport(Darwin)
  import Foundation
  import OperationLab

  extension Platform {
    /// The type that `socket(2)` takes for a TCP socket.
    static var streamSocket: Int32 { SOCK_STREAM }

    /// Flags for `send(2)` with which writing to a closed connection is an error, not a signal: an
    /// option of the socket does that here.
    static var sendFlags: Int32 { 0 }

    /// The other half of `sendFlags`: makes a socket fail instead of raising SIGPIPE.
    static func silenceBrokenPipe(of descriptor: Int32) {
      var on: Int32 = 1
      setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &on, socklen_t(MemoryLayout<Int32>.size))
    }

    /// Writes an address's own length into it, where it has a place for that.
    static func setLength(of address: inout sockaddr_in) {
      address.sin_len = UInt8(MemoryLayout<sockaddr_in>.size)
    }

    /// Blocks until the other side of a socket is gone, data of which waits to be read, or until
    /// `other` becomes readable, or for so many milliseconds. For ever if negative.
    ///
    /// Not with `poll(2)`: it reports a hang-up only together with data, and returns at once while
    /// there are data.
    static func waitForHangUp(
      of descriptor: Int32, orDataOn other: Int32, milliseconds: Int32
    ) -> HangUpWait {
      let queue = kqueue()
      guard queue >= 0 else { return .hungUp }
      defer { close(queue) }
      var changes = [wait(on: descriptor, flags: EV_ADD | EV_CLEAR)]
      if other >= 0 { changes.append(wait(on: other, flags: EV_ADD)) }
      var limit = timespec(
        tv_sec: Int(milliseconds) / 1000, tv_nsec: Int(milliseconds) % 1000 * 1_000_000)
      while true {
        var event = kevent()
        let count =
          milliseconds < 0
          ? kevent(queue, changes, Int32(changes.count), &event, 1, nil)
          : kevent(queue, changes, Int32(changes.count), &event, 1, &limit)
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { return .timedOut }
        changes = []
        if event.ident == UInt(other) { return .otherIsReadable }
        if event.flags & UInt16(EV_EOF | EV_ERROR) != 0 { return .hungUp }
      }
    }

    private static func wait(on descriptor: Int32, flags: Int32) -> kevent {
      kevent(
        ident: UInt(descriptor), filter: Int16(EVFILT_READ), flags: UInt16(flags), fflags: 0,
        data: 0, udata: nil)
    }
  }
#endif

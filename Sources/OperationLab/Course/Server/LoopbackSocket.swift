import Foundation
import OperationLab

/// A TCP socket that can reach this machine only.
///
/// The calls block. Another thread ends a blocked call with `shutDown()`. The opener closes the
/// socket, because a closed number may be reused a moment later.
struct LoopbackSocket: Sendable {
  let descriptor: Int32

  enum Failure: Error, Equatable {
    /// A system call failed. `code` is its `errno`.
    case system(call: String, code: Int32)
  }

  /// Listens on 127.0.0.1, on a port that the system chooses.
  static func listening() throws(Failure) -> (socket: LoopbackSocket, port: UInt16) {
    let socket = try opened()
    var address = Platform.loopbackAddress(port: 0)
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let bound = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        bind(socket.descriptor, pointer, size) == 0
          && listen(socket.descriptor, 128) == 0
          && getsockname(socket.descriptor, pointer, &size) == 0
      }
    }
    guard bound else { throw socket.abandoned("bind") }
    return (socket, UInt16(bigEndian: address.sin_port))
  }

  /// Connects to a port of this machine.
  static func connected(to port: UInt16) throws(Failure) -> LoopbackSocket {
    let socket = try opened()
    var address = Platform.loopbackAddress(port: port)
    let connected = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(socket.descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
    guard connected else { throw socket.abandoned("connect") }
    return socket
  }

  private static func opened() throws(Failure) -> LoopbackSocket {
    let descriptor = socket(AF_INET, Platform.streamSocket, 0)
    guard descriptor >= 0 else { throw .system(call: "socket", code: errno) }
    let socket = LoopbackSocket(descriptor: descriptor)
    socket.configure()
    return socket
  }

  private func abandoned(_ call: String) -> Failure {
    let code = errno
    close()
    return .system(call: call, code: code)
  }

  private func configure() {
    Platform.silenceBrokenPipe(of: descriptor)
    // A child process must not inherit the connection: it would keep it open after a close here.
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    // Without this, a header and a small body sent in two calls wait 40 ms for each other.
    var on: Int32 = 1
    setsockopt(
      descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<Int32>.size))
  }

  /// The next connection. `nil` when there is none to take, which is no reason to give up.
  func accepted() -> LoopbackSocket? {
    let descriptor = accept(descriptor, nil, nil)
    guard descriptor >= 0 else { return nil }
    let socket = LoopbackSocket(descriptor: descriptor)
    socket.configure()
    return socket
  }

  /// Sends all of it. `false` once the other side is gone.
  func send(_ bytes: UnsafeRawBufferPointer) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = Foundation.send(
        descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count,
        Platform.sendFlags)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }

  /// What has arrived, at most `count` bytes. `nil` at the end of the connection.
  func receive(atMost count: Int) -> [UInt8]? {
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, received in
      repeat {
        received = max(-1, recv(descriptor, buffer.baseAddress, count, 0))
      } while received < 0 && errno == EINTR
      received = max(0, received)
    }
    return bytes.isEmpty ? nil : bytes
  }

  /// Says that nothing more will be sent. What arrives can still be read.
  func endSending() { _ = shutdown(descriptor, Int32(SHUT_WR)) }

  /// Ends the connection both ways and wakes every thread blocked on it.
  func shutDown() { _ = shutdown(descriptor, Int32(SHUT_RDWR)) }

  /// Makes `close()` reset the connection instead of ending it in good order.
  func resetOnClose() {
    var linger = linger(l_onoff: 1, l_linger: 0)
    setsockopt(
      descriptor, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout<linger>.size))
  }

  func close() { _ = Foundation.close(descriptor) }
}

extension LoopbackSocket {
  /// Waits for the other side to be gone, for `other` to become readable, or for the time to pass.
  ///
  /// - Returns: false when the other side is gone.
  func stays(whileWaitingFor other: Int32 = -1, milliseconds: Int32 = -1) -> Bool {
    while true {
      var waits = [
        pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
        pollfd(fd: other, events: Int16(POLLIN), revents: 0),
      ]
      let ready = poll(&waits, 2, milliseconds)
      if ready < 0, errno == EINTR { continue }
      guard ready > 0 else { return ready == 0 }
      if waits[0].revents & Int16(POLLHUP | POLLERR) != 0 { return false }
      if waits[0].revents & Int16(POLLIN) != 0 {
        var byte: UInt8 = 0
        if recv(descriptor, &byte, 1, Int32(MSG_PEEK)) <= 0 { return false }
        // Data that waits to be read is no hang-up: then only the hang-up itself is asked for.
        return Platform.waitForHangUp(
          of: descriptor, orDataOn: other, milliseconds: milliseconds) != .hungUp
      }
      if waits[1].revents != 0 { return true }
    }
  }

  /// Waits until there is something to read, the end included. `false` when the time passed first.
  func isReadable(within milliseconds: Int32) -> Bool {
    var wait = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    while true {
      let ready = poll(&wait, 1, milliseconds)
      if ready < 0, errno == EINTR { continue }
      return ready > 0
    }
  }
}

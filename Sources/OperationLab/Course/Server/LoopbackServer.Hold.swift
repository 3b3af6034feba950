import Foundation

extension LoopbackServer {
  /// A place where replies wait until the program lets them go on.
  ///
  /// The wait itself is a wait for a pipe to close, because a thread can wait for that and for
  /// its connection to go away at the same time, which it cannot do with a lock.
  package final class Hold: @unchecked Sendable {
    private let condition = NSCondition()
    /// Both under `condition`.
    private var arrivals = 0
    private var departures = 0
    private var isReleased = false
    /// The reading end, and the writing end; -1 when the system had no pipe to give.
    private let ends: (reading: Int32, writing: Int32)

    private let whenAbandoned: @Sendable () -> Void

    /// A hold that lets nothing pass yet.
    ///
    /// - Parameter whenAbandoned: called on a thread of the server each time that a connection has
    ///   gone away while its reply waited here.
    package init(whenAbandoned: @escaping @Sendable () -> Void = {}) {
      self.whenAbandoned = whenAbandoned
      var pair: [Int32] = [-1, -1]
      if pipe(&pair) == 0 { pair.forEach { _ = fcntl($0, F_SETFD, FD_CLOEXEC) } }
      ends = (pair[0], pair[1])
    }

    deinit {
      if !isReleased { close(ends.writing) }
      close(ends.reading)
    }

    /// Lets every reply go on, those that wait and those that will come.
    package func release() {
      condition.lock()
      defer { condition.unlock() }
      guard !isReleased else { return }
      isReleased = true
      close(ends.writing)
    }

    /// Waits until so many replies have come here.
    ///
    /// - Parameters:
    ///   - count: how many replies.
    ///   - timeout: in seconds.
    /// - Returns: false when the time passed first.
    package func isReached(by count: Int = 1, timeout: TimeInterval = 60) -> Bool {
      waits(timeout) { arrivals >= count }
    }

    /// Waits until so many connections have gone away while their replies waited here.
    ///
    /// - Parameters:
    ///   - count: how many connections.
    ///   - timeout: in seconds.
    /// - Returns: false when the time passed first.
    package func isAbandoned(by count: Int = 1, timeout: TimeInterval = 60) -> Bool {
      waits(timeout) { departures >= count }
    }

    private func waits(_ timeout: TimeInterval, until isReached: () -> Bool) -> Bool {
      let deadline = Date(timeIntervalSinceNow: timeout)
      condition.lock()
      defer { condition.unlock() }
      while !isReached() {
        guard condition.wait(until: deadline) else { return isReached() }
      }
      return true
    }

    /// Waits until a listening socket has a connection to accept; false when released first.
    func isHeld(whileWaitingFor listener: LoopbackSocket) -> Bool {
      var waits = [
        pollfd(fd: listener.descriptor, events: Int16(POLLIN), revents: 0),
        pollfd(fd: ends.reading, events: Int16(POLLIN), revents: 0),
      ]
      while poll(&waits, 2, -1) < 0, errno == EINTR {}
      return waits[1].revents == 0
    }

    /// Waits here with a connection; false when the connection went away first.
    func stop(_ socket: LoopbackSocket) -> Bool {
      condition.lock()
      arrivals += 1
      condition.broadcast()
      condition.unlock()
      if socket.stays(whileWaitingFor: ends.reading) { return true }
      condition.lock()
      departures += 1
      condition.broadcast()
      condition.unlock()
      whenAbandoned()
      return false
    }
  }
}

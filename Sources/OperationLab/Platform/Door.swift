import Foundation

/// One condition around one flag.
final class Door: @unchecked Sendable {
  private let condition = NSCondition()
  /// Guarded by `condition`; goes from `false` to `true` once.
  private var opened = false

  var isOpen: Bool { condition.withLock { opened } }

  func open() {
    condition.withLock {
      opened = true
      condition.broadcast()
    }
  }

  /// Waits until the door is open or this process has had the time; says whether it is open.
  func wait(until deadline: Deadline) -> Bool {
    var deadline = deadline
    while !wait(deadline: deadline.rest) {
      if deadline.isOver() { return isOpen }
    }
    return true
  }

  /// Waits until the door is open or the time is over; says whether it is open.
  func wait(deadline: Duration) -> Bool {
    let end = Date(timeIntervalSinceNow: deadline.seconds)
    return condition.withLock {
      while !opened {
        guard condition.wait(until: end) else { return opened }
      }
      return true
    }
  }
}

extension Duration {
  /// The duration in seconds.
  public var seconds: Double {
    Double(components.seconds) + Double(components.attoseconds) * 1e-18
  }
}

import Foundation

// One way to do it.

/// Loads a picture and gives its caller one result: the picture or an error.
final class ImageLoader: @unchecked Sendable {
  private let connect: (@escaping (Bool) -> Void) -> () -> Void
  private let lock = NSLock()
  /// All guarded by `lock`.
  private var onPicture: () -> Void = {}
  private var onError: (String) -> Void = { _ in }
  private var giveUp: (() -> Void)?
  private var isOver = false
  private var isGivenUp = false

  init(connect: @escaping (@escaping (Bool) -> Void) -> () -> Void) {
    self.connect = connect
  }

  func then(_ body: @escaping () -> Void) -> ImageLoader {
    lock.withLock { onPicture = body }
    return self
  }

  func `catch`(_ body: @escaping (String) -> Void) -> ImageLoader {
    lock.withLock { onError = body }
    return self
  }

  func start() {
    let giveUp = connect { isWell in self.end(isWell ? nil : "failed") }
    let isTooLate = lock.withLock {
      // A transfer that has ended is not given up any more.
      if !isOver { self.giveUp = giveUp }
      return isGivenUp
    }
    // If cancel() came while connect ran, it found no transfer to cancel.
    if isTooLate { giveUp() }
  }

  func cancel() { end("cancelled", givingUp: true) }

  /// Only the first call delivers its result. `error` is nil for a picture.
  private func end(_ error: String?, givingUp: Bool = false) {
    let (isFirst, giveUp) = lock.withLock {
      defer { (isOver, self.giveUp) = (true, nil) }
      if !isOver { isGivenUp = givingUp }
      return (!isOver, self.giveUp)
    }
    guard isFirst else { return }
    let (onPicture, onError) = lock.withLock { (self.onPicture, self.onError) }
    // Without the lock: each of these may call in again.
    if let error { onError(error) } else { onPicture() }
    if givingUp { giveUp?() }
  }
}

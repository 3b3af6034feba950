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
      self.giveUp = giveUp
      return isOver
    }
    // If cancel() came while connect ran, it found no transfer to cancel.
    if isTooLate { giveUp() }
  }

  func cancel() {
    end("cancelled")
    lock.withLock { giveUp }?()
  }

  /// Only the first call delivers its result. `error` is nil for a picture.
  private func end(_ error: String?) {
    let isFirst = lock.withLock {
      defer { isOver = true }
      return !isOver
    }
    guard isFirst else { return }
    if let error { onError(error) } else { onPicture() }
  }
}

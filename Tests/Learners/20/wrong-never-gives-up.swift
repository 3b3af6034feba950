import Foundation

/// Loads a picture and tells its caller once: of the picture, or of an error.
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
    // A cancel that came while the transfer was set going has found nothing to give up.
    _ = isTooLate
  }

  func cancel() {
    end("cancelled")
  }

  /// The first to come tells the caller; `error` is nil for a picture.
  private func end(_ error: String?) {
    let isFirst = lock.withLock {
      defer { isOver = true }
      return !isOver
    }
    guard isFirst else { return }
    if let error { onError(error) } else { onPicture() }
  }
}

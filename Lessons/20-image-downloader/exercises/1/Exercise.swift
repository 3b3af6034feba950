import Foundation

// Call the caller's closure once.
//
// ImageLoader(connect:).then { }.catch { }.start() loads a picture. connect starts the transfer and
// returns a closure that cancels it. When the transfer ends, it calls its own closure, with true if
// the picture has arrived, and with false if the transfer failed or was cancelled.
//
// The caller should get one result: the picture, or an error, which is "failed" or "cancelled". When
// a loader is cancelled, it also cancels its transfer. As it is, the caller of a cancelled loader
// gets two results.
//
// Mend it. The caller gets one result, also if cancel() comes after the picture, or at the same time
// on another thread. A cancel() after the picture calls no closure.

/// Loads a picture and gives its caller one result: the picture or an error.
final class ImageLoader: @unchecked Sendable {
  private let connect: (@escaping (Bool) -> Void) -> () -> Void
  private let lock = NSLock()
  /// All guarded by `lock`.
  private var onPicture: () -> Void = {}
  private var onError: (String) -> Void = { _ in }
  private var giveUp: (() -> Void)?

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
    lock.withLock { self.giveUp = giveUp }
  }

  func cancel() {
    end("cancelled")
    lock.withLock { giveUp }?()
  }

  /// Calls one of the closures. `error` is nil for a picture.
  private func end(_ error: String?) {
    if let error { onError(error) } else { onPicture() }
  }
}

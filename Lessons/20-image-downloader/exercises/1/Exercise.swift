import Foundation

// Tell the caller once.
//
// ImageLoader(connect:).then { }.catch { }.start() loads a picture. connect sets the transfer going
// and returns a closure that gives it up. When the transfer has ended, it calls its own closure:
// with true if the picture is there, and with false if it failed or was given up.
//
// The caller is to be told once: of the picture, or of an error, which is "failed" or "cancelled".
// A loader that is cancelled gives its transfer up. As it is, the caller of a cancelled loader is
// told twice.
//
// Mend it: the caller is told once, also if cancel() comes after the picture, or at the same time
// on another thread. A cancel that comes after the picture tells nothing any more.

/// Loads a picture and tells its caller once: of the picture, or of an error.
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

  /// The first to come tells the caller; `error` is nil for a picture.
  private func end(_ error: String?) {
    if let error { onError(error) } else { onPicture() }
  }
}

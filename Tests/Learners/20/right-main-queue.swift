import Foundation

/// Does everything on the main queue, and connects a little later.
final class ImageLoader: @unchecked Sendable {
  private let connect: (@escaping (Bool) -> Void) -> () -> Void
  private var onEnd: ((String?) -> Void)?
  private var onPicture: () -> Void = {}
  private var giveUp: (() -> Void)?
  private var isCancelled = false

  init(connect: @escaping (@escaping (Bool) -> Void) -> () -> Void) { self.connect = connect }

  func then(_ body: @escaping () -> Void) -> ImageLoader {
    onPicture = body
    return self
  }

  func `catch`(_ body: @escaping (String) -> Void) -> ImageLoader {
    let onPicture = onPicture
    onEnd = { error in if let error { body(error) } else { onPicture() } }
    return self
  }

  func start() {
    DispatchQueue.main.asyncAfter(deadline: .now() + 0.05) {
      guard !self.isCancelled else { return }
      self.giveUp = self.connect { isWell in
        DispatchQueue.main.async { self.end(isWell ? nil : "failed") }
      }
    }
  }

  func cancel() {
    DispatchQueue.main.async {
      self.isCancelled = true
      self.end("cancelled")
      self.giveUp?()
    }
  }

  private func end(_ error: String?) {
    let tell = onEnd
    onEnd = nil
    tell?(error)
  }
}

import Foundation

final class ImageLoader: @unchecked Sendable {
  private let door = DispatchSemaphore(value: 1)
  private var isOver = false
  private var giveUp: (() -> Void)?
  private let connect: (@escaping (Bool) -> Void) -> () -> Void
  private var onPicture: () -> Void = {}
  private var onError: (String) -> Void = { _ in }

  init(connect: @escaping (@escaping (Bool) -> Void) -> () -> Void) {
    self.connect = connect
  }

  func then(_ body: @escaping () -> Void) -> ImageLoader {
    onPicture = body
    return self
  }

  func `catch`(_ body: @escaping (String) -> Void) -> ImageLoader {
    onError = body
    return self
  }

  func start() {
    giveUp = connect { self.end($0 ? nil : "failed") }
  }

  func cancel() {
    end("cancelled")
    giveUp?()
  }

  private func locked<Result>(_ body: () -> Result) -> Result {
    door.wait()
    defer { door.signal() }
    return body()
  }

  private func end(_ error: String?) {
    if locked({ isOver }) { return }
    locked { isOver = true }
    if let error { onError(error) } else { onPicture() }
  }
}

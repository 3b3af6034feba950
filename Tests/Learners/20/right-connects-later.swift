import Foundation

final class ImageLoader: @unchecked Sendable {
  private let queue = DispatchQueue(label: "loader")
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
    queue.asyncAfter(deadline: .now() + 0.15) { [self] in
      guard !isOver else { return }
      giveUp = connect { isWell in self.queue.async { self.end(isWell ? nil : "failed") } }
    }
  }

  func cancel() {
    queue.async { [self] in
      giveUp?()
      end("cancelled")
    }
  }

  private func end(_ error: String?) {
    guard !isOver else { return }
    isOver = true
    if let error { onError(error) } else { onPicture() }
  }
}

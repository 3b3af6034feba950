// misses: one-step
import Foundation
import Synchronization

final class ImageLoader: @unchecked Sendable {
  private let isOver = Atomic<Bool>(false)
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

  private func end(_ error: String?) {
    guard !isOver.load(ordering: .sequentiallyConsistent) else { return }
    isOver.store(true, ordering: .sequentiallyConsistent)
    if let error { onError(error) } else { onPicture() }
  }
}

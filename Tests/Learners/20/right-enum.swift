import Foundation

final class ImageLoader: @unchecked Sendable {
  private enum State {
    case new
    case loading(giveUp: (() -> Void)?)
    case over(wasCancelled: Bool)
  }

  private let connect: (@escaping (Bool) -> Void) -> () -> Void
  private let lock = NSLock()
  private var state = State.new
  private var onPicture: () -> Void = {}
  private var onError: (String) -> Void = { _ in }

  init(connect: @escaping (@escaping (Bool) -> Void) -> () -> Void) { self.connect = connect }

  func then(_ body: @escaping () -> Void) -> ImageLoader {
    onPicture = body
    return self
  }

  func `catch`(_ body: @escaping (String) -> Void) -> ImageLoader {
    onError = body
    return self
  }

  func start() {
    let begins = lock.withLock {
      guard case .new = state else { return false }
      state = .loading(giveUp: nil)
      return true
    }
    guard begins else { return }
    let giveUp = connect { [self] isWell in
      guard end(cancelled: false) != nil else { return }
      if isWell { onPicture() } else { onError("failed") }
    }
    let isTooLate = lock.withLock {
      switch state {
      case .loading:
        state = .loading(giveUp: giveUp)
        return false
      case .over(let wasCancelled): return wasCancelled
      case .new: return false
      }
    }
    if isTooLate { giveUp() }
  }

  func cancel() {
    guard let giveUp = end(cancelled: true) else { return }
    onError("cancelled")
    giveUp()
  }

  /// `nil` if it was over before.
  private func end(cancelled: Bool) -> (() -> Void)? {
    lock.withLock {
      if case .over = state { return nil }
      var giveUp: (() -> Void)?
      if case .loading(let held) = state { giveUp = held }
      state = .over(wasCancelled: cancelled)
      return giveUp ?? {}
    }
  }
}

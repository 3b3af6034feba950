import Foundation

/// Connects in a task, and keeps its state in an actor.
final class ImageLoader: @unchecked Sendable {
  private actor State {
    private var isOver = false
    private var giveUp: (@Sendable () -> Void)?
    func end() -> Bool {
      defer { isOver = true }
      return !isOver
    }
    func hold(_ giveUp: @escaping @Sendable () -> Void) {
      if isOver { giveUp() } else { self.giveUp = giveUp }
    }
    func stop() { giveUp?() }
  }
  private let state = State()
  private let connect: (@escaping (Bool) -> Void) -> () -> Void
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
    Task {
      try? await Task.sleep(nanoseconds: 20_000_000)
      let giveUp = connect { isWell in Task { await self.end(isWell ? nil : "failed") } }
      struct Carried: @unchecked Sendable { let call: () -> Void }
      let carried = Carried(call: giveUp)
      await state.hold { carried.call() }
    }
  }

  func cancel() {
    Task {
      await end("cancelled")
      await state.stop()
    }
  }

  private func end(_ error: String?) async {
    guard await state.end() else { return }
    if let error { onError(error) } else { onPicture() }
  }
}

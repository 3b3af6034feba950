import Foundation

private final class Slots: @unchecked Sendable {
  private let lock = NSLock()
  private var rest: ArraySlice<(@escaping () -> Void) -> Void>

  init(_ transfers: [(@escaping () -> Void) -> Void]) { rest = transfers[...] }

  func beginNext() {
    let next = lock.withLock { rest.popFirst() }
    next? { self.beginNext() }
  }
}

func loadAll(_ transfers: [(@escaping () -> Void) -> Void]) {
  let slots = Slots(transfers)
  for _ in 0..<6 { slots.beginNext() }
}

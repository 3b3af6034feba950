import Foundation

private final class Loader: @unchecked Sendable {
  private let lock = NSLock()
  private var left: ArraySlice<(@escaping () -> Void) -> Void>

  init(_ transfers: [(@escaping () -> Void) -> Void]) {
    left = transfers[...]
  }

  func next() {
    let begin = lock.withLock { left.popFirst() }
    begin? { self.next() }
  }
}

func loadAll(_ transfers: [(@escaping () -> Void) -> Void]) {
  let loader = Loader(transfers)
  for _ in 0..<6 { loader.next() }
}

import Foundation

private final class Rest: @unchecked Sendable {
  private let lock = NSLock()
  private var files: ArraySlice<() -> Void>

  init(_ files: [() -> Void]) { self.files = files[...] }

  func next() -> (() -> Void)? { lock.withLock { files.popFirst() } }
}

func downloadAll(_ files: [() -> Void]) {
  let rest = Rest(files)
  @Sendable func goOn() {
    guard let file = rest.next() else { return }
    file()
    DispatchQueue.global().async { goOn() }
  }
  for _ in 0..<2 { DispatchQueue.global().async { goOn() } }
}

// misses: apart
import Foundation

final class Download: Operation, @unchecked Sendable {
  private let begin: (@escaping () -> Void) -> Void
  nonisolated(unsafe) private static var isOver = false

  init(begin: @escaping (@escaping () -> Void) -> Void) { self.begin = begin }

  override func start() {
    begin { self.finish() }
  }

  private func finish() {
    willChangeValue(forKey: "isFinished")
    Self.isOver = true
    didChangeValue(forKey: "isFinished")
  }

  override var isFinished: Bool { Self.isOver }
}

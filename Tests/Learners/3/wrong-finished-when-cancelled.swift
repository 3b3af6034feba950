import Foundation

final class Download: Operation, @unchecked Sendable {
  private let begin: (@escaping () -> Void) -> Void
  private var isOver = false

  init(begin: @escaping (@escaping () -> Void) -> Void) { self.begin = begin }

  override func start() {
    begin { self.finish() }
  }

  private func finish() {
    willChangeValue(forKey: "isFinished")
    isOver = true
    didChangeValue(forKey: "isFinished")
  }

  override var isFinished: Bool { isOver || isCancelled }
}

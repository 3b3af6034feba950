import Foundation

final class Download: Operation, @unchecked Sendable {
  private let begin: (@escaping () -> Void) -> Void
  private let gate = DispatchQueue(label: "download")
  private var hasFinished = false

  init(begin: @escaping (@escaping () -> Void) -> Void) { self.begin = begin }

  override func start() {
    begin {
      self.willChangeValue(forKey: "isFinished")
      self.gate.sync { self.hasFinished = true }
      self.didChangeValue(forKey: "isFinished")
    }
  }

  override var isAsynchronous: Bool { true }
  override var isFinished: Bool { gate.sync { hasFinished } }
}

import Foundation

final class Download: Operation, @unchecked Sendable {
  private enum State { case new, started, running, over }
  private let begin: (@escaping () -> Void) -> Void
  private let gate = DispatchQueue(label: "download")
  private var state = State.new

  init(begin: @escaping (@escaping () -> Void) -> Void) { self.begin = begin }

  override func start() {
    let isFirst: Bool = gate.sync {
      guard case .new = state else { return false }
      state = .started
      return true
    }
    guard isFirst else { return }
    guard !isCancelled else {
      dependencies.forEach(removeDependency)
      super.cancel()
      return set(.over, ["isFinished"])
    }
    set(.running, ["isExecuting"])
    begin { self.set(.over, ["isExecuting", "isFinished"]) }
  }

  private func set(_ new: State, _ keys: [String]) {
    for key in keys { willChangeValue(forKey: key) }
    gate.sync { state = new }
    for key in keys { didChangeValue(forKey: key) }
  }

  override var isAsynchronous: Bool { true }
  override var isExecuting: Bool { gate.sync { state == .running } }
  override var isFinished: Bool { gate.sync { state == .over } }
}

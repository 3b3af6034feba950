import Foundation

/// Sound: its state lives on a serial dispatch queue, where all changes are made one by one.
///
/// make: `SerialQueueOperation(work: probe.begin)`
final class SerialQueueOperation: Operation, @unchecked Sendable {
  private let work: Work
  private let states = DispatchQueue(label: "states")
  /// Touched only on `states`.
  private var (executing, finished) = (false, false)

  init(work: @escaping Work) {
    self.work = work
  }

  override var isAsynchronous: Bool { true }
  override var isExecuting: Bool { states.sync { executing } }
  override var isFinished: Bool { states.sync { finished } }

  override func start() {
    if isCancelled { return finish() }
    let hasBegun = states.sync {
      if executing || finished { return false }
      executing = true
      return true
    }
    guard hasBegun else { return }
    didChangeValue(forKey: "isExecuting")
    // The end is reported from the queue of the states, but not while it is in use.
    work { self.states.async { DispatchQueue.global().async { self.finish() } } }
  }

  private func finish() {
    let isFirst = states.sync {
      defer { (executing, finished) = (false, true) }
      return !finished
    }
    guard isFirst else { return }
    willChangeValue(forKey: "isFinished")
    didChangeValue(forKey: "isFinished")
    didChangeValue(forKey: "isExecuting")
  }
}

import Foundation
import OperationLab

/// Sound: it checks every millisecond whether its work is done or it is cancelled.
///
/// make: `NappingOperation(work: probe.begin)`
final class NappingOperation: Operation, @unchecked Sendable {
  private let work: Work

  init(work: @escaping Work) {
    self.work = work
  }

  override func main() {
    if isCancelled { return }
    let isDone = DispatchSemaphore(value: 0)
    work { isDone.signal() }
    while !isCancelled, isDone.wait(timeout: .now() + .milliseconds(1)) == .timedOut {}
  }
}

/// Sound: when cancelled, it checks up to a hundred more times whether its work is done, and then
/// finishes without it.
///
/// make: `CountingNapsOperation(work: probe.begin)`
final class CountingNapsOperation: Operation, @unchecked Sendable {
  private let work: Work

  init(work: @escaping Work) {
    self.work = work
  }

  override func main() {
    if isCancelled { return }
    let isDone = DispatchSemaphore(value: 0)
    work { isDone.signal() }
    var napsLeft = 100
    while napsLeft > 0, isDone.wait(timeout: .now() + .milliseconds(10)) == .timedOut {
      if isCancelled { napsLeft -= 1 }
    }
  }
}

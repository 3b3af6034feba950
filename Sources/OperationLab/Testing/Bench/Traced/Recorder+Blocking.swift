import OperationLab
import Foundation

extension Recorder {
  /// Writes down that the calling thread is about to block, and blocks it. `wait` says for what.
  ///
  /// Foundation's wait for many may be made of waits for one. Only the outermost is written down.
  package func noteWait(_ wait: Event.Wait, _ block: () -> Void) {
    if Wait.isInside { return block() }
    record(.waiting, waiter, .wait(for: wait))
    Wait.$isInside.withValue(true) { block() }
  }

  /// The subject for which the calling thread works: the body that it is in. Outside of a body it
  /// is `program` on the main thread, and on other threads the last subject recorded there.
  private var waiter: String {
    openBodies.first ?? (Thread.isMainThread ? nil : lastSubject) ?? "program"
  }

  /// Whether a thread is inside a call that blocks, as told by that call itself.
  private enum Wait {
    @TaskLocal static var isInside = false
  }
}

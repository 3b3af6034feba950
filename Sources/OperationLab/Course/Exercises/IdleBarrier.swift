import Foundation
import OperationDownloads
import OperationLab
import OperationBench

/// Holds pieces of work until the process is idle, and then releases all of them. By then all work
/// that may run beside them has begun.
///
/// Only one thread waits for the idle process. Two would keep each other from seeing it.
final class IdleBarrier: Sendable {
  private struct State {
    var waiting: [Gate] = []
    var isReleasing = false
  }

  private let bench: Bench
  private let awaitIdle: @Sendable () -> Void
  private let state = Locked(State())

  /// One whose process is idle when nothing more can happen in it.
  init(_ bench: Bench) {
    self.bench = bench
    let neverOpened = bench.gate("never opened", isTraced: false)
    awaitIdle = { _ = neverOpened.waitUnlessQuiet() }
  }

  /// A piece of work that the barrier holds.
  ///
  /// - Parameter rounds: how often it is held. If two pieces begin together, the one with more
  ///   rounds ends later.
  func work(_ name: String, rounds: Int = 1) -> SceneTools.Work {
    bench.work(name) { [self] in for _ in 0..<rounds { hold() } }
  }

  /// Holds the calling thread until nothing else in the process can go on.
  func hold() {
    let mayContinue = bench.gate("the process is idle", isTraced: false)
    let isFirst = state.withLock { state in
      defer { state.isReleasing = true }
      state.waiting.append(mayContinue)
      return !state.isReleasing
    }
    if isFirst { bench.elsewhere { [self] in releaseWhenIdle() } }
    mayContinue.wait()
  }

  private func releaseWhenIdle() {
    while true {
      awaitIdle()
      let waiting = state.withLock { state in
        defer { state.waiting = [] }
        state.isReleasing = !state.waiting.isEmpty
        return state.waiting
      }
      guard !waiting.isEmpty else { return }
      waiting.forEach { $0.open() }
    }
  }
}

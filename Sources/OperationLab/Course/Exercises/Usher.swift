import Foundation
import OperationDownloads
import OperationLab
import OperationTesting

/// Holds pieces of work up until nothing else can happen, and then lets all that wait go on: whatever
/// may run beside them has begun by then.
///
/// Only one thread asks for rest: several that asked at once would keep each other from finding it.
final class Usher: Sendable {
  private struct State {
    var waiting: [Gate] = []
    var isAtWork = false
  }

  private let bench: Bench
  private let state = Locked(State())

  init(_ bench: Bench) {
    self.bench = bench
  }

  /// A piece of work that is held up so.
  ///
  /// - Parameter rounds: how often: of two that begin together the one with more ends later.
  func work(_ name: String, rounds: Int = 1) -> Stage.Work {
    bench.work(name) { [self] in for _ in 0..<rounds { hold() } }
  }

  private func hold() {
    let mayGoOn = bench.gate("nothing else can happen", isTraced: false)
    let isFirst = state.withLock { state in
      defer { state.isAtWork = true }
      state.waiting.append(mayGoOn)
      return !state.isAtWork
    }
    if isFirst { bench.elsewhere { [self] in letGoOn() } }
    mayGoOn.wait()
  }

  private func letGoOn() {
    let nobody = bench.gate("nobody opens it", isTraced: false)
    while true {
      _ = nobody.waitUnlessQuiet()
      let waiting = state.withLock { state in
        defer { state.waiting = [] }
        state.isAtWork = !state.waiting.isEmpty
        return state.waiting
      }
      guard !waiting.isEmpty else { return }
      waiting.forEach { $0.open() }
    }
  }
}

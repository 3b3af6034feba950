import OperationLab

extension Probe {
  /// A task's wait for work, which ends once: with the work, or with the task's cancellation.
  final class Errand: Sendable {
    private struct State: Sendable {
      var continuation: CheckedContinuation<Void, any Error>?
      var isCancelled = false
      var giveUp: @Sendable () -> Void = {}
    }

    private let state = Locked(State())

    func wait(with continuation: CheckedContinuation<Void, any Error>) {
      state.withLock { $0.continuation = continuation }
    }

    /// What to do when it is cancelled, or has been.
    func onCancel(_ giveUp: @escaping @Sendable () -> Void) {
      let isCancelled = state.withLock { state in
        state.giveUp = giveUp
        return state.isCancelled
      }
      if isCancelled { cancel() }
    }

    func cancel() {
      let giveUp = state.withLock { state in
        state.isCancelled = true
        return state.continuation == nil ? {} : state.giveUp
      }
      giveUp()
      end(.failure(CancellationError()))
    }

    func end(_ result: Result<Void, any Error>) {
      let continuation = state.withLock { state in
        defer { state.continuation = nil }
        return state.continuation
      }
      continuation?.resume(with: result)
    }
  }
}

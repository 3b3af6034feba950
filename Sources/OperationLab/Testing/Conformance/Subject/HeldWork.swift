import OperationBench
import OperationLab

/// The work of one or many that stand in a row or a crowd. It may be held until ``release()``.
///
/// It is not traced: so many events would hide the important ones.
final class HeldWork: Sendable {
  private struct State: Sendable {
    var begun = 0
    var held: [@Sendable () -> Void] = []
    var isHeld: Bool
  }

  private let bench: Bench
  private let state: Locked<State>

  /// How many pieces end, at most: work that begins again without end would use up the machine.
  private let most: Int

  /// - Parameter count: how many operations get it.
  init(isHeld: Bool, of count: Int = 1, on bench: Bench) {
    self.bench = bench
    most = Probe.most * count
    state = Locked(State(isHeld: isHeld))
  }

  /// How many pieces have begun.
  var begun: Int { state.withLock { $0.begun } }

  /// The work as an operation gets it.
  func probe(endsTwice: Bool = false, fails: Bool = false) -> Probe {
    Probe(
      run: { [self] in
        let mayEnd = Latch()
        begin(mayEnd.open)
        _ = mayEnd.wait(deadline: Durations.gate)
      },
      begin: { [self] call in
        // A task's continuation resumes once. A second call would trap.
        let isTwice = endsTwice && withUnsafeCurrentTask { $0 == nil }
        begin {
          call()
          if isTwice { call() }
        }
      }, fails: fails)
  }

  /// Ends what is held, and all that comes.
  func release() {
    let held = state.withLock { state in
      defer { state.held = [] }
      state.isHeld = false
      return state.held
    }
    for end in held { bench.elsewhere(end) }
  }

  /// Each piece ends on another thread.
  private func begin(_ end: @escaping @Sendable () -> Void) {
    let (begun, isHeld) = state.withLock { state in
      state.begun += 1
      if state.isHeld { state.held.append(end) }
      return (state.begun, state.isHeld)
    }
    if !isHeld, begun <= most { bench.elsewhere(end) }
  }
}

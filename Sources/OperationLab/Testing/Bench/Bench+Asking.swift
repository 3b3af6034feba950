import Foundation

extension Bench {
  /// Waits at a gate until it opens or nothing else can happen, and writes down what came of it, on
  /// behalf of whoever waits.
  ///
  /// If the gate stays shut it also asks the system for one more thread: what never came may just
  /// have had none.
  ///
  /// - Returns: whether the gate is open.
  @discardableResult
  package func wait(_ subject: String, for gate: Gate) -> Bool {
    let isOpen = gate.waitUnlessQuiet()
    let answer: Answer = isOpen ? .open : hasFreeThread() ? .shut : .shutWithoutThread
    log(subject)(.noted, note: answer.note(on: gate.name))
    return isOpen
  }

  /// What came of waiting for a gate, as a note of the trace says it.
  package enum Answer: CaseIterable {
    /// Somebody opened it.
    case open
    /// Nothing else could happen, although the system had a thread for whoever needed one.
    case shut
    /// Nothing else could happen, and the system had no thread to give.
    case shutWithoutThread

    package func note(on gate: String) -> String {
      switch self {
      case .open: "waited for '\(gate)': it opened"
      case .shut: "waited for '\(gate)': nobody could open it"
      case .shutWithoutThread: "waited for '\(gate)': no thread was free"
      }
    }
  }

  private func hasFreeThread() -> Bool {
    let isHere = gate("a free thread", isTraced: false)
    DispatchQueue.global().async { isHere.open() }
    return isHere.waitUnlessQuiet()
  }
}

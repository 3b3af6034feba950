import Foundation
import OperationLab

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
    let answer: Event.Answer = isOpen ? .open : hasFreeThread() ? .shut : .shutWithoutThread
    log(subject)(.noted, nil, .answer(gate: gate.name, answer))
    return isOpen
  }

  private func hasFreeThread() -> Bool {
    let isHere = gate("a free thread", isTraced: false)
    DispatchQueue.global().async { isHere.open() }
    return isHere.waitUnlessQuiet()
  }
}

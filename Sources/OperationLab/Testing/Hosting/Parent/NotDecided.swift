/// Why a run says nothing about its program: it is no outcome, least of all that the program hangs.
package struct NotDecided: Error, Hashable, Sendable, CustomStringConvertible {
  /// The program's name.
  package var program: String
  /// Why it could not show how it ends.
  package var cause: Cause

  /// What can keep a program from showing how it ends.
  package enum Cause: Hashable, Sendable {
    /// Until the deadline, and long after it, others had the processor.
    case tooSlow
    /// There was too little of something. The words of ``Shortage``.
    case shortage(String)
  }

  /// One line that says what to do.
  package var description: String {
    switch cause {
    case .tooSlow:
      "not decided, too slow: '\(program)' was kept waiting for a processor; "
        + "try again when the machine is less busy"
    case .shortage(let words): "not decided: '\(program)' could not run: \(words)"
    }
  }
}

import Foundation
import OperationLab

// What Foundation itself said during a run. It supports a verdict, which events must decide.
extension Run {
  /// Whether the process, Foundation included, wrote this phrase outside the trace.
  package func printed(_ phrase: String) -> Bool {
    detail.output.contains(phrase)
  }

  /// The message with which Foundation ended the process, without file, line and address; `nil`
  /// when it printed none.
  ///
  /// On Linux it follows `Fatal error:`, or the name of the check that failed, on macOS `reason:`.
  package var fatalMessage: String? {
    for line in detail.output.split(whereSeparator: \.isNewline) {
      for mark in ["Fatal error: ", "Precondition failed: ", "Assertion failed: ", "reason: "] {
        guard let message = line.range(of: mark).map({ line[$0.upperBound...] }) else { continue }
        // An operation's description, <Type: 0x…>, is another in every run.
        let plain = message.range(of: ">: ").map { message[$0.upperBound...] } ?? message
        return String(plain)
      }
    }
    return nil
  }
}

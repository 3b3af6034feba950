/// The report of a process that was built with the thread sanitizer and ended by a signal. The
/// sanitizer takes the signal, writes the report, and exits.
struct SanitizedCrash {
  /// Such as `SIGSEGV`.
  let signal: String
  /// The calls of the thread, innermost first.
  let calls: [StackFrame]

  /// `nil` if there is no such report.
  init?(in output: String) {
    guard output.contains("ERROR: ThreadSanitizer: "),
      let heading = output.firstMatch(of: /ERROR: ThreadSanitizer: (SEGV|ILL|BUS|FPE|TRAP|ABRT) on/)
    else { return nil }
    signal = "SIG\(heading.output.1)"
    calls = output[heading.range.upperBound...].split(separator: "\n")
      .drop { !$0.contains("#0 ") }.prefix { $0.contains("#") }
      .compactMap { line in
        guard let call = line.firstMatch(of: /#\d+ (.+?) (?:(\S+?):(\d+)(?::\d+)? )?[(<]/) else {
          return nil
        }
        return StackFrame(
          function: String(call.output.1), file: call.output.2.map(String.init) ?? "",
          line: call.output.3.flatMap { Int($0) } ?? 0)
      }
  }
}

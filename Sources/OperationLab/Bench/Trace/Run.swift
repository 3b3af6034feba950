/// The result of running one program once.
package struct Run: Codable, Sendable {
  /// The program's name, unique in its lesson.
  package var program: String
  /// How the program ended.
  package var outcome: Outcome
  /// What the outcome does not say: signal, exit status, the process's own last words.
  package var detail: Detail
  /// Everything that happened, in order.
  package var trace: Trace
  /// The state of everything at the end. `nil` when the process ended before it could take a
  /// snapshot.
  package var snapshot: Snapshot?

  /// A run, put together from what was observed.
  package init(
    program: String, outcome: Outcome, detail: Detail = Detail(), trace: Trace,
    snapshot: Snapshot? = nil
  ) {
    self.program = program
    self.outcome = outcome
    self.detail = detail
    self.trace = trace
    self.snapshot = snapshot
  }

  /// How a program ended. Raw values are part of the JSON.
  package enum Outcome: String, Codable, CaseIterable, Sendable {
    /// It returned, and once everything was quiet no queue held an operation any more.
    case completes
    /// It never returned, or left operations in a queue that nothing will ever remove.
    case hangs
    /// A signal ended its process.
    case traps
    /// Its process exited before the program had returned.
    case exits
  }

  /// The particulars of an outcome.
  package struct Detail: Codable, Equatable, Sendable {
    /// The signal that ended the process, such as `SIGILL`.
    package var signal: String?
    /// The status with which the process exited early.
    package var exitStatus: Int32?
    /// What the process and Foundation wrote outside the trace, both streams together.
    package var output: String
    /// Whether the deadline ended the run, rather than quiet.
    package var reachedDeadline: Bool
    /// Whether the run ended while an operation under check was being made. `nil` if not.
    package var isMaking: Bool?
    /// Whether something waited for a time when the run did not end, such as that of a timer. `nil` if
    /// not, or where the system does not tell.
    package var waitsForTime: Bool?
    /// The calls of each thread that has told them, as the system writes them. Of a process that trapped,
    /// those of the thread that ended it. They are not part of the JSON.
    package var calls: [String] = []

    private enum CodingKeys: CodingKey {
      case signal, exitStatus, output, reachedDeadline, isMaking, waitsForTime
    }

    /// By default, nothing out of the ordinary.
    package init(
      signal: String? = nil, exitStatus: Int32? = nil, output: String = "",
      reachedDeadline: Bool = false
    ) {
      self.signal = signal
      self.exitStatus = exitStatus
      self.output = output
      self.reachedDeadline = reachedDeadline
    }
  }
}

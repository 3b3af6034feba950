/// What came of running one program once.
public struct Run: Codable, Sendable {
  /// The program's name, unique in its lesson.
  public var program: String
  /// How the program ended.
  public var outcome: Outcome
  /// What the outcome does not say: signal, exit status, the process's own last words.
  public var detail: Detail
  /// Everything that happened, in order.
  public var trace: Trace
  /// How everything stood in the end; `nil` when the process did not live to tell.
  public var snapshot: Snapshot?

  /// A run, put together from what was observed.
  public init(
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
  public enum Outcome: String, Codable, CaseIterable, Sendable {
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
  public struct Detail: Codable, Hashable, Sendable {
    /// The signal that ended the process, such as `SIGILL`.
    public var signal: String?
    /// The status with which the process exited early.
    public var exitStatus: Int32?
    /// What the process and Foundation wrote outside the trace, both streams together.
    public var output: String
    /// Whether the deadline ended the run, rather than quiet.
    public var reachedDeadline: Bool

    /// By default, nothing out of the ordinary.
    public init(
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

extension Battery {
  /// The child's side of a check: runs one trial of one rule on the main thread of this process
  /// and writes what happens to standard output, for ``BatteryRunner`` to read.
  ///
  /// - Parameters:
  ///   - arguments: the id of the rule and the name of the trial, as ``BatteryRunner/Host`` was
  ///     given them.
  ///   - quit: ends the process with that status: 64 when there is no such trial, 0 when the trial
  ///     has ended or hangs, 1 when the parent is gone.
  @MainActor
  public static func host(
    arguments: [String], subject: Subject, quit: @escaping @Sendable (Int32) -> Never
  ) -> Never {
    guard arguments.count == 2,
      let trial = rule(arguments[0])?.trials.first(where: { $0.name == arguments[1] })
    else { quit(64) }
    ProgramHost(quit: { quit($0) }).run { trial.run(subject, on: $0) }
    // The watch for hangs is about to end the process.
    while true { Platform.parkThread() }
  }
}

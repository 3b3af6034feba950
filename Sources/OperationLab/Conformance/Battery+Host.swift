import Foundation

extension Battery {
  /// The child's side of a check: runs one trial on the main thread of this process and writes what
  /// happens to standard output, for ``BatteryRunner`` to read.
  ///
  /// - Parameters:
  ///   - arguments: the ``TrialOrder/words`` that ``BatteryRunner/Host`` was given, or what
  ///     ``SubjectExplorer/Host`` was.
  ///   - subject: the operation under check.
  ///   - quit: ends the process with that status: 64 when there is no such trial, 0 when the trial
  ///     has ended or hangs, 1 when the parent is gone.
  @MainActor
  public static func host(
    arguments: [String], subject: Subject, quit: @escaping @Sendable (Int32) -> Never
  ) -> Never {
    if let order = SceneOrder(words: arguments) { order.host(subject, quit: quit) }
    let caller = Platform.Suspect.becomingIt()
    Platform.Suspects.calling.withLock { $0 = caller }
    guard let order = TrialOrder(words: arguments), let trial = order.trial else { quit(64) }
    let abort: @Sendable (Int32) -> Never = { status in
      // Who watches has found that nothing moves any more; so where is everybody?
      if order.tellsStacks, status == 0 { tell() }
      quit(status)
    }
    ProgramHost(quit: { abort($0) }).run(patience: order.patience) { bench in
      trial.run(
        subject, on: bench, seed: order.seed, raceLength: order.raceLength,
        isPatient: order.isPatient, tellsStacks: order.tellsStacks)
    }
    // The watch for hangs is about to end the process.
    while true { Platform.parkThread() }
  }

  /// Lets the thread concerned end the process; who tells is followed by Swift's report.
  private static func tell() -> Never {
    let suspect =
      Platform.Suspects.asking.withLock { $0 } ?? Platform.Suspects.calling.withLock { $0 }
    suspect?.tell()
    while true { Platform.parkThread() }
  }
}

/// Which trial a child is to run, in words for its command line.
public struct TrialOrder: Hashable, Sendable {
  /// The id of the trial's rule; empty for ``Trial/paceTrial``.
  let rule: String
  let name: String
  /// How long to believe that an operation which is under way may wait for a timer.
  let patience: Duration
  /// What the moments of races follow from.
  let seed: UInt64
  /// How long a race goes on.
  let raceLength: Duration
  /// Whether to wait long before taking anything for stuck.
  let isPatient: Bool
  /// Whether to tell in the end where the threads are.
  let tellsStacks: Bool

  init(
    rule: String, name: String, patience: Duration, seed: UInt64,
    raceLength: Duration = Battery.raceLength, isPatient: Bool = false, tellsStacks: Bool = false
  ) {
    self.isPatient = isPatient
    self.tellsStacks = tellsStacks
    self.raceLength = raceLength
    self.rule = rule
    self.name = name
    self.patience = patience
    self.seed = seed
  }

  /// `nil` if the words are no order.
  init?(words: [String]) {
    guard words.count == 6, let milliseconds = Int(words[2]), let seed = UInt64(words[3]),
      let raceLength = Int(words[4])
    else { return nil }
    self.init(
      rule: words[0], name: words[1], patience: .milliseconds(milliseconds), seed: seed,
      raceLength: .milliseconds(raceLength), isPatient: words[5] == Self.patient,
      tellsStacks: words[5] == Self.telling)
  }

  /// The order as the arguments of a process.
  public var words: [String] {
    [
      rule, name, "\(Int(patience.seconds * 1000))", "\(seed)", "\(Int(raceLength.seconds * 1000))",
      tellsStacks ? Self.telling : isPatient ? Self.patient : "brisk",
    ]
  }

  private static let telling = "telling"

  private static let patient = "patient"

  /// `nil` if the battery has no such trial.
  var trial: Trial? {
    rule.isEmpty ? .paceTrial : Battery.rule(rule)?.trials.first { $0.name == name }
  }
}

import Foundation

extension Battery {
  /// The child's side of a check: runs one trial on the main thread of this process and writes what
  /// happens to standard output, for ``BatteryRunner`` to read.
  ///
  /// - Parameters:
  ///   - arguments: the ``TrialOrder/words`` that ``BatteryRunner/Host`` was given.
  ///   - quit: ends the process with that status: 64 when there is no such trial, 0 when the trial
  ///     has ended or hangs, 1 when the parent is gone.
  @MainActor
  public static func host(
    arguments: [String], subject: Subject, quit: @escaping @Sendable (Int32) -> Never
  ) -> Never {
    guard let order = TrialOrder(words: arguments), let trial = order.trial else { quit(64) }
    ProgramHost(quit: { quit($0) }).run(patience: order.patience) { bench in
      trial.run(subject, on: bench, seed: order.seed, raceLength: order.raceLength)
    }
    // The watch for hangs is about to end the process.
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

  init(
    rule: String, name: String, patience: Duration, seed: UInt64,
    raceLength: Duration = Battery.raceLength
  ) {
    self.raceLength = raceLength
    self.rule = rule
    self.name = name
    self.patience = patience
    self.seed = seed
  }

  /// `nil` if the words are no order.
  init?(words: [String]) {
    guard words.count == 5, let milliseconds = Int(words[2]), let seed = UInt64(words[3]),
      let raceLength = Int(words[4])
    else { return nil }
    self.init(
      rule: words[0], name: words[1], patience: .milliseconds(milliseconds), seed: seed,
      raceLength: .milliseconds(raceLength))
  }

  /// The order as the arguments of a process.
  public var words: [String] {
    [
      rule, name, "\(Int(patience.seconds * 1000))", "\(seed)", "\(Int(raceLength.seconds * 1000))",
    ]
  }

  /// `nil` if the battery has no such trial.
  var trial: Trial? {
    rule.isEmpty ? .paceTrial : Battery.rule(rule)?.trials.first { $0.name == name }
  }
}

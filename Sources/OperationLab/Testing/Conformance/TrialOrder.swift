import Foundation
import OperationLab

/// What a child process is asked to do, as its only argument.
package protocol ChildOrder: Codable, Hashable, Sendable {}

extension ChildOrder {
  /// `nil` if the arguments are something else.
  init?(arguments: [String]) {
    guard arguments.count == 1, let data = arguments.first?.data(using: .utf8),
      let order = try? JSONDecoder().decode(Self.self, from: data)
    else { return nil }
    self = order
  }

  /// The order as the arguments of a process.
  package var arguments: [String] {
    // Nothing in an order has no JSON; a child that gets none says that there is no such trial.
    let data = (try? JSONEncoder().encode(self)) ?? Data()
    return [String(decoding: data, as: UTF8.self)]
  }
}

/// A trial of a rule.
package struct TrialName: Codable, Hashable, Sendable {
  /// The id of the rule; `nil` for ``Trial/paceTrial``, which belongs to none.
  package var rule: String?
  /// Unique in its rule.
  package var trial: String
}

/// Which trial a child is to run, and how.
package struct TrialOrder: ChildOrder {
  /// Which trial.
  package let name: TrialName
  /// How long to believe that an operation which is under way may wait for a timer.
  let patience: Duration
  /// What the moments of races follow from.
  let seed: UInt64
  /// How long a race goes on.
  var raceLength = Battery.raceLength
  /// Whether to wait long before taking anything for stuck.
  package var isPatient = false
  /// Whether to tell in the end where the threads are.
  var tellsStacks = false
  /// Whether a thread that ends the process is to tell where it is.
  var tellsTraps = false

  /// `nil` if the battery has no such trial.
  var trial: Trial? {
    guard let rule = name.rule else { return .paceTrial }
    return Battery.rule(rule)?.trials.first { $0.name == name.trial }
  }
}

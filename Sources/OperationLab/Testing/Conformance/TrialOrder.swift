import Foundation
import OperationLab

/// The request to a child process, passed as its only argument.
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
    // Everything in an order can be encoded. Without an order, a child reports that there is no
    // such trial.
    let data = (try? JSONEncoder().encode(self)) ?? Data()
    return [String(decoding: data, as: UTF8.self)]
  }
}

/// A trial of a rule.
package struct TrialName: Codable, Hashable, Sendable {
  /// The id of the rule, or `nil` for ``Trial/paceTrial``, which belongs to none.
  package var rule: String?
  /// Unique in its rule.
  package var trial: String
}

/// Which trial a child is to run, and how.
package struct TrialOrder: ChildOrder {
  /// Which trial.
  package let name: TrialName
  /// How long a trial assumes that a running operation may wait for a timer.
  let patience: Duration
  /// Whether to wait long before an operation counts as stuck.
  package var isPatient = false
  /// Whether to report the stacks of the threads at the end.
  var tellsStacks = false
  /// Whether a thread that ends the process reports its stack.
  var tellsTraps = false

  /// `nil` if the battery has no such trial.
  var trial: Trial? {
    guard let rule = name.rule else { return .paceTrial }
    return Battery.rule(rule)?.trials.first { $0.name == name.trial }
  }
}

import Foundation
import OperationLab

/// The request to a child process, passed as its only argument.
package protocol ChildOrder: Codable, Hashable, Sendable {}

extension ChildOrder {
  /// `nil` if the arguments are something else.
  init?(arguments: [String]) {
    guard arguments.count == 1, let text = arguments.first else { return nil }
    self.init(line: Data(text.utf8))
  }

  /// `nil` if the line is something else.
  init?(line: Data) {
    guard let order = try? JSONDecoder().decode(Self.self, from: line) else { return nil }
    self = order
  }

  /// The order as the arguments of a process.
  package var arguments: [String] {
    [String(decoding: line, as: UTF8.self)]
  }

  /// The order as a line, without its end.
  var line: Data {
    // Everything in an order can be encoded. Without an order, a child reports that there is no
    // such trial.
    (try? JSONEncoder().encode(self)) ?? Data()
  }
}

/// A trial of a rule.
package struct TrialName: Codable, Hashable, Sendable {
  /// The id of the rule, or `nil` for ``Trial/paceTrial`` and ``Trial/spinTrial``, which run before
  /// the rules' trials.
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
  /// Whether the operation keeps the probe's work.
  var keepsWork = true
  /// Whether to report the stacks of the threads at the end.
  var tellsStacks = false
  /// Whether a thread that ends the process reports its stack.
  var tellsTraps = false

  /// `nil` if the rules have no such trial.
  func trial(of rules: [Rule] = Battery.rules) -> Trial? {
    guard let id = name.rule else {
      return [.paceTrial, .spinTrial].first { $0.name == name.trial }
    }
    let rule = rules.first { $0.id == id } ?? Battery.rule(id)
    return rule?.trials.first { $0.name == name.trial }
  }
}

/// Which scene a child is to run in which orders.
package struct SceneOrder: ChildOrder {
  let scene: String
  let orders: [Order]
  /// How long all threads must sleep before an operation counts as stuck, because it may wait for a
  /// timer.
  let calm: Duration
  /// Whether a thread that ends the process reports its stack.
  var tellsTraps = false

  /// Runs the scene in this process. ``ProgramHost`` ends the process.
  @MainActor
  func host(_ subject: Subject, quit: @escaping @Sendable (Int32) -> Never) -> Never {
    if tellsTraps { OwnCalls.tellWhenTrapped() }
    guard let scene = SubjectScene.all.first(where: { $0.name == scene }) else { quit(64) }
    // The policy is for foreign classes, because reading their state may never return.
    ProgramHost(quit: { quit($0) }).run(
      orders: orders, policy: .subject(silence: .zero), calm: calm
    ) { scene.run(subject, on: $0) }
    while true { Platform.parkThread() }
  }
}

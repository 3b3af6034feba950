import Foundation
import OperationBench

/// The request to a child process, passed as its only argument.
package protocol ChildOrder: Codable, Hashable, Sendable {
  /// Does it in this process.
  ///
  /// - Returns: whether nothing is left of it that the next one could notice. `nil` if there is no such
  ///   trial or scene.
  @MainActor
  func perform(_ subject: Subject, _ rules: [Rule], on host: ProgramHost) -> Bool?
}

extension ChildOrder {

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

/// To do one order after the other, each a line of the child's input, as long as nothing is left of it.
struct Series: ChildOrder {
  /// What tells it from the others.
  private var isSeries = true

  func perform(_ subject: Subject, _ rules: [Rule], on host: ProgramHost) -> Bool? {
    while true {
      let isClean = Battery.order(host.nextLine())?.perform(subject, rules, on: host)
      guard isClean == true else { return isClean }
      host.isReady()
    }
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
  package var waitsLong = false
  /// Whether the operation keeps the probe's work.
  var keepsWork = true

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

  @MainActor
  package func perform(_ subject: Subject, _ rules: [Rule], on host: ProgramHost) -> Bool? {
    guard let scene = RaceSetup.all.first(where: { $0.name == scene }) else { return nil }
    // The policy is for foreign classes, because reading their state may never return.
    let request = ProgramHost.Request(policy: .subject(silence: .zero), calm: calm) {
      scene.run(subject, on: $0)
    }
    return host.run(request, in: orders)
  }
}

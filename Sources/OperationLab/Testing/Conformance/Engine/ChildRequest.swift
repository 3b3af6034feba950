import Foundation
import OperationBench

/// The request to a child process, passed as its only argument.
package enum ChildRequest: Codable, Hashable, Sendable {
  /// To do one request after the other, each a line of the child's input, as long as nothing is left of it.
  case series
  /// To lead operations through lives.
  case lives(LivesRequest)
  /// To lead operations through a life in chosen orders.
  case orders(OrdersRequest)

  /// `nil` if the line is something else.
  init?(line: Data) {
    guard let request = try? JSONDecoder().decode(Self.self, from: line) else { return nil }
    self = request
  }

  /// The request as the arguments of a process.
  package var arguments: [String] { [String(decoding: line, as: UTF8.self)] }

  /// The request as a line, without its end.
  var line: Data {
    // Everything in a request can be encoded. Without one, a child reports that it does not know it.
    (try? JSONEncoder().encode(self)) ?? Data()
  }

  /// Does it in this process.
  ///
  /// - Returns: whether nothing is left of it that the next one could notice. `nil` if it is asked
  ///   for something that it does not know.
  @MainActor
  func perform(_ subject: Subject, _ rules: [Rule], on host: ProgramHost) -> Bool? {
    switch self {
    case .lives(let lives): return lives.perform(subject, rules, on: host)
    case .orders(let orders): return orders.perform(subject, on: host)
    case .series:
      while true {
        let isClean = Self(line: host.nextLine())?.perform(subject, rules, on: host)
        guard isClean == true else { return isClean }
        host.isReady()
      }
    }
  }
}

/// Through which life a child is to lead operations, in which orders of its threads.
package struct OrdersRequest: Codable, Hashable, Sendable {
  let life: Life
  let orders: [Order]
  /// How long all threads must sleep before an operation counts as stuck, because it may wait for a
  /// timer.
  let calm: Duration

  @MainActor
  fileprivate func perform(_ subject: Subject, on host: ProgramHost) -> Bool {
    // The policy is for foreign classes, because reading their state may never return.
    let request = ProgramHost.Request(policy: .subject(silence: .zero), calm: calm) {
      SoleScene(life, of: subject, LivesRequest(lives: [life], patience: .zero), on: $0).run()
    }
    return host.run(request, in: orders)
  }
}

import Foundation
import OperationDoctor
import Synchronization

extension Bench {
  /// The subject of the events at which threads are held, one at a time.
  package static let points = "order"

  /// Does these things at once, each on a thread of its own, and waits until nothing more can happen.
  ///
  /// Where orders are explored, each lock that is made by `make` is a point, and so is what the operation
  /// asks and announces. See ``SubjectPoints``.
  ///
  /// - Parameters:
  ///   - make: makes what they share.
  ///   - operation: the operation, if that is one.
  package func inOrders<Shared>(
    sharing make: () -> Shared, of operation: (Shared) -> Operation? = { _ in nil },
    _ bodies: @Sendable (Shared) -> Void...
  ) where Shared: Sendable {
    let points = PausePoints(log(Self.points))
    points.begin()
    let shared = make()
    points.open(for: operation(shared))
    let rendezvous = Rendezvous(of: bodies.count)
    for body in bodies {
      elsewhere { [scheduler] in
        // Where no order is chosen, none of them begins before all have come.
        if scheduler == nil { rendezvous.wait() }
        body(shared)
      }
    }
    settle()
    points.close()
  }

  /// A step of the code under check, at which its thread may be held.
  package static func passPoint(_ mark: Event.Mark) { PausePoints.ofNow?.pass(mark) }
}

/// Where threads wait for one another.
///
/// They wait by a number that the thread sanitizer does not see: a lock that one takes late would order its
/// steps after what the others have done, and the sanitizer would see no race.
private final class Rendezvous: Sendable {
  private let missing: Atomic<Int>

  init(of count: Int) { missing = Atomic(count) }

  /// Returns when all have come, or after five seconds.
  func wait() {
    missing.subtract(1, ordering: .relaxed)
    let end = ContinuousClock.now + .seconds(5)
    while missing.load(ordering: .relaxed) > 0, ContinuousClock.now < end { sched_yield() }
  }
}

import Foundation
import OperationDoctor
import OperationLab

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
    let points = LifePoints(log(Self.points))
    points.begin()
    let shared = make()
    points.open(for: operation(shared))
    let mayGo = Latch()
    for body in bodies {
      elsewhere { [scheduler] in
        // Where no order is chosen, none of them is begun before another: the thread sanitizer sees that.
        if scheduler == nil { _ = mayGo.wait(deadline: .seconds(5)) }
        body(shared)
      }
    }
    mayGo.open()
    settle()
    points.close()
  }

  /// A step of the code under check, at which its thread may be held.
  package static func passPoint(_ mark: Event.Mark) { LifePoints.ofNow?.pass(mark) }
}

import Foundation
import OperationLab

/// Threads that share work and wait only for its end.
package struct ThreadTeam: Sendable {
  /// How many threads.
  let crew: Int

  package init(crew: Int) { self.crew = crew }

  /// Calls the body once for each number below `count`, and blocks the calling thread until all
  /// calls have returned.
  package func perform(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
    let next = Locked(0)
    let left = DispatchGroup()
    let work: @Sendable () -> Void = {
      while let number = Self.take(next, below: count) { body(number) }
      left.leave()
    }
    var hasThreads = true
    for _ in 0..<max(1, crew) where hasThreads {
      left.enter()
      hasThreads = Platform.detachThread(work)
      // Without another thread, the calling one does what is left.
      if !hasThreads { work() }
    }
    left.wait()
  }

  private static func take(_ next: Locked<Int>, below count: Int) -> Int? {
    next.withLock { next in
      guard next < count else { return nil }
      defer { next += 1 }
      return next
    }
  }
}

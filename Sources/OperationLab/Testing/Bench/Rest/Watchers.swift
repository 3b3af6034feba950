import OperationLab
import Synchronization

/// How many threads wait for quiet on one bench, by rank, and how many at its gates.
final class Watchers: Sendable {
  private let waiting = Atomic<Int>(0)
  private let errandCount = Atomic<Int>(0)
  private let expecting = Atomic<Int>(0)
  private let counts = Locked([Int](repeating: 0, count: RestDetector.Rank.allCases.count))

  func enter(_ rank: RestDetector.Rank) { counts.withLock { $0[rank.rawValue] += 1 } }
  func leave(_ rank: RestDetector.Rank) { counts.withLock { $0[rank.rawValue] -= 1 } }

  /// How many threads wait at a gate.
  var atGates: Int { waiting.load(ordering: .sequentiallyConsistent) }

  /// Counts the calling thread as waiting at a gate meanwhile.
  func atGate(_ body: () -> Bool) -> Bool {
    waiting.add(1, ordering: .sequentiallyConsistent)
    defer { waiting.subtract(1, ordering: .sequentiallyConsistent) }
    return body()
  }

  /// How many things are to be done on threads of the bench's own, or being done.
  var errands: Int { errandCount.load(ordering: .sequentiallyConsistent) }

  func beginErrand() { errandCount.add(1, ordering: .sequentiallyConsistent) }
  func endErrand() { errandCount.subtract(1, ordering: .sequentiallyConsistent) }

  /// Whether a thread waits for something from outside this process.
  var expectOutside: Bool { expecting.load(ordering: .sequentiallyConsistent) > 0 }

  /// Counts the calling thread as waiting for the outside meanwhile.
  func expectingOutside(_ body: () -> Bool) -> Bool {
    expecting.add(1, ordering: .sequentiallyConsistent)
    defer { expecting.subtract(1, ordering: .sequentiallyConsistent) }
    return body()
  }

  /// Whether somebody of a lower rank is waiting.
  func precede(_ rank: RestDetector.Rank) -> Bool {
    counts.withLock { $0[..<rank.rawValue].contains { $0 > 0 } }
  }
}

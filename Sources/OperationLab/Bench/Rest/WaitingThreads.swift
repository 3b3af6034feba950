import OperationLab
import Synchronization

/// How many threads wait for quiet on one bench, by rank, and how many at its gates.
package final class WaitingThreads: Sendable {
  /// The threads at gates, by their numbers, each with the subjects whose bodies it is in.
  private let waiting = Locked<[Int: [String]]>([:])
  private let workThreads = Locked<Set<Int>>([])
  private let workCount = Atomic<Int>(0)
  private let expecting = Atomic<Int>(0)
  private let counts = Locked([Int](repeating: 0, count: RestDetector.Rank.allCases.count))

  package func enter(_ rank: RestDetector.Rank) { counts.withLock { $0[rank.rawValue] += 1 } }
  package func leave(_ rank: RestDetector.Rank) { counts.withLock { $0[rank.rawValue] -= 1 } }

  /// How many threads wait at a gate, and how many pieces of work are held without a thread.
  var atGates: Int {
    waiting.withLock { $0.count } + heldWork.load(ordering: .sequentiallyConsistent)
  }

  private let heldWork = Atomic<Int>(0)

  /// A piece of work is held from now on.
  package func isHeld() { heldWork.add(1, ordering: .sequentiallyConsistent) }
  /// A piece of work that was held may end.
  package func isHeldNoMore() { heldWork.subtract(1, ordering: .sequentiallyConsistent) }

  /// The subjects whose bodies wait at a gate.
  var heldSubjects: [String] { waiting.withLock { $0.values.flatMap { $0 } } }

  /// Counts the calling thread as waiting at a gate meanwhile.
  ///
  /// - Parameter subjects: whose bodies it is in, as far as that is known.
  func atGate(in subjects: [String], _ body: () -> Bool) -> Bool {
    let thread = Recorder.threadNumber
    waiting.withLock { $0[thread] = subjects }
    defer { waiting.withLock { _ = $0.removeValue(forKey: thread) } }
    return body()
  }

  /// How many things are to be done on threads of the bench's own, or being done.
  var pendingWork: Int { workCount.load(ordering: .sequentiallyConsistent) }

  func beginWork() { workCount.add(1, ordering: .sequentiallyConsistent) }
  func endWork() { workCount.subtract(1, ordering: .sequentiallyConsistent) }

  /// Does what was begun, on the calling thread.
  func doWork(_ body: () -> Void) {
    let thread = Recorder.threadNumber
    workThreads.withLock { _ = $0.insert(thread) }
    body()
    workThreads.withLock { _ = $0.remove(thread) }
    endWork()
  }

  /// How many of those things do not wait at a gate.
  package var runningWork: Int {
    let held = waiting.withLock { Set($0.keys) }
    return pendingWork - workThreads.withLock { $0.intersection(held).count }
  }

  /// Whether a thread waits for something from outside this process.
  var expectOutside: Bool { expecting.load(ordering: .sequentiallyConsistent) > 0 }

  /// Counts the calling thread as waiting for the outside meanwhile.
  func expectingOutside(_ body: () -> Bool) -> Bool {
    expecting.add(1, ordering: .sequentiallyConsistent)
    defer { expecting.subtract(1, ordering: .sequentiallyConsistent) }
    return body()
  }

  /// Timers that will fire, each with its length.
  private let timers = Locked<[Int: Duration]>([:])
  /// How long timers that fire again and again are believed in, though nothing comes of them.
  private static let timerPatience = (least: Duration.milliseconds(300), factor: 3)

  /// A timer will fire after so long. Call the result when it has.
  func expectTimer(after length: Duration) -> @Sendable () -> Void {
    let number = timers.withLock { timers in
      let number = (timers.keys.max() ?? 0) + 1
      timers[number] = length
      return number
    }
    return { [self] in timers.withLock { _ = $0.removeValue(forKey: number) } }
  }

  /// The longest of the timers that have not fired.
  var longestTimer: Duration? { timers.withLock { $0.values.max() } }

  /// Whether a timer will fire of which something may come, after such a silence.
  func isTimerDue(after silence: Duration) -> Bool {
    guard let longestTimer else { return false }
    return silence < max(Self.timerPatience.least, longestTimer * Self.timerPatience.factor)
  }

  /// Whether a thread of a lower rank is waiting.
  func precede(_ rank: RestDetector.Rank) -> Bool {
    counts.withLock { $0[..<rank.rawValue].contains { $0 > 0 } }
  }
}

import Foundation
import OperationCourse
import OperationLab
import OperationTesting
import Synchronization

/// Threads that record at the same time, really: in bursts that all begin together, of which only
/// those count that ran side by side, not in turns on one processor.
final class RecordingRace: Sendable {
  private struct Interval {
    var start: UInt64
    var end: UInt64
    var length: Double { Double(end - start) }
  }

  private struct Results {
    /// Where the next burst records.
    var recorder = Recorder()
    /// The intervals of the burst that is being run.
    var current: [Interval] = []
    /// Nanoseconds per event, one figure for each burst that ran side by side.
    var costs: [Double] = []
  }

  private static let bursts = 20
  private static let deadline: UInt64 = 500_000_000

  private let threads: Int
  private let events: Int
  /// How often a thread has been ready for a burst; all begin when all of them are.
  private let arrivals = Atomic<Int>(0)
  private let results = Mutex(Results())
  private let isOver = Atomic<Bool>(false)
  private let began = MonotonicClock.system.now()

  private init(threads: Int, events: Int) {
    self.threads = threads
    self.events = events
  }

  /// Nanoseconds per event as each thread sees them, the median of some bursts; `nil` if the
  /// machine is so busy that the threads never ran at once.
  ///
  /// Every burst has a recorder of its own: it is a whole run, of ordinary length.
  static func nanosecondsPerEvent(threads: Int, events: Int = 1000) -> Double? {
    let race = RecordingRace(threads: threads, events: events)
    let finished = DispatchGroup()
    for _ in 0..<threads {
      finished.enter()
      Thread.detachNewThread {
        race.run()
        finished.leave()
      }
    }
    finished.wait()
    let costs = race.results.withLock { $0.costs }
    return costs.count < bursts ? nil : costs.median
  }

  private func run() {
    for burst in 0... {
      arrivals.add(1, ordering: .acquiringAndReleasing)
      // Waiting asleep would let one thread finish before another is awake.
      var spins = 0
      while arrivals.load(ordering: .acquiring) < (burst + 1) * threads {
        spins += 1
        // Whoever is late may be waiting for this very processor.
        if spins % 10_000 == 0 { sched_yield() }
      }
      if isOver.load(ordering: .acquiring) { return }
      let recorder = results.withLock { $0.recorder }
      let start = MonotonicClock.system.now()
      for _ in 0..<events { recorder.record(.began, "operation 1", state: .ready) }
      note(Interval(start: start, end: MonotonicClock.system.now()))
    }
  }

  private func note(_ interval: Interval) {
    results.withLock { results in
      results.current.append(interval)
      guard results.current.count == threads else { return }
      if let cost = costIfSideBySide(results.current) { results.costs.append(cost) }
      results.current = []
      results.recorder = Recorder()
      let isLate = MonotonicClock.system.now() - began > Self.deadline
      if isLate || results.costs.count == Self.bursts { isOver.store(true, ordering: .releasing) }
    }
  }

  private func costIfSideBySide(_ intervals: [Interval]) -> Double? {
    let mean = intervals.map(\.length).reduce(0, +) / Double(threads)
    let start = intervals.map(\.start).max() ?? 0
    let end = intervals.map(\.end).min() ?? 0
    guard end > start, Double(end - start) > 0.9 * mean else { return nil }
    return mean / Double(events)
  }
}

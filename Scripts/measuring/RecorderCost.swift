import Foundation
import OperationCourse
import OperationLab
import OperationTesting

/// What recording an event costs, against a clock read and an empty queued operation.
enum RecorderCost {
  static func report() {
    let measurements = Measurement.interleaved(
      rounds: 31,
      [
        ("one clock read", { clockReads(100_000) }),
        ("event, one thread recording", { RecordingRace.nanosecondsPerEvent(threads: 1) }),
        ("event, two threads recording at once", { RecordingRace.nanosecondsPerEvent(threads: 2) }),
        ("empty operation through a queue of width 1", { queuedOperations(500) }),
      ])
    let clock = measurements[0]
    let operation = measurements[3]
    printRow("recording, median of 31 rounds", "ns", "clock reads", "operations")
    for measurement in measurements {
      printRow(
        measurement.name, measurement.median.formatted(1),
        measurement.ratio(to: clock).formatted(2), measurement.ratio(to: operation).formatted(4))
    }
    reportLongRun(events: 1_000_000, clock: clock.median)
  }

  private static func clockReads(_ count: Int) -> Double {
    let now = MonotonicClock.system.now
    var sum: UInt64 = 0
    let time = nanoseconds {
      for _ in 0..<count { sum &+= now() }
    }
    // The sum is used, so that no read can be optimised away.
    precondition(sum != 0)
    return time / Double(count)
  }

  private static func queuedOperations(_ count: Int) -> Double {
    let queue = OperationQueue()
    queue.maxConcurrentOperationCount = 1
    let time = nanoseconds {
      for _ in 0..<count { queue.addOperation(BlockOperation {}) }
      queue.waitUntilAllOperationsAreFinished()
    }
    return time / Double(count)
  }

  /// One very long run: how much the process grows, and what an event costs when every one needs
  /// memory that the system has yet to provide.
  private static func reportLongRun(events: Int, clock: Double) {
    let recorder = Recorder()
    recorder.record(.noted, "warm-up")
    let before = residentBytes()
    let time = processorNanoseconds {
      for _ in 0..<events { recorder.record(.began, "operation 1", state: .ready) }
    }
    let cost = time / Double(events)
    printRow(
      "event, in one run of \(events)", cost.formatted(1), (cost / clock).formatted(2))
    if let before, let after = residentBytes() {
      printRow("memory per event, in bytes", (Double(after - before) / Double(events)).formatted(1))
    } else {
      show("memory per event: not measured here (there is no /proc)")
    }
    precondition(recorder.count == events + 1, "events were lost")
  }

  private static func residentBytes() -> Int? {
    guard let file = FileManager.default.contents(atPath: "/proc/self/statm") else { return nil }
    let fields = String(decoding: file, as: UTF8.self).split(separator: " ")
    return fields.count > 1 ? Int(fields[1]).map { $0 * sysconf(Int32(_SC_PAGESIZE)) } : nil
  }
}

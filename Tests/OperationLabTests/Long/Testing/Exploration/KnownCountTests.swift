import Foundation
import Testing

@testable import OperationLab
@testable import OperationBench

// Before Swift 6.2, tests cannot ask how a process ends.
#if compiler(>=6.2)
  /// Each test has its own process, in which nothing else runs. A failure ends the process.
  @Suite("Exploring finds exactly the orders that there are", .longPlan, .repeatable, .serialized)
  struct KnownCountTests {
    @Test("two threads of three free steps each: 20")
    func twoOfThree() async {
      await #expect(processExitsWith: .success) {
        try expect(20, "two of three") { bench in
          for thread in ["a", "b"] { bench.elsewhere { steps(3, bench.log(thread)) } }
        }
      }
    }

    @Test("three threads of two free steps each: 90")
    func threeOfTwo() async {
      await #expect(processExitsWith: .success) {
        try expect(90, "three of two") { bench in
          for thread in ["a", "b", "c"] { bench.elsewhere { steps(2, bench.log(thread)) } }
        }
      }
    }

    /// Each thread takes one free step, then two under the lock. The thread that is second at the
    /// lock may take its free step after any of the other's three.
    @Test("two threads, and a lock around two of their three steps: 6")
    func lock() async {
      await #expect(processExitsWith: .success) {
        try expect(6, "a lock") { bench in
          let lock = NSLock()
          for thread in ["a", "b"] {
            bench.elsewhere {
              let log = bench.log(thread)
              steps(1, log)
              lock.withLock { steps(2, log) }
            }
          }
        }
      }
    }

    /// a1 and a2 around a wait, b1, the opening, b2: a2 comes after the opening, so 3 + 4.
    @Test("two threads, and a gate that one opens for the other: 7")
    func gate() async {
      await #expect(processExitsWith: .success) {
        try expect(7, "a gate") { bench in
          let gate = bench.gate("gate")
          bench.elsewhere {
            steps(1, bench.log("a"))
            gate.wait()
            steps(1, bench.log("a"))
          }
          bench.elsewhere {
            steps(1, bench.log("b"))
            gate.open()
            steps(1, bench.log("b"))
          }
        }
      }
    }

    /// The first operation's last step may come at any of five places among the second's four.
    @Test("two block operations in a queue, one of which depends on the other: 5")
    func dependency() async {
      await #expect(processExitsWith: .success) {
        try expect(5, "a dependency") { bench in
          let (first, second) = (bench.block("first"), bench.block("second"))
          second.addDependency(first)
          // Foundation's own queue: putting them in is no step.
          let queue = OperationQueue()
          Platform.avoidSlowPools(queue)
          queue.addOperations([second, first], waitUntilFinished: false)
        }
      }
    }
  }

  private func steps(_ count: Int, _ log: Log) {
    for step in 1...count { log(.noted, note: "\(step)") }
  }

  /// Explores all orders. Each of them must be another one, and end well.
  private func expect(
    _ count: Int, _ name: String, _ body: @escaping @Sendable (Bench) -> Void
  ) throws {
    let seen = Seen()
    let report = try Exploration(of: name, body: body).run(
      Exploration.Plan(limit: count * 10, time: .seconds(300)),
      see: { run, _ in seen.add(run.run.trace.events.map { "\($0.thread) \($0.account)" }) })
    guard report.orders == count, report.isEverything, seen.traces.count == count,
      report.outcome(.completes)?.count == count
    else {
      let words =
        "\(name): \(report.orders) orders, \(seen.traces.count) different, \(report.outcomes)\n"
      FileHandle.standardError.write(Data(words.utf8))
      exit(1)
    }
  }

  /// The traces so far, without their times.
  private final class Seen {
    private(set) var traces: Set<[String]> = []

    func add(_ trace: [String]) { traces.insert(trace) }
  }
#endif

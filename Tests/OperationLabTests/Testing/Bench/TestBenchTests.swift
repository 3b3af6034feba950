import Foundation
import Testing

@testable import OperationLab
@testable import OperationBench

// Before Swift 6.2, tests cannot ask how a process ends.
#if compiler(>=6.2)
  /// Each test has its own process, because a bench watches all threads of one.
  @Suite("A bench in an engineer's test", .repeatable, .serialized)
  struct TestBenchTests {
    @Test("leaves undecided what has not happened while an operation waits for a timer")
    func timers() async {
      await #expect(processExitsWith: .success) {
        for timer in Timer.allCases {
          try await elsewhere {
            let bench = Bench(patience: .milliseconds(1))
            let (price, next) = (timer.operation(), bench.block("next"))
            price.name = "price"
            next.addDependency(price)
            bench.queue("q", width: 1).addOperations([price, next], waitUntilFinished: false)
            for absent in absences {
              let check = bench.check(absent)
              demand("\(check)".hasPrefix("undecided: "), "\(timer): \(check)")
              demand("\(check)".contains("'price' has started and not finished"), "\(check)")
              demand("\(check)".contains("use Bench(patience:) or expectTimer(after:)"), "\(check)")
            }
            let added = bench.check(.order(.added("price"), .added("next")))
            demand(added.passed, "what has happened is decided: \(added)")
            let refuted = "\(bench.check(.never(.added("next"))))"
            demand(refuted.hasPrefix("refuted: expected: next was never added"), refuted)
          }
        }
      }
    }

    @Test("decides everything once the operation has finished")
    func finished() async {
      await #expect(processExitsWith: .success) {
        try await elsewhere {
          let bench = Bench(patience: .milliseconds(1))
          let (price, next) = (Price(), bench.block("next"))
          next.addDependency(price)
          bench.queue("q", width: 1).addOperations([price, next], waitUntilFinished: false)
          _ = Platform.detachHelperThread {
            bench.whenSearched()
            price.finish()
          }
          while !price.isFinished { _ = bench.check(.happens(.began("next"))) }
          demand(bench.check(.happens(.began("next"))).passed, "next began")
          let check = "\(bench.check(.never(.cancelled("next"))))"
          demand(check.hasPrefix("confirmed: next was never cancelled"), check)
          demand(check.hasSuffix("\n  nothing was recorded for 0.001 seconds"), check)
        }
      }
    }

    @Test("counts an operation as held only if its own body waits at a gate")
    func gates() async {
      await #expect(processExitsWith: .success) {
        try await elsewhere {
          let bench = Bench(patience: .milliseconds(1), gateDeadline: longEnough)
          let (queue, door) = (bench.queue("q", width: 1), bench.gate("door"))
          queue.addOperation(bench.block("boil") { door.wait() })
          queue.addOperation(bench.block("pour"))
          demand(bench.check(.never(.began("pour"))).passed, "boil is held")
          bench.elsewhere { door.wait() }
          demand(bench.check(.never(.began("pour"))).passed, "so is the thread elsewhere")
          let other = bench.queue("other")
          other.addOperation(Price())
          let check = "\(bench.check(.never(.began("pour"))))"
          demand(check.hasPrefix("undecided: "), "nothing holds the price: \(check)")
        }
      }
    }

    @Test("answers a body whether it waits in vain at a gate")
    func unlessQuiet() async {
      await #expect(processExitsWith: .success) {
        try await elsewhere {
          let bench = Bench(patience: .milliseconds(1), gateDeadline: longEnough)
          let queue = bench.queue("q", width: 1)
          let door = bench.gate("door")
          queue.addOperation(bench.block("boil") { _ = door.waitUnlessQuiet() })
          queue.addOperation(bench.block("pour") { door.open() })
          let check = bench.check(.order(.ended("boil"), .began("pour"), .opened("door")))
          demand(check.passed, "\(check)")
        }
      }
    }

    @Test("leaves undecided what has not happened while a body elsewhere has not returned")
    func pendingWork() async {
      await #expect(processExitsWith: .success) {
        try await elsewhere {
          let bench = Bench(patience: .milliseconds(1), gateDeadline: longEnough)
          let (queue, late) = (bench.queue("q"), bench.block("late"))
          bench.elsewhere {
            Thread.sleep(forTimeInterval: 600)
            queue.addOperation(late)
          }
          queue.addOperation(bench.block("boil") { bench.gate("door").wait() })
          let check = "\(bench.check(.never(.began("late"))))"
          demand(check.contains("a body that elsewhere(_:) runs has not returned"), check)
        }
      }
    }

    @Test("waits for a timer that is announced and adds an operation")
    func addedLater() async {
      await #expect(processExitsWith: .success) {
        try await elsewhere {
          let bench = Bench(patience: .milliseconds(1))
          let (queue, late) = (bench.queue("q"), bench.block("late"))
          let hasFired = bench.expectTimer(after: .seconds(60))
          _ = Platform.detachHelperThread {
            bench.whenSearched()
            queue.addOperation(late)
            hasFired()
          }
          let check = "\(bench.check(.never(.began("late"))))"
          demand(
            check.hasPrefix("refuted: expected: late never began; seen: late began (#2)\n"), check)
          _ = bench.expectTimer(after: .milliseconds(1))
          let other = "\(bench.check(.never(.cancelled("late"))))"
          demand(other.contains("a timer given to expectTimer(after:) has not fired"), other)
        }
      }
    }

    @Test("leaves undecided what is about an operation, queue or gate that does not exist")
    func unknownNames() async {
      await #expect(processExitsWith: .success) {
        try await elsewhere {
          let bench = Self.bench()
          let sentence = "undecided: no 'typo' in the trace; it shows price, next"
          for (place, condition) in unknown.enumerated() {
            let alone = "\(bench.check(condition))"
            demand(alone == sentence, "\(place): \(alone)")
            let premise = "\(bench.check(given: [condition], .happens(.began("price"))))"
            demand(premise == sentence, "\(place) as a premise: \(premise)")
          }
          let door = bench.gate("door")
          demand(
            bench.check(.never(.opened("door"), until: .ended("price"))).passed, "\(door.name)")
          demand(bench.check(.neverSuspended("q")).passed, "q is a queue")
        }
      }
    }

    @Test("leaves undecided what no event decides, also beside what one does")
    func nothingAsked() async {
      await #expect(processExitsWith: .success) {
        try await elsewhere {
          let bench = Self.bench()
          demand("\(bench.check())" == "undecided: nothing is expected", "\(bench.check())")
          for (place, condition) in vacuous.enumerated() {
            for check in [
              bench.check(condition), bench.check(.happens(.began("price")), condition),
              bench.check(given: [condition], .happens(.began("price"))),
              bench.check(.not(condition)),
              bench.check(.all("both", .happens(.began("price")), condition)),
            ] {
              demand("\(check)".hasPrefix("undecided: "), "\(place): \(check)")
            }
          }
        }
      }
    }

    /// Price and next have finished.
    private static func bench() -> Bench {
      let bench = Bench(patience: .milliseconds(1))
      bench.queue("q", width: 1).addOperations(
        [bench.block("price"), bench.block("next")], waitUntilFinished: false)
      return bench
    }
  }

  /// What an operation can wait with that goes on by itself, here never in time.
  private enum Timer: CaseIterable {
    case asyncAfter, task, thread, semaphore

    func operation() -> Operation {
      switch self {
      case .asyncAfter: Price()
      case .task: TaskOperation { try await Task.sleep(for: longEnough) }
      case .thread: BlockOperation { Thread.sleep(forTimeInterval: longEnough.seconds) }
      case .semaphore:
        BlockOperation { _ = DispatchSemaphore(value: 0).wait(timeout: .longEnough) }
      }
    }
  }

  private final class Price: AsyncOperation, @unchecked Sendable {
    override func work() {
      DispatchQueue.global().asyncAfter(deadline: .longEnough) { self.finish() }
    }
  }

  extension Bench {
    /// Returns when a thread of the test waits for rest. To be called on a helper thread.
    fileprivate func whenSearched() {
      while !waitingThreads.precede(.host) { Platform.yieldThread() }
    }
  }

  /// What would be wrong as soon as the price is there.
  private let absences: [Trace.Condition] = [
    .never(.began("next")), .happens(.began("next")), .order(.added("next"), .began("next")),
    .stuck("next", .dependency), .stuck(1, of: ["next"], .dependency),
    .times(0, .began, of: "next"), .times(1, .enqueued, of: "next"),
    .exactly(0, .began, of: ["next"]),
    .peak(0, of: ["next"]), .peak(atMost: 1, of: ["next"]), .place("q", at: .settled("next")),
    .state([], at: .settled("next")), .neverCancelled("next"), .neverSuspended("q"), .noTimeout,
    .happens(.added("next").last), .added("next", to: "q", dependencies: ["price"]),
    .notYet(.added("next").last, at: .added("next")),
  ]

  private let unknown: [Trace.Condition] = [
    .neverCancelled("typo"), .neverCancelled("next", "typo"), .neverSuspended("typo"),
    .never(.began("typo")), .never(.opened("typo"), until: .ended("price")),
    .never(.began("typo").after(.began("price")), until: .ended("price")),
    .never(.cancelled("next").after(.began("typo"))), .never(.began, of: ["next", "typo"]),
    .notYet(.began("typo"), at: .began("price")), .happens(.began("typo")),
    .order(.began("price"), .began("typo")), .times(0, .began, of: "typo"),
    .exactly(0, .began, of: ["typo"]), .peak(0, of: ["typo"]), .peak(1, of: ["price", "typo"]),
    .peak(atMost: 1, of: ["price", "typo"]), .stuck("typo", .dependency),
    .not(.stuck("next", .dependency, waitsFor: ["typo"])), .stuck(0, of: ["typo"], .dependency),
    .added("price", to: "typo"), .not(.place("typo", at: .settled("price"))),
    .state([], at: .settled("typo")), .onMain(.began("typo"), false),
    .sameThread(.began("price"), .began("typo")), .differentThreads(.began("typo")),
    .each(["next", "typo"]) { [.never(.cancelled($0))] }, .not(.happens(.began("typo"))),
    .any(.happens(.began("price")), .happens(.began("typo"))),
    .all("both", .happens(.began("price")), .neverCancelled("typo")),
  ]

  private let vacuous: [Trace.Condition] = [
    .each([]) { [.happens(.began($0))] }, .each(["price"]) { _ in [] }, .all("nothing"), .any(),
    .happens(), .order(), .sameThread(), .differentThreads(), .neverCancelled(), .peak(0, of: []),
    .peak(atMost: 0, of: []), .exactly(0, .began, of: []), .never(.began, of: []),
    .stuck(0, of: [], .dependency),
  ]
#endif

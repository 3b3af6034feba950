import Foundation
import Synchronization
import Testing

@testable import OperationLab
@testable import OperationBench

// Before Swift 6.2, tests cannot ask how a process ends.
#if compiler(>=6.2)
  /// Explores two threads and a custom operation, as in an engineer's own test. Each test has its
  /// own process.
  @Suite("A test that explores", .longPlan, .repeatable, .serialized)
  struct ExplorationTests {
    @Test("finds the one order in which a wake-up is lost, as text and as a trace")
    func lostWakeUp() async {
      await #expect(processExitsWith: .success) {
        let report = try Exploration(of: "lost wake-up") { LostWakeUp.scene($0, isSound: false) }
          .run(time: .seconds(300))
        demand(report.orders == 3 && report.isEverything, "three orders: \(report.orders)")
        demand(report.outcome(.hangs)?.count == 1, "in one of them: \(report.outcomes)")
        guard let hang = report.hang else { return demand(false, "it hangs") }
        demand(hang.order == "T2,T1", hang.order)
        demand(!hang.diagnosis.isEmpty, "why it hangs")
        let told = hang.trace.events.filter { $0.kind == .noted }
          .map { "\($0.thread) \($0.note)" }
        demand(told == ["T2 looks", "T1 delivers", "T2 goes to sleep"], "\(told)")
      }
    }

    @Test("never accuses what is sound: the same, with the look and the sleep under one lock")
    func sound() async {
      await #expect(processExitsWith: .success) {
        let report = try Exploration(of: "sound") { LostWakeUp.scene($0, isSound: true) }
          .run(time: .seconds(300))
        demand(report.isEverything, "all orders")
        demand(report.outcome(.completes)?.count == report.orders, "\(report.outcomes)")
        demand(report.hang == nil, "\(report.outcomes)")
      }
    }

    @Test("stops at the budget, and says that there are more orders")
    func budget() async {
      await #expect(processExitsWith: .success) {
        let exploration = Exploration(of: "budget") { bench in
          for thread in ["a", "b"] {
            bench.elsewhere { for step in 1...3 { bench.log(thread)(.noted, note: "\(step)") } }
          }
        }
        let few = try exploration.run(limit: 7, time: .seconds(300))
        demand(few.orders == 7 && !few.isComplete && !few.isEverything, "\(few.orders)")
        let one = try exploration.run(deviations: 1, time: .seconds(300))
        demand(one.isComplete && !one.isEverything && one.deviations == 1, "\(one.deviations)")
        demand(one.orders < 20, "\(one.orders)")
      }
    }

    @Test("does not say that a program hangs that waits for a timer")
    func timer() async {
      await #expect(processExitsWith: .success) {
        do {
          let report = try Exploration(of: "timer", silence: longEnough) { bench in
            let (price, next) = (Price(), bench.block("next"))
            next.addDependency(price)
            bench.queue("q").addOperations([price, next], waitUntilFinished: false)
            _ = Platform.detachHelperThread {
              // By then it looks stuck.
              while !bench.trace.events.contains(where: { $0.kind == .settled }) {
                Platform.yieldThread()
              }
              price.finish()
            }
          }.run(limit: 1)
          demand(false, "it was explored: \(report.outcomes)")
        } catch let orderFailure as OrderFailure {
          demand(orderFailure == .restless, "\(orderFailure)")
        }
      }
    }

    @Test("refuses a program that waits for something from outside, though a thread never rests")
    func outside() async {
      await #expect(processExitsWith: .success) {
        do {
          _ = try Exploration(of: "outside") { bench in
            Thread.detachNewThread { while true {} }
            let gate = bench.gate("answer")
            bench.elsewhere { gate.open() }
            gate.waitForOutside()
          }.run()
          demand(false, "it was explored")
        } catch let orderFailure as OrderFailure {
          demand(orderFailure == .outside && !orderFailure.isOfOrder, "\(orderFailure)")
        }
      }
    }
  }

  /// Finished by a test.
  private final class Price: AsyncOperation, @unchecked Sendable {
    override func work() {}
  }

  /// One thread looks whether something has come, and sleeps if not. Another brings it, and wakes
  /// the first if it sleeps.
  private final class LostWakeUp: Sendable {
    private struct State {
      var hasCome = false
      var sleeps = false
    }

    private let state = Mutex(State())
    private let alarm = DispatchSemaphore(value: 0)
    private let log: Log

    private init(_ log: Log) { self.log = log }

    static func scene(_ bench: Bench, isSound: Bool) {
      let box = LostWakeUp(bench.log("box"))
      let sleeper = bench.watch(BlockOperation { isSound ? box.waitSafely() : box.wait() })
      sleeper.name = "sleeper"
      bench.elsewhere { sleeper.start() }
      bench.elsewhere { box.deliver() }
      sleeper.waitUntilFinished()
    }

    /// BROKEN ON PURPOSE: a delivery between the check and the sleep does not wake it.
    private func wait() {
      log(.noted, note: "looks")
      if state.withLock({ $0.hasCome }) { return }
      log(.noted, note: "goes to sleep")
      state.withLock { $0.sleeps = true }
      alarm.wait()
    }

    private func waitSafely() {
      log(.noted, note: "looks")
      let mustSleep = state.withLock { state in
        state.sleeps = !state.hasCome
        return state.sleeps
      }
      guard mustSleep else { return }
      log(.noted, note: "goes to sleep")
      alarm.wait()
    }

    private func deliver() {
      log(.noted, note: "delivers")
      let mustWake = state.withLock { state in
        state.hasCome = true
        return state.sleeps
      }
      if mustWake { alarm.signal() }
    }
  }
#endif

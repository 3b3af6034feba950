import Foundation
import Testing

@testable import OperationLab
@testable import OperationBench

@Suite("A deadline", .repeatable)
struct DeadlineTests {
  private static let second = Duration.seconds(1)

  @Test("counts the time of a process that did not wait for a processor")
  func idle() {
    let load = ProcessorLoad(["1": (.milliseconds(5), .milliseconds(1))])
    #expect(load.availableTime(since: nil, within: Self.second) == .milliseconds(999))
  }

  @Test("does not count time spent waiting for a processor that other processes used")
  func keptWaiting() {
    let load = ProcessorLoad(["1": (.milliseconds(5), .zero), "2": (.zero, .milliseconds(900))])
    #expect(load.availableTime(since: nil, within: Self.second) == .milliseconds(100))
  }

  @Test("counts the time in which threads of one process kept each other waiting")
  func ownDoing() {
    let load = ProcessorLoad([
      "1": (.milliseconds(450), .milliseconds(500)), "2": (.milliseconds(450), .milliseconds(500)),
    ])
    #expect(load.availableTime(since: nil, within: Self.second) == .milliseconds(900))
  }

  @Test("does not count the time in which one thread after the other was kept waiting")
  func inTurn() {
    let load = ProcessorLoad([
      "1": (.milliseconds(5), .milliseconds(500)), "2": (.milliseconds(5), .milliseconds(400)),
    ])
    #expect(load.availableTime(since: nil, within: Self.second) == .milliseconds(100))
  }

  @Test("counts only time since the last measurement, also for new threads")
  func since() {
    let before = ProcessorLoad(["1": (.seconds(9), .seconds(9))])
    let same = ProcessorLoad(["1": (.seconds(9), .seconds(9)), "2": (.zero, .zero)])
    let new = ProcessorLoad(["1": (.seconds(9), .seconds(9)), "2": (.zero, .milliseconds(300))])
    #expect(same.availableTime(since: before, within: Self.second) == Self.second)
    #expect(new.availableTime(since: before, within: Self.second) == .milliseconds(700))
  }

  @Test("passes for a process that got its time in small parts")
  func bitByBit() {
    let ran = Locked(Duration.zero)
    var deadline = Deadline(.nanoseconds(100), most: 30) {
      let ran = ran.withLock { ran in
        ran += .nanoseconds(25)
        return ran
      }
      return ProcessorLoad(["1": (ran, ran * 100)])
    }
    let isOver = (0..<3).map { _ in
      while deadline.rest > .zero {}
      return deadline.isOver()
    }
    #expect(isOver == [false, false, true])
    #expect(!deadline.isStarved)
  }

  @Test("is extended for a process that waits for a processor, and reports it in the end")
  func starved() {
    let waited = Locked(Duration.zero)
    var deadline = Deadline(.nanoseconds(1), most: 3) {
      ProcessorLoad([
        "1": (
          .zero,
          waited.withLock {
            $0 += .seconds(1); return $0
          }
        )
      ])
    }
    let isOver = (0..<3).map { _ in
      while deadline.rest > .zero {}
      return deadline.isOver()
    }
    #expect(isOver == [false, false, true])
    #expect(deadline.isStarved)
  }

  @Test("passes once the process no longer waits for a processor")
  func keptWaitingOnce() {
    var deadline = Deadline(.nanoseconds(1), most: 3) { ProcessorLoad(["1": (.zero, .seconds(1))]) }
    let isOver = (0..<2).map { _ in
      while deadline.rest > .zero {}
      return deadline.isOver()
    }
    #expect(isOver == [false, true])
    #expect(!deadline.isStarved)
  }

  /// As when the processor that it is on stands still.
  @Test("asks again when a process has hardly run, and not when it was busy")
  func asksAgain() {
    func asked(_ ran: Duration) -> [Bool] {
      let total = Locked(Duration.zero)
      var deadline = Deadline(.nanoseconds(100), most: 3, asksAgain: true) {
        ProcessorLoad([
          "1": (
            total.withLock {
              $0 += ran
              return $0
            }, .zero
          )
        ])
      }
      return (0..<2).map { _ in
        while deadline.rest > .zero {}
        return deadline.isOver()
      }
    }
    #expect(asked(.nanoseconds(5)) == [false, true])
    #expect(asked(.nanoseconds(50)) == [true, true])
  }

  @Test("passes at its time for a process that has ended")
  func gone() {
    var deadline = Deadline(.zero, process: "no process")
    let isOver = deadline.isOver()
    #expect(isOver)
    #expect(!deadline.isStarved)
  }

  @Test("does not pass early")
  func early() {
    var deadline = Deadline(.seconds(3600))
    let isOver = deadline.isOver()
    #expect(!isOver)
    #expect(deadline.rest > .seconds(3000))
  }
}

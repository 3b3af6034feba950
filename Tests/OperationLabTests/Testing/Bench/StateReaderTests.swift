import Foundation
import Testing

@testable import OperationLab
@testable import OperationBench

@Suite("A question that may never be answered", .repeatable)
struct StateReaderTests {
  @Test("is answered on another thread")
  func answered() async throws {
    let isElsewhere = try await elsewhere {
      let stateReader = StateReader()
      let caller = Thread.current
      let isElsewhere = stateReader.ask { Unchecked(Thread.current) }.map { $0.value !== caller }
      return isElsewhere
    }
    #expect(isElsewhere == true)
  }

  @Test("is not asked while an earlier one waits for its answer, and then again")
  func oneAtATime() async throws {
    let stateReader = StateReader()
    let (began, mayAnswer) = (Latch(), Latch())
    async let first = elsewhere {
      stateReader.ask {
        began.open()
        return mayAnswer.wait(deadline: longEnough)
      }
    }
    #expect(try await elsewhere { began.wait(deadline: longEnough) })
    #expect(try await elsewhere { stateReader.ask { 2 } } == nil)
    mayAnswer.open()
    // It was given up if all other threads slept at some moment. Then its own thread is yet to answer.
    _ = try await first
    let later = try await elsewhere {
      let deadline = Date.longEnough
      while Date.now < deadline {
        if let answer = stateReader.ask({ 3 }) { return answer }
      }
      return 0
    }
    #expect(later == 3)
  }

  private struct Unchecked<Value>: @unchecked Sendable {
    let value: Value
    init(_ value: Value) { self.value = value }
  }
}

import Foundation
import Testing

@testable import OperationLab
@testable import OperationTesting

@Suite("A question that may never be answered", .repeatable)
struct AskerTests {
  @Test("is answered on another thread")
  func answered() async throws {
    let isElsewhere = try await elsewhere {
      let asker = Asker()
      let caller = Thread.current
      let isElsewhere = asker.ask { Unchecked(Thread.current) }.map { $0.value !== caller }
      return isElsewhere
    }
    #expect(isElsewhere == true)
  }

  @Test("is not asked while an earlier one waits for its answer, and then again")
  func oneAtATime() async throws {
    let asker = Asker()
    let (began, mayAnswer) = (Latch(), Latch())
    async let first = elsewhere {
      asker.ask {
        began.open()
        return mayAnswer.wait(deadline: longEnough)
      }
    }
    #expect(try await elsewhere { began.wait(deadline: longEnough) })
    #expect(try await elsewhere { asker.ask { 2 } } == nil)
    mayAnswer.open()
    // Had nothing else been asleep meanwhile, it would have been given up: here much is awake.
    _ = try await first
    #expect(try await elsewhere { asker.ask { 3 } } == 3)
  }

  private struct Unchecked<Value>: @unchecked Sendable {
    let value: Value
    init(_ value: Value) { self.value = value }
  }
}

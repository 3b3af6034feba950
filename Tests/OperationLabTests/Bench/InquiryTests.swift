import Foundation
import Testing

@testable import OperationLab
@testable import OperationTesting

@Suite("A question that may never be answered")
struct InquiryTests {
  @Test("is answered on another thread")
  func answered() async throws {
    let isElsewhere = try await elsewhere {
      let inquiry = Inquiry()
      let asker = Thread.current
      let isElsewhere = inquiry.ask { Unchecked(Thread.current) }.map { $0.value !== asker }
      return isElsewhere
    }
    #expect(isElsewhere == true)
  }

  @Test("is not asked while an earlier one waits for its answer, and then again")
  func oneAtATime() async throws {
    let inquiry = Inquiry()
    let (began, mayAnswer) = (Door(), Door())
    async let first = elsewhere {
      inquiry.ask {
        began.open()
        return mayAnswer.wait(deadline: longEnough)
      }
    }
    #expect(try await elsewhere { began.wait(deadline: longEnough) })
    #expect(try await elsewhere { inquiry.ask { 2 } } == nil)
    mayAnswer.open()
    // Had nothing else been asleep meanwhile, it would have been given up: here much is awake.
    _ = try await first
    #expect(try await elsewhere { inquiry.ask { 3 } } == 3)
  }

  @Test("waits for a slow answer where threads cannot be asked")
  func patientWhereThreadsAreUnknown() async throws {
    let answer = try await elsewhere {
      // Far more than two looks, and far less than a process stands still for.
      Inquiry(sleep: { _ in .unknown }).ask { Door().wait(deadline: .milliseconds(400)) }
    }
    #expect(answer == false)
  }

  private struct Unchecked<Value>: @unchecked Sendable {
    let value: Value
    init(_ value: Value) { self.value = value }
  }
}

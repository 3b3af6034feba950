import Foundation
import OperationTesting
import Testing

@Suite("An invocation operation", .repeatable)
struct InvocationOperationTests {
  private struct Photo: Sendable {
    let name: String
    func fetch() -> String { "\(name): 600 x 400" }
  }

  private let operation = InvocationOperation(Photo(name: "cat"), Photo.fetch)

  @Test("keeps what the method returned")
  func result() throws {
    operation.start()
    #expect(try operation.result() == "cat: 600 x 400")
    #expect(operation.isFinished)
  }

  @Test("has no result before it has run")
  func notFinished() {
    #expect(throws: InvocationError.notFinished) { try operation.result() }
    #expect(
      "\(InvocationError.notFinished)"
        == "the operation has no result yet: wait until it is finished")
  }

  @Test("has none at all if it was cancelled before it ran")
  func cancelled() {
    operation.cancel()
    #expect(throws: InvocationError.cancelled) { try operation.result() }
    operation.start()
    #expect(throws: InvocationError.cancelled) { try operation.result() }
    #expect(
      "\(InvocationError.cancelled)"
        == "the operation has no result: it was cancelled before it ran")
  }

  @Test("keeps its result if it is cancelled afterwards")
  func cancelledTooLate() throws {
    operation.start()
    operation.cancel()
    #expect(try operation.result() == "cat: 600 x 400")
  }

  @Test("is not asynchronous")
  func synchronous() {
    #expect(!operation.isAsynchronous)
  }
}

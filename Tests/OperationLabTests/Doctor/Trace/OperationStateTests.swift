import Foundation
import OperationDoctor
import OperationLab
import Testing

@Suite("A state", .repeatable)
struct OperationStateTests {
  @Test("names its flags always in the same order")
  func names() {
    let all: OperationState = [.cancelled, .finished, .executing, .ready]
    #expect(all.names == ["ready", "executing", "finished", "cancelled"])
    #expect(all.description == "ready executing finished cancelled")
    #expect(OperationState().description == "")
  }

  @Test("is an array of names in JSON, and comes back the same", arguments: 0..<16)
  func coding(_ bits: Int) throws {
    let state = OperationState(rawValue: UInt8(bits))
    let json = try JSONEncoder().encode(state)
    #expect(try JSONDecoder().decode([String].self, from: json) == state.names)
    #expect(try JSONDecoder().decode(OperationState.self, from: json) == state)
  }

  @Test("refuses a name that is none, and says which")
  func unknownName() throws {
    let error = #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(OperationState.self, from: Data(#"["ready","done"]"#.utf8))
    }
    #expect("\(try #require(error))".contains("'done' is not a state of an operation"))
  }

  @Test("read from an operation is what its getters say")
  func reading() {
    let dependency = Operation()
    let operation = BlockOperation {}
    operation.addDependency(dependency)
    #expect(OperationState(of: operation) == [])
    operation.cancel()
    #expect(OperationState(of: operation) == [.ready, .cancelled])
    operation.start()
    #expect(OperationState(of: operation) == [.ready, .finished, .cancelled])
  }
}

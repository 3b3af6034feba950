import Testing

@testable import OperationDoctor

@Suite("Names of several operations", .repeatable) struct NamesOfSeveralOperationsTests {
  @Test("numbers in names count as numbers") func numbersInNamesCountAsNumbers() {
    let names = [
      "op10", "op2", "b", "op1", "op", "a10b2", "a10b10", "a9", "op02", "10", "9", "op0",
    ]
    #expect(
      names.sortedNaturally() == [
        "9", "10", "a9", "a10b2", "a10b10", "b", "op", "op0", "op1", "op02", "op2", "op10",
      ])
  }

  @Test(
    "are told in a few words",
    arguments: [
      (["a"], "a"), (["b", "a"], "a and b"), (["op3", "op1", "op2"], "op1 … op3 (3)"),
      (["op1", "op2"], "op1 and op2"), (["op1", "op3", "op5"], "op1, op3 and op5"),
      (["op10", "op8", "op9", "fetch"], "fetch and op8 … op10 (3)"),
      (["a", "b", "c", "d"], "a, b, c and d"), (["a", "b", "c", "d", "e"], "a, b, c and 2 more"),
      (["a", "b", "c", "op1", "op2", "op3", "x"], "a, b, c and 4 more"), ([], "none"),
    ])
  func areToldInAFewWords(names: [String], words: String) {
    #expect(Names(names).phrase.english == words)
  }

  @Test("names beyond the known ones are counted") func furtherNames() {
    #expect(Names(["op1", "op2", "op3"], count: 9).phrase.english == "op1 … op3 (3) and 6 more")
  }
}

@Suite("Strongly connected parts of a graph", .repeatable)
struct StronglyConnectedPartsOfAGraphTests {
  @Test(
    "are its circles",
    arguments: [
      ([[1], [2], []], []), ([[0]], [[0]]), ([[1], [0], [0]], [[0, 1]]),
      ([[1], [2], [0, 3], [4], [3], [5]], [[0, 1, 2], [3, 4], [5]]),
    ])
  func areItsCircles(graph: [[Int]], circles: [[Int]]) {
    let waiting = graph.enumerated().map { (name: "\($0)", dependencies: $1.map { "\($0)" }) }
    let found = WaitGraph(waiting).circles.map { $0.sorted() }
    #expect(found.sorted { $0[0] < $1[0] } == circles)
  }
}

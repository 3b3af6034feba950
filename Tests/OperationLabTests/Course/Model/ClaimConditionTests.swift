import Testing

@testable import OperationCourse
@testable import OperationBench

/// Whether the conditions are so in the runs is tested in the long plan, with edits that must spoil them.
@Suite("The conditions of each claim", .repeatable)
struct ClaimConditionTests {
  @Test("are those in a file, so that none is changed or lost by mistake")
  func conditions() throws {
    let parts = Lessons.all.flatMap(\.claims).map { claim in
      let lines = claim.scenarios.flatMap { scenario in
        [scenario.program] + scenario.premises.map { "  given: \($0.words)" }
          + scenario.expectations.map { "  expect: \($0.words)" }
      }
      return "== \(claim.id)\n\n\(lines.joined(separator: "\n"))\n"
    }
    try Golden.expect("course/conditions.txt", is: parts.joined(separator: "\n"))
  }
}

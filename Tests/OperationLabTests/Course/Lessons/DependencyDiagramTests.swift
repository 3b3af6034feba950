import OperationCourse
import OperationBench
import Testing

@Suite("The dependency diagram", .repeatable)
struct DependencyDiagramTests {
  @Test("draws the five tasks of article A")
  func fiveTasks() {
    let drawing = diagram([
      ("task 1", []), ("task 2", ["task 1"]), ("task 3", ["task 1"]), ("task 4", ["task 3"]),
      ("task 5", []),
    ])
    #expect(
      drawing == """
        task 1 ─┬▶ task 2
                └▶ task 3 ──▶ task 4
        task 5
        """)
  }

  @Test("keeps the trunk open beside what hangs on an upper branch")
  func trunk() {
    let drawing = diagram([
      ("a", []), ("b", ["a"]), ("c", ["b"]), ("d", ["b"]), ("e", ["a"]), ("f", ["a"]),
    ])
    #expect(
      drawing == """
        a ─┬▶ b ─┬▶ c
           │     └▶ d
           ├▶ e
           └▶ f
        """)
  }

  @Test("draws what follows a shared operation once, and refers to it elsewhere")
  func diamond() {
    let drawing = diagram([
      ("a", []), ("b", ["a"]), ("c", ["a"]), ("d", ["b", "c"]), ("e", ["d"]),
    ])
    #expect(
      drawing == """
        a ─┬▶ b ──▶ d ──▶ e
           └▶ c ──▶ d …
        """)
  }

  @Test("draws a circle until it comes back, and who waits for a member beside it")
  func circle() {
    let drawing = diagram([
      ("chicken", ["egg"]), ("egg", ["chicken"]), ("soup", ["chicken"]),
    ])
    #expect(
      drawing == """
        chicken ─┬▶ egg ──▶ chicken (again)
                 └▶ soup
        """)
  }

  @Test("draws an operation that waits for itself")
  func itself() {
    #expect(diagram([("ego", ["ego"])]) == "ego ──▶ ego (again)")
  }

  @Test("shows a dependency that the snapshot does not list")
  func stranger() {
    #expect(diagram([("b", ["a"])]) == "a ──▶ b")
  }

  @Test("is empty for a snapshot without operations")
  func nothing() {
    #expect(diagram([]) == "")
  }

  private func diagram(_ operations: [(name: String, dependencies: [String])]) -> String {
    let snapshot = Snapshot(
      operations: operations.map {
        Snapshot.Operation(name: $0.name, state: [], dependencies: $0.dependencies)
      })
    return DependencyDiagram(snapshot).lines.joined(separator: "\n")
  }
}

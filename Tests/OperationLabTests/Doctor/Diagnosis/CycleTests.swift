import Testing

@testable import OperationDoctor

@Suite("Circles of dependencies", .repeatable) struct CirclesOfDependenciesTests {
  @Test("a circle is drawn without the operations that wait for it") func drawnCircle() {
    let story = Story(
      "", queues: [.named("q")],
      [
        .named("a", [], in: "q", after: ["b"]), .named("b", [], in: "q", after: ["c"]),
        .named("c", [], in: "q", after: ["a"]), .named("d", [], in: "q", after: ["c"]),
      ])
    #expect(
      story.diagnosis.told == """
        cycle: a waits, in the end, for itself: a → b → c → a, a circle of dependencies in which \
        none can begin.
        cycle: b waits, in the end, for itself: b → c → a → b, a circle of dependencies in which \
        none can begin.
        cycle: c waits, in the end, for itself: c → a → b → c, a circle of dependencies in which \
        none can begin.
        dependency: d waits for its dependency c, which is part of a circle of dependencies.
        """)
    #expect(
      story.diagnosis.summary() == """
        a, b and c wait for one another: a → b → c → a, a circle of dependencies in
          which none can begin.
        d waits for its dependency c, which is part of a circle of dependencies.
        """)
    #expect(
      story.diagnosis.graph() == """
        ┌─▶ a ─▶ b ─▶ c ─┐
        └────────────────┘
        d ─▶ c
        """)
    #expect(
      story.diagnosis.graph(style: .ascii) == """
        +-> a -> b -> c -+
        +----------------+
        d -> c
        """)
  }

  @Test("a chain is no circle") func aChainIsNoCircle() {
    let story = Story(
      "", queues: [.named("q")],
      [
        .named("a", .ready, in: "q"), .named("b", [], in: "q", after: ["a"]),
        .named("c", [], in: "q", after: ["a", "b"]),
      ])
    #expect(
      story.diagnosis.findings.map(\.cause) == [.readinessNotAnnounced, .dependency, .dependency])
  }

  @Test("a cancelled member opens the circle") func aCancelledMemberOpensTheCircle() {
    let story = Story(
      "main cancelled a", queues: [.named("q")],
      [
        .named("a", [.ready, .cancelled], in: "q", after: ["b"]),
        .named("b", [], in: "q", after: ["a"]),
      ])
    #expect(story.diagnosis.findings.map(\.cause) == [.cancelledNotFinished, .dependency])
  }

  @Test("an operation that depends on itself is a circle of one")
  func dependsOnItself() {
    let story = Story("", queues: [.named("q")], [.named("a", [], in: "q", after: ["a"])])
    #expect(story.diagnosis.told == "cycle: a depends on itself, so it never becomes ready.")
    #expect(
      story.diagnosis.graph() == """
        ┌─▶ a ─┐
        └──────┘
        """)
  }

  @Test("a circle across two queues, one of them suspended, is still a circle")
  func circleAcrossQueues() {
    let story = Story(
      "", queues: [.named("q"), .named("r", isSuspended: true)],
      [.named("a", [], in: "q", after: ["b"]), .named("b", [], in: "r", after: ["a"])])
    #expect(
      story.diagnosis.told == """
        cycle: a waits, in the end, for itself: a → b → a, a circle of dependencies in which \
        none can begin.
        cycle: b waits, in the end, for itself: b → a → b, a circle of dependencies in which \
        none can begin; besides, 'r' is suspended.
        """)
  }

  @Test("of several connected circles, the shortest through its first member is drawn")
  func severalCircles() {
    let story = Story(
      "", queues: [.named("q")],
      [
        .named("a", [], in: "q", after: ["b", "c"]), .named("b", [], in: "q", after: ["c"]),
        .named("c", [], in: "q", after: ["a"]),
      ])
    #expect(
      story.diagnosis.told == """
        cycle: a waits, in the end, for itself: a → c → a, a circle of dependencies in which \
        none can begin.
        dependency: b waits for its dependency c, which is part of a circle of dependencies.
        cycle: c waits, in the end, for itself: c → a → c, a circle of dependencies in which \
        none can begin.
        """)
  }

  @Test("a circle too wide for a line is drawn vertically, within the columns") func wideCircle() {
    let names = (1...4).map { "an operation with a name of some length, number \($0)" }
    let story = Story(
      "", queues: [.named("q")],
      names.indices.map { .named(names[$0], [], in: "q", after: [names[($0 + 1) % 4]]) })
    #expect(
      story.diagnosis.graph(width: 40) == """
        ┌─▶ an operation with a name of some le…
        │   ▼
        │   an operation with a name of some le…
        │   ▼
        │   an operation with a name of some le…
        │   ▼
        └── an operation with a name of some le…
        """)
  }

  /// Twenty such tangles, so that no order of a dictionary shows the same in all by chance.
  @Test("chains that end in a tangle of circles end where the first by name does, in every process")
  func tangle() {
    let numbers = 10..<30
    let story = Story(
      "", queues: [.named("q")],
      numbers.flatMap { number in
        [
          Snapshot.Operation.named("a\(number)", [], in: "q", after: ["a\(number)", "b\(number)"]),
          .named("b\(number)", [], in: "q", after: ["c\(number)"]),
          .named("c\(number)", [], in: "q", after: ["b\(number)", "a\(number)"]),
        ]
      })
    for number in numbers {
      #expect(
        story.diagnosis["c\(number)"]?.sentence
          == "c\(number) waits for its dependencies b\(number) and a\(number); b\(number) waits for "
          + "c\(number), which waits for b\(number), which waits for a dependency of its own.")
    }
  }
}

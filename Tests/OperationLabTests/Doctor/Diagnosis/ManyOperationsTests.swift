import Testing

@Suite("Ten thousand operations", .repeatable) struct TenThousandOperationsTests {
  private static let count = 10_000
  private static let names = (0..<count).map { "op\($0)" }

  @Test("in one chain") func inOneChain() {
    let diagnosis = Story(
      "T1 started op0\nT1 returned op0", queues: [.named("q")],
      Self.names.enumerated().map { place, name in
        place == 0 ? .running(name, in: "q") : .named(name, [], in: "q", after: ["op\(place - 1)"])
      }
    ).diagnosis
    #expect(
      diagnosis.summary() == """
        op0 holds a slot of 'q' since 0.0 ms (event 0): start() was called on T1 and
          returned, but op0 never reported isFinished.
        op1 … op9999 (9999) wait, directly or through one another, for op0, which was
          started and never reported isFinished.
        """)
    #expect(diagnosis.graph() == "op1 … op9999 (9999) ─▶ op0: started, never finished")
  }

  @Test("in one circle") func inOneCircle() {
    let diagnosis = Story(
      "", queues: [.named("q")],
      Self.names.enumerated().map { place, name in
        .named(name, [], in: "q", after: ["op\((place + 1) % Self.count)"])
      }
    ).diagnosis
    #expect(
      diagnosis.summary() == """
        op0 … op9999 (10000) wait for one another: op0 → op1 → op2 → op3 → op4 → op5 → …
          (9994 more) → op0, a circle of dependencies in which none can begin.
        """)
    #expect(
      diagnosis.graph() == """
        ┌─▶ op0 ─▶ op1 ─▶ op2 ─▶ op3 ─▶ op4 ─▶ … (9995 more) ─┐
        └─────────────────────────────────────────────────────┘
        """)
  }

  @Test("half of the operations hold all the slots") func halfHoldSlots() {
    let diagnosis = Story(
      Self.names.prefix(Self.count / 2).map { "T1 started \($0)\nT1 returned \($0)" }
        .joined(separator: "\n"), queues: [.named("q", width: Self.count / 2)],
      Self.names.enumerated().map { place, name in
        .named(name, place < Self.count / 2 ? [.ready, .executing] : .ready, in: "q")
      }
    ).diagnosis
    #expect(
      diagnosis.summary() == """
        op0 … op4999 (5000) hold slots of 'q', the first since 0.0 ms (event 0): start()
          was called and returned, but none of them has reported isFinished.
        op5000 … op9999 (5000) are ready, but 'q' has no free slot: its width is 5000,
          and op0 … op15 (16) and 4984 more hold all slots until they report isFinished.
        """)
  }
}

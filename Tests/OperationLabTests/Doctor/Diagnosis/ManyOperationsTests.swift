import Testing

@Suite("Ten thousand operations", .repeatable)
struct ManyOperationsTests {
  private static let count = 10_000

  @Test("in one chain") func chain() {
    let links = (1..<Self.count).map { "op\($0) after op\($0 - 1)" }.joined(separator: ", ")
    let diagnosis = Situation(
      """
      T1 started op0
      T1 returned op0
      queue q: op0 executing, \(links)
      """
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

  @Test("in one circle") func circle() {
    let links = (0..<Self.count).map { "op\($0) after op\(($0 + 1) % Self.count)" }
    let diagnosis = Situation("queue q: \(links.joined(separator: ", "))").diagnosis
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

  @Test("half of which hold all the slots") func halfHoldSlots() {
    let half = Self.count / 2
    let events = (0..<half).map { "T1 started op\($0)\nT1 returned op\($0)\n" }.joined()
    let operations = (0..<Self.count).map { "op\($0) \($0 < half ? "executing" : "ready")" }
    let diagnosis = Situation(
      "\(events)queue q width \(half): \(operations.joined(separator: ", "))"
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

/// Each has twenty parts, so that no order of a dictionary shows the same in all by chance.
@Suite("In every process, a diagnosis is the same", .repeatable)
struct SameDiagnosisTests {
  @Test("if two threads wait for the same subject: the last call counts") func lastCall() {
    let calls = (10..<30).map { number in
      """
      T\(number) waiting op\(number) for operation first
      S\(number) waiting op\(number) for operation second
      """
    }
    let operations = (10..<30).map { "op\($0) executing" }.joined(separator: ", ")
    let diagnosis = Situation(
      calls.joined(separator: "\n") + "\nno queue: \(operations)"
    ).diagnosis
    for number in 10..<30 { #expect(diagnosis["op\(number)"]?.waitsFor == ["second"]) }
  }

  @Test("if chains end in a tangle of circles: they end where the first by name does")
  func tangle() {
    let tangles = (10..<30).map {
      "a\($0) after a\($0) b\($0), b\($0) after c\($0), c\($0) after b\($0) a\($0)"
    }
    let diagnosis = Situation("queue q: \(tangles.joined(separator: ", "))").diagnosis
    for number in 10..<30 {
      #expect(
        diagnosis["c\(number)"]?.sentence
          == "c\(number) waits for its dependencies b\(number) and a\(number); b\(number) waits for "
          + "c\(number), which waits for b\(number), which waits for a dependency of its own.")
    }
  }
}

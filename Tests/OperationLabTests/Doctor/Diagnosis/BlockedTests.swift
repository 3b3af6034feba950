import Testing

@testable import OperationDoctor
@testable import OperationLab

@Suite("Waiting in a blocking call", .repeatable) struct WaitingInABlockingCallTests {
  @Test("an operation that waits for its own queue to be empty blocks itself")
  func waitsForOwnQueue() {
    let story = Story(
      """
      T1 started a
      T1 began a
      T1 waiting a for queue q to be empty
      main enqueued b q
      """, queues: [.named("q", width: 1)], [.running("a", in: "q"), .named("b", .ready, in: "q")])
    #expect(
      story.diagnosis.summary() == """
        a waits, on T1 since 0.2 ms (event 2), for 'q' to be empty, but is in 'q'
          itself: neither can finish.
        b is ready, but 'q' has no free slot: its width is 1, and a holds the slot until
          it reports isFinished.
        """)
    #expect(story.diagnosis["a"]?.cause == .blocksItself)
    #expect(
      story.diagnosis.graph() == """
        ┌─▶ a ─▶ 'q' to be empty ─┐
        └─────────────────────────┘
        b ─▶ a slot of 'q' ─▶ a
        """)
  }

  @Test("an operation that waits for one that needs its slot blocks itself")
  func waitsForOneThatNeedsItsSlot() {
    let story = Story(
      """
      T1 started outer
      T1 began outer
      T1 waiting outer for operation inner
      """, queues: [.named("q", width: 1)],
      [.running("outer", in: "q"), .named("inner", .ready, in: "q"), .named("x", .ready, in: "q")])
    #expect(
      story.diagnosis.summary() == """
        outer waits, on T1 since 0.2 ms (event 2), for inner, which waits for a free
          slot of 'q', and that needs outer to end first.
        inner and x are ready, but 'q' has no free slot: its width is 1, and outer holds
          the slot until it reports isFinished.
        """)
    #expect(
      story.diagnosis.graph() == """
        ┌─▶ outer ─▶ inner ─▶ a slot of 'q' ─┐
        └────────────────────────────────────┘
        x ─▶ a slot of 'q' ─▶ outer
        """)
  }

  @Test("an operation that waits for its own dependent blocks itself")
  func waitsForOwnDependent() {
    let story = Story(
      """
      T1 started first
      T1 waiting first for operation then
      """, queues: [.named("q")],
      [.running("first", in: "q"), .named("then", [], in: "q", after: ["first"])])
    #expect(
      story.diagnosis.graph() == """
        ┌─▶ first ─▶ then ─┐
        └──────────────────┘
        """)
    #expect(story.diagnosis["first"]?.cause == .blocksItself)
  }

  @Test("an operation that waits for something else is only blocked") func waitsForSomethingElse() {
    let story = Story(
      """
      T1 started outer
      T1 waiting outer for operation inner
      """, queues: [.named("q", width: 1), .named("r", isSuspended: true)],
      [.running("outer", in: "q"), .named("inner", .ready, in: "r")])
    #expect(
      story.diagnosis.told == """
        suspended: inner is ready, but 'r' is suspended, and starts nothing until isSuspended is \
        false again.
        blocked: outer waits, on T1 since 0.1 ms (event 1), for inner, which is in 'r', which is \
        suspended.
        """)
    #expect(story.diagnosis.graph() == "outer ─▶ inner: 'r' is suspended")
  }

  @Test("a thread waits for several operations at once") func waitsForSeveral() {
    let story = Story(
      """
      T1 started a
      T1 waiting a for b and c to be finished
      """, queues: [.named("q", isSuspended: true)],
      [.running("a"), .named("b", .ready, in: "q"), .named("c", .ready, in: "q")])
    #expect(story.diagnosis["a"]?.cause == .blocked)
    #expect(story.diagnosis["a"]?.waitsFor == ["b", "c"])
  }

  @Test("a thread that has continued no longer waits") func continuedThread() {
    let story = Story(
      """
      T1 started a
      T1 waiting a for operation b
      T1 noted a b has finished
      """, queues: [.named("q")], [.running("a", in: "q"), .named("b", [.ready, .finished])])
    #expect(story.diagnosis.findings.map(\.cause) == [.silent])
  }

  @Test("the program's own thread comes first") func mainThreadFirst() {
    let story = Story(
      """
      T1 started a
      T1 returned a
      main waiting program for queue q to be empty
      """, queues: [.named("q", width: 1)],
      [.running("a", in: "q"), .named("b", .ready, in: "q")], isProgramBlocked: true)
    #expect(
      story.diagnosis.summary() == """
        The program waits, on main since 0.2 ms (event 2), for 'q' to be empty, which
          still holds a and b.
        a holds a slot of 'q' since 0.0 ms (event 0): start() was called on T1 and
          returned, but a never reported isFinished.
        b is ready, but 'q' has no free slot: its width is 1, and a holds the slot until
          it reports isFinished.
        """)
    #expect(
      story.diagnosis.graph() == """
        program ─▶ 'q' to be empty ─▶ a and b
        b ─▶ a slot of 'q' ─▶ a: started, never finished
        """)
  }

  @Test("a program that waits without a note is described by its last event")
  func unexplainedWait() {
    let story = Story("main noted program waiting now", [], isProgramBlocked: true)
    #expect(
      story.diagnosis.told
        == "blocked: The program has not come back; last seen at 0.0 ms (event 0): waiting now.")
  }

  @Test("a program that never returns from an operation it started is inside it")
  func programInsideOperation() {
    let story = Story(
      """
      main started! blocks
      main began first
      """, [.running("blocks")], isProgramBlocked: true)
    #expect(
      story.diagnosis.summary() == """
        The program has not come back from blocks, which it started on main at 0.0 ms
          (event 0).
        blocks has been under way since 0.0 ms (event 0): start() was called on main and
          has not returned (last seen on main: body begins (first)), so blocks is not
          finished.
        """)
    #expect(story.diagnosis.graph() == "program ─▶ blocks: started, never finished")
  }

  @Test("a program that waits for the main queue waits for itself") func waitsForMainQueue() {
    let story = Story(
      "main waiting program for operation a", queues: [.named(Snapshot.Queue.main, width: 1)],
      [.named("a", .ready, in: Snapshot.Queue.main)], isProgramBlocked: true)
    #expect(
      story.diagnosis.told == """
        blocksItself: The program waits, on main since 0.0 ms (event 0), for a, which waits for \
        the main thread, and that needs the program to end first.
        mainThreadBlocked: a is ready, but only the main thread starts what is in 'main queue', \
        and it has not come back to its run loop.
        """)
    #expect(
      story.diagnosis.graph() == """
        ┌─▶ program ─▶ a ─▶ the main thread ─┐
        └────────────────────────────────────┘
        """)
  }

  @Test("when the program has returned, the main thread is free")
  func mainThreadIsFree() {
    let story = Story(
      "", queues: [.named(Snapshot.Queue.main, width: 1)],
      [.named("a", .ready, in: Snapshot.Queue.main)])
    #expect(story.diagnosis.findings.map(\.cause) == [.readinessNotAnnounced])
  }

  @Test("a program that has returned is not mentioned") func returnedProgram() {
    let story = Story("main waiting program for queue q to be empty", queues: [.named("q")], [])
    #expect(story.diagnosis.isEmpty)
  }

  /// Twenty of them, so that no order of a dictionary shows the last call of each by chance.
  @Test("if two threads wait for the same subject, the last call counts, in every process")
  func lastCall() {
    let numbers = 10..<30
    let story = Story(
      numbers.map { number in
        """
        T\(number) waiting op\(number) for operation first
        S\(number) waiting op\(number) for operation second
        """
      }.joined(separator: "\n"), numbers.map { .running("op\($0)") })
    for number in numbers { #expect(story.diagnosis["op\(number)"]?.waitsFor == ["second"]) }
  }
}

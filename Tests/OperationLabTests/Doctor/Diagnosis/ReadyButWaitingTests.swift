import Testing

@testable import OperationLab

@Suite("Ready, but not started", .repeatable) struct ReadyButNotStartedTests {
  @Test("lesson 3: eight operations never start because two keep both slots")
  func lesson3() {
    let names = (1...10).map { "op\($0)" }
    let story = Story(
      """
      T1 started op1
      T2 started op2
      T1 returned op1
      T2 returned op2
      """, queues: [.named("downloads", width: 2)],
      names.map {
        .named($0, ["op1", "op2"].contains($0) ? [.ready, .executing] : .ready, in: "downloads")
      })
    #expect(
      story.diagnosis.summary() == """
        op1 holds a slot of 'downloads' since 0.0 ms (event 0): start() was called on T1
          and returned, but op1 never reported isFinished.
        op2 holds a slot of 'downloads' since 0.1 ms (event 1): start() was called on T2
          and returned, but op2 never reported isFinished.
        op3 … op10 (8) are ready, but 'downloads' has no free slot: its width is 2, and
          op1 and op2 hold both slots until they report isFinished.
        """)
    #expect(
      story.diagnosis.graph() == """
        op3 … op10 (8) ─▶ a slot of 'downloads'
          ─▶ op1 and op2: started, never finished
        """)
    #expect(
      story.diagnosis["op10"]?.sentence == """
        op10 is ready, but 'downloads' has no free slot: its width is 2, and op1 (since 0.0 ms, \
        event 0; last seen on T1: start() returns) and op2 (since 0.1 ms, event 1; last seen on \
        T2: start() returns) hold both slots until they report isFinished.
        """)
    #expect(story.diagnosis.findings.map(\.subject) == names)
  }

  @Test("no operation is named as holding a slot when slots are free") func freeSlots() {
    let story = Story(
      "main enqueued a q", queues: [.named("q", width: 1)], [.named("a", .ready, in: "q")])
    #expect(
      story.diagnosis.told == """
        readinessNotAnnounced: a is ready and 'q' has a free slot, yet 'q' never started it: most \
        likely isReady became true without willChangeValue and didChangeValue, so the queue was \
        not notified, or start() was called and left no event.
        """)
    #expect(story.diagnosis.graph() == "a: ready, no notification")
  }

  @Test("an operation that announced its readiness in its queue was not noticed")
  func missedNotification() {
    let story = Story(
      """
      main enqueued a q
      T1 announced a isReady
      """, queues: [.named("q", width: 1)], [.named("a", .ready, in: "q")])
    #expect(
      story.diagnosis.told == """
        readinessNotAnnounced: a is ready and 'q' has a free slot, yet 'q' never started it, though \
        a notification of isReady was posted on T1 at 0.1 ms (event 1): most likely while 'q' took \
        it in, which Foundation on Linux misses.
        """)
    #expect(story.diagnosis.graph() == "a: ready, notification missed")
  }

  @Test("what it announced before it was in its queue, or of something else, counts for nothing")
  func anOperationThatAnnouncedEarlier() {
    let story = Story(
      """
      main announced a isReady
      main enqueued a q
      T1 announced a isExecuting
      """, queues: [.named("q", width: 1)], [.named("a", .ready, in: "q")])
    #expect(story.diagnosis.graph() == "a: ready, no notification")
  }

  @Test("before the deadline, a missing notification is not reported")
  func beforeDeadline() {
    let story = Story(
      "main enqueued a q", queues: [.named("q", width: 1)], [.named("a", .ready, in: "q")],
      ending: .deadline)
    #expect(
      story.diagnosis.told == """
        readinessNotAnnounced: a is ready and 'q' has a free slot, yet 'q' has not yet started it.
        """)
  }

  @Test("among operations without a slot, those of lower priority are outranked")
  func lowerPriority() {
    let story = Story(
      """
      main enqueued first q
      T1 started first
      T1 began first
      """, queues: [.named("q", width: 1)],
      [
        .running("first", in: "q"), .named("low", .ready, in: "q", priority: -4),
        .named("high", .ready, in: "q", priority: 4),
        .named("lower", .ready, in: "q", priority: -8),
      ])
    #expect(
      story.diagnosis.summary() == """
        first holds a slot of 'q' since 0.1 ms (event 1): its body began on T1 and has
          not ended, so first is not finished.
        high is ready, but 'q' has no free slot: its width is 1, and first holds the
          slot until it reports isFinished.
        low is ready, but 'q' has no free slot: its width is 1, and first holds the slot
          until it reports isFinished; and high goes first, for higher priority.
        lower is ready, but 'q' has no free slot: its width is 1, and first holds the
          slot until it reports isFinished; and high and low go first, for higher
          priority.
        """)
    #expect(
      story.diagnosis.graph() == """
        high ─▶ a slot of 'q' ─▶ first: started, never finished
        low ─▶ a slot of 'q' ─▶ first: started, never finished
        lower ─▶ a slot of 'q' ─▶ first: started, never finished
        """)
  }

  @Test("an operation of higher priority that is not ready does not outrank others")
  func higherPriorityNotReady() {
    let story = Story(
      "T1 started first", queues: [.named("q", width: 1)],
      [
        .running("first", in: "q"), .named("low", .ready, in: "q", priority: -4),
        .named("high", [], in: "q", after: ["first"], priority: 4),
      ])
    #expect(story.diagnosis["low"]?.cause == .noFreeSlot)
    #expect(story.diagnosis["high"]?.cause == .dependency)
  }

  @Test("the start of a queue's suspension is shown") func suspendedSince() {
    let story = Story(
      """
      main suspended q
      main resumed q
      main suspended q
      main enqueued a q
      """, queues: [.named("q", width: 1, isSuspended: true)],
      [.named("a", .ready, in: "q"), .named("b", .ready, in: "q")])
    #expect(
      story.diagnosis.told == """
        suspended: a is ready, but 'q' is suspended since 0.2 ms (event 2), and starts nothing \
        until isSuspended is false again.
        suspended: b is ready, but 'q' is suspended since 0.2 ms (event 2), and starts nothing \
        until isSuspended is false again.
        """)
    #expect(story.diagnosis.graph() == "a and b: 'q' is suspended")
  }

  @Test("an operation that runs in a suspended queue is not held back by it")
  func runsInSuspendedQueue() {
    let story = Story(
      "T1 started a\nT1 returned a\nmain suspended q", queues: [.named("q", isSuspended: true)],
      [.running("a", in: "q")])
    #expect(
      story.diagnosis.told == """
        silent: a holds a slot of 'q' since 0.0 ms (event 0): start() was called on T1 and \
        returned, but a never reported isFinished.
        """)
  }

  @Test("a queue of width 0 starts nothing") func widthZero() {
    let story = Story("", queues: [.named("q", width: 0)], [.named("a", .ready, in: "q")])
    #expect(
      story.diagnosis.told
        == "noFreeSlot: a is ready, but the width of 'q' is 0, so it starts nothing.")
  }

  @Test("where the system decides the width, the time may end before it adds a thread")
  func systemWidth() {
    let story = Story(
      "T1 started! b", queues: [.named("q")],
      [.named("a", .ready, in: "q"), .running("b", in: "q")], ending: .deadline)
    #expect(
      story.diagnosis.summary() == """
        b holds a slot of 'q' since 0.0 ms (event 0): start() was called on T1 and has
          not returned, so b is not finished.
        a is ready, but 'q' has no free slot: the system decides its width, and b keeps
          the threads that it has.
        """)
  }

  @Test("an operation in no queue was never requested") func inNoQueue() {
    let story = Story("main enqueued b lost", [.named("a", .ready), .named("b", .ready)])
    #expect(
      story.diagnosis.told == """
        neverStarted: a is in no queue of the bench, and the trace shows no start() of it.
        neverStarted: b was put into 'lost' at 0.0 ms (event 0), but no queue of the bench \
        holds it, and it was never started.
        """)
  }
}

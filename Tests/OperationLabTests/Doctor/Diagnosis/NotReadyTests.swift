import Testing

@testable import OperationLab

@Suite("Not ready", .repeatable) struct NotReadyTests {
  @Test("an unfinished dependency is followed to the cause of the wait")
  func followsDependencies() {
    let story = Story(
      "T1 started a\nT1 returned a", queues: [.named("q")],
      [
        .running("a", in: "q"), .named("b", [], in: "q", after: ["a"]),
        .named("c", [], in: "q", after: ["b"]), .named("d", [], in: "q", after: ["c"]),
        .named("e", [], in: "q", after: ["d"]), .named("f", [], in: "q", after: ["e"]),
      ])
    #expect(
      story.diagnosis.summary() == """
        a holds a slot of 'q' since 0.0 ms (event 0): start() was called on T1 and
          returned, but a never reported isFinished.
        b waits for its dependency a, which was started and never reported isFinished.
        c waits for its dependency b, which waits for a, which was started and never
          reported isFinished.
        d waits for its dependency c, which waits for b, which waits for a, which was
          started and never reported isFinished.
        e waits for its dependency d, which waits for c, which waits for b, which waits
          for a, which was started and never reported isFinished.
        f waits for its dependency e, which waits, through 3 more, for a, which was
          started and never reported isFinished.
        """)
    #expect(story.diagnosis.graph() == "f ─▶ e ─▶ d ─▶ c ─▶ b ─▶ a: started, never finished")
  }

  @Test("a finished dependency is not a cause") func finishedDependency() {
    let story = Story(
      "", queues: [.named("q")],
      [.named("a", [.ready, .finished]), .named("b", [.ready, .finished], after: ["a"])])
    #expect(story.diagnosis.isEmpty)
    #expect(story.diagnosis.summary() == "")
    #expect(story.diagnosis.graph() == "")
  }

  @Test("several dependencies are named, and why the first one waits")
  func severalDependencies() {
    let story = Story(
      "T1 started a\nT1 returned a", queues: [.named("q"), .named("other")],
      [
        .running("a", in: "other"), .named("b", [], in: "q", after: ["a"]),
        .named("c", [], in: "q", after: ["a"]), .named("d", [], in: "q", after: ["b", "c"]),
      ])
    #expect(
      story.diagnosis.summary() == """
        a holds a slot of 'other' since 0.0 ms (event 0): start() was called on T1 and
          returned, but a never reported isFinished.
        b and c wait for their dependency a (in 'other'), which was started and never
          reported isFinished.
        d waits for its dependencies b and c; b waits for a, which was started and never
          reported isFinished.
        """)
    #expect(
      story.diagnosis.graph() == """
        d ─▶ b and c
        b and c ─▶ a: started, never finished
        """)
  }

  @Test("a dependency in no queue is found") func dependencyWithoutQueue() {
    let story = Story(
      "", queues: [.named("q")],
      [.named("a", .ready), .named("b", [], in: "q", after: ["a"])])
    #expect(
      story.diagnosis.told == """
        neverStarted: a is in no queue of the bench, and the trace shows no start() of it.
        dependency: b waits for its dependency a, which is in no queue and was never started.
        """)
    #expect(story.diagnosis.graph() == "b ─▶ a: in no queue, never started")
  }

  @Test("a dependency in another queue is held back by that queue")
  func dependencyInAnotherQueue() {
    let story = Story(
      "main suspended other",
      queues: [.named("q", isSuspended: true), .named("other", isSuspended: true)],
      [
        .named("a", .ready, in: "other"), .named("b", [], in: "q", after: ["a"]),
        .named("c", .ready, in: "q"), .named("d", [], in: "q", after: ["c"]),
      ])
    #expect(
      story.diagnosis.told == """
        suspended: a is ready, but 'other' is suspended since 0.0 ms (event 0), and starts nothing \
        until isSuspended is false again.
        dependency: b waits for its dependency a, which is in 'other', which is suspended; \
        besides, 'q' is suspended.
        suspended: c is ready, but 'q' is suspended, and starts nothing until isSuspended is false \
        again.
        dependency: d waits for its dependency c, which is in 'q', which is suspended.
        """)
  }

  @Test("without an unfinished dependency, the cause is its own isReady or a removed dependency")
  func ownIsReady() {
    let story = Story(
      "", queues: [.named("q")],
      [
        .named("a", [.ready, .finished]), .named("x", [], in: "q", after: ["a"]),
        .named("y", [], in: "q"),
      ])
    #expect(
      story.diagnosis.summary() == """
        x and y never became ready, although no dependency is unfinished: most likely
          their own isReady returns false, or removeDependency(_:) was called on them,
          after which an operation that has not started may never become ready on Linux.
        """)
    #expect(story.diagnosis.graph() == "x and y: isReady is false")
  }

  @Test("a barrier block added before it may be the cause, too")
  func barrierBlock() {
    let story = Story(
      """
      main noted q barrier block added
      main enqueued y q
      """, queues: [.named("q")], [.named("y", [], in: "q")])
    #expect(
      story.diagnosis.told == """
        notReady: y never became ready, although no dependency is unfinished: most likely a \
        barrier block, put into 'q' earlier, has not returned, or its own isReady returns false, or \
        removeDependency(_:) was called on it, after which an operation that has not started may \
        never become ready on Linux.
        """)
  }

  @Test("an operation that is ready does not wait for its dependencies")
  func readyOperation() {
    let story = Story(
      "T1 started a", queues: [.named("q")],
      [.running("a", in: "q"), .named("b", .ready, in: "q", after: ["a"])])
    #expect(story.diagnosis["b"]?.cause == .readinessNotAnnounced)
  }
}

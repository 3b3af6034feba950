import Testing

@testable import OperationDoctor
@testable import OperationLab

@Suite("Started, but not finished", .repeatable) struct StartedButNotOverTests {
  @Test("the thread's position is given as far as the trace knows it") func threadLocation() {
    let story = Story(
      """
      T1 started! a
      T2 started b
      T2 began b
      T2 noted b connecting
      T3 began c
      T3 ended c
      T4 started d
      T4 returned d
      T4 timedOut door no thread opened it
      main started e
      main began e
      main timedOut door no thread opened it
      """, queues: [.named("q")],
      [
        .running("a", in: "q"), .running("b", in: "q"), .running("c", in: "q"),
        .running("d"), .running("e"), .running("f", in: "q"),
      ])
    #expect(
      story.diagnosis.told == """
        silent: a holds a slot of 'q' since 0.0 ms (event 0): start() was called on T1 and has not \
        returned, so a is not finished.
        silent: b holds a slot of 'q' since 0.1 ms (event 1): its body began on T2 and has not \
        ended (last seen on T2: connecting), so b is not finished.
        silent: c holds a slot of 'q' since 0.4 ms (event 4): its body ran on T3 and ended, but c \
        never reported isFinished.
        silent: d has been under way since 0.6 ms (event 6): start() was called on T4 and \
        returned, but d never reported isFinished.
        silent: e has been under way since 0.9 ms (event 9): its body began on main and has not \
        ended (last seen on main: gave up waiting, no thread opened it (door)), so e is not finished.
        silent: f holds a slot of 'q': its isExecuting is true, but f never reported isFinished.
        """)
    #expect(
      story.diagnosis.findings.map(\.presence) == [
        .insideStart, .insideBody, .left, .left, .insideBody, .unknown,
      ])
  }

  @Test("a start() whose return is not recorded may have returned long ago")
  func unrecordedReturn() {
    let story = Story(
      """
      T1 started a
      T1 began transfer
      T2 started! b
      main started c
      """, queues: [.named("q")], [.running("a", in: "q"), .running("b"), .running("c")])
    #expect(
      story.diagnosis.findings.map(\.presence) == [.startCalled, .insideStart, .startCalled])
    #expect(story.diagnosis["a"]?.sentence.contains("returned") == false)
    #expect(story.diagnosis["b"]?.sentence.contains("has not returned") == true)
  }

  @Test("a thread that is blocked inside start() has not returned from it")
  func blockedInsideStart() {
    let blocked = """
      T1 started a
      T1 waiting a for the signal 'go'
      """
    let operations = [Snapshot.Operation.running("a"), .named("b", .ready), .named("c", .ready)]
    let story = Story(blocked, operations)
    #expect(story.diagnosis["a"]?.presence == .insideStart)
    #expect(story.diagnosis["a"]?.sentence.contains("has not returned") == true)
    let goneOn = Story(blocked + "\nT1 began other", operations)
    #expect(goneOn.diagnosis["a"]?.presence == .startCalled)
    let elsewhere = Story(blocked.replacing("T1 waiting", with: "T2 waiting"), operations)
    #expect(elsewhere.diagnosis["a"]?.presence == .startCalled)
  }

  @Test("when a body has ended, start() has returned only if the trace says so")
  func endedBody() {
    let events = "T1 started a\nT1 began a\nT1 ended a"
    let story = Story(events, [.running("a")])
    #expect(story.diagnosis["a"]?.sentence.contains("start()") == false)
    let returned = Story(events + "\nT1 returned a", [.running("a")])
    #expect(returned.diagnosis["a"]?.sentence.contains("and returned") == true)
  }

  @Test("an operation that is only observed has done nothing since") func onlyObserved() {
    let story = Story(
      """
      T1 started a
      T1 began a
      main observed a from outside
      main settled a in q
      """, queues: [.named("q")], [.running("a", in: "q")])
    #expect(story.diagnosis["a"]?.lastSeen?.kind == .began)
  }

  @Test("an operation that has finished and left its queue is not mentioned")
  func finishedAndRemoved() {
    let story = Story(
      "T1 started a\nT1 returned a\nT1 finished a", queues: [.named("q", width: 1)],
      [.named("a", [.ready, .finished])])
    #expect(story.diagnosis.isEmpty)
  }

  @Test("calling main() directly finishes nothing") func callingMainDirectlyFinishesNothing() {
    let story = Story("main began a\nmain ended a", [.named("a", .ready)])
    #expect(
      story.diagnosis.told == """
        silent: a has been under way since 0.0 ms (event 0): its body ran on main and ended, but a \
        never reported isFinished; calling main() directly, without start(), finishes nothing.
        """)
  }

  @Test("calling main() of a cancelled operation is not called a start")
  func callingMainOfACancelledOperation() {
    let story = Story(
      "main cancelled a\nmain began a\nmain ended a", [.named("a", [.ready, .cancelled])])
    #expect(
      story.diagnosis.told == """
        cancelledNotFinished: a was cancelled at 0.0 ms (event 0), and its body ran without start(): \
        only start() looks at isCancelled, and calling main() directly, without start(), finishes \
        nothing.
        """)
  }

  @Test("three or more silent operations share a sentence") func silentOperations() {
    let names = (1...4).map { "op\($0)" }
    let story = Story(
      names.map { "T1 started \($0)\nT1 returned \($0)" }.joined(separator: "\n"),
      queues: [.named("q")], names.map { .running($0, in: "q") }, ending: .deadline)
    #expect(
      story.diagnosis.summary() == """
        op1 … op4 (4) hold slots of 'q', the first since 0.0 ms (event 0): start() was
          called and returned, but none of them has reported isFinished.
        """)
    #expect(story.diagnosis.graph() == "op1 … op4 (4): started, not yet finished")
  }

  @Test("a finish that was not announced keeps the slot and the dependents")
  func unannouncedEnd() {
    let story = Story(
      """
      T1 started a
      T1 finished a
      T1 returned a
      """, queues: [.named("q", width: 1)],
      [
        .named("a", [.ready, .finished], in: "q"), .named("b", [], in: "q", after: ["a"]),
        .named("c", .ready, in: "q"),
      ])
    #expect(
      story.diagnosis.summary() == """
        a is finished, but 'q' still holds it and its slot: isFinished, as the queue
          reads it, became true without both willChangeValue before it and
          didChangeValue after it, so the queue was not notified.
        b waits for its dependency a, which is finished but posted no notification.
        c is ready, but 'q' has no free slot: its width is 1, and a holds the slot until
          it reports isFinished.
        """)
    #expect(
      story.diagnosis.graph() == """
        b ─▶ a: finished, no notification
        c ─▶ a slot of 'q' ─▶ a: finished, no notification
        """)
  }

  @Test("a finish before the start takes no slot") func finishBeforeStart() {
    let story = Story(
      """
      main cancelled a
      main finished a
      """, queues: [.named("q", width: 1, isSuspended: true)],
      [.named("a", [.ready, .finished, .cancelled], in: "q"), .named("b", .ready, in: "q")])
    #expect(
      story.diagnosis.told == """
        finishNotAnnounced: a is finished, but 'q' still holds it: isFinished became true before \
        the queue had started it, or without a notification.
        suspended: b is ready, but 'q' is suspended, and starts nothing until isSuspended is false \
        again.
        """)
  }
}

import Testing

@testable import OperationDoctor
@testable import OperationLab

@Suite("Cancelled, but not finished", .repeatable) struct CancelledButNotFinishedTests {
  @Test("a started operation keeps its slot, and a waiting one waits for that slot")
  func startedKeepsSlot() {
    let story = Story(
      """
      T1 started a
      T1 returned a
      main cancelled a
      main cancelled b
      """, queues: [.named("q", width: 1)],
      [
        .named("a", [.ready, .executing, .cancelled], in: "q"),
        .named("b", [.ready, .cancelled], in: "q", after: ["a"]),
      ])
    #expect(
      story.diagnosis.summary() == """
        a was cancelled at 0.2 ms (event 2) and started, but never reported isFinished,
          so it still holds a slot of 'q': cancel() only sets a flag, and the operation
          itself has to stop and finish.
        b was cancelled at 0.3 ms (event 3) but is not finished: a queue removes a
          cancelled operation only by starting it, and 'q' has no free slot: its width
          is 1, and a holds the slot until it reports isFinished.
        """)
    #expect(
      story.diagnosis.graph() == "b ─▶ a slot of 'q' ─▶ a: cancelled, never finished")
  }

  @Test("outside a queue cancelling finishes nothing") func outsideAQueueCancellingFinishesNothing()
  {
    let story = Story("main cancelled a", [.named("a", [.ready, .cancelled])])
    #expect(
      story.diagnosis.told == """
        cancelledNotFinished: a was cancelled at 0.0 ms (event 0) and not started: outside a queue \
        cancel() finishes nothing, only start() then does.
        """)
  }

  @Test("is not said to be outside a queue if it was added to one that the snapshot lacks")
  func addedToAnUnknownQueue() {
    var story = Story("main cancelled a", [.named("a", [.ready, .cancelled])])
    let added = Event(
      seq: -1, ns: 0, thread: "main", subject: "a", kind: .enqueued, note: "q",
      enqueueing: .init(queue: "q"))
    story.trace = Trace([added] + story.trace.events)
    let sentence = story.diagnosis["a"]?.sentence ?? ""
    #expect(story.diagnosis["a"]?.cause == .cancelledNotFinished)
    #expect(!sentence.contains("outside a queue") && sentence.contains("is not known"))
  }

  @Test("a cancelled operation stays in a suspended queue") func suspendedQueue() {
    let story = Story(
      "main cancelled a", queues: [.named("q", isSuspended: true)],
      [.named("a", [.ready, .cancelled], in: "q")])
    #expect(
      story.diagnosis.told == """
        cancelledNotFinished: a was cancelled at 0.0 ms (event 0) but is not finished: a queue \
        removes a cancelled operation only by starting it, and 'q' is suspended.
        """)
    #expect(story.diagnosis["a"]?.besides == [.suspended])
  }

  @Test("with a free slot, no known cause remains") func freeSlot() {
    let story = Story(
      "main cancelled a", queues: [.named("q")], [.named("a", [.ready, .cancelled], in: "q")])
    #expect(
      story.diagnosis.told == """
        cancelledNotFinished: a was cancelled at 0.0 ms (event 0) but is not finished: a queue \
        removes a cancelled operation only by starting it, and 'q' never started it, though \
        nothing known stands in the way.
        """)
  }

  @Test("a cancelled operation that has finished is not mentioned")
  func cancelledAndFinished() {
    let story = Story("main cancelled a", [.named("a", [.ready, .finished, .cancelled])])
    #expect(story.diagnosis.isEmpty)
  }
}

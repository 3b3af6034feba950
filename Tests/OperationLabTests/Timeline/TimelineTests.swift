import OperationCourse
import OperationLab
import Testing

@Suite("A timeline pairs beginnings with ends")
struct TimelineTests {
  @Test("An operation whose start() returned and that never finishes stays open")
  func unfinishedIsOpen() {
    let timeline = Timeline(TimelineSamples.missingFinish)
    #expect(
      TimelineFacts.model(timeline) == [
        "op1 start on T1, 10 to 12", "op1 unfinished on T1, 12 to 23, open",
        "op2 start on T2, 11 to 13", "op2 unfinished on T2, 13 to 23, open",
      ])
    #expect(timeline.lanes.map(\.thread) == ["main", "T1", "T2"])
    #expect(
      timeline.operations.filter { $0.outcome == .neverFinished }.map(\.subject) == ["op1", "op2"])
    #expect(timeline.operations.count { $0.outcome == .neverStarted } == 8)
  }

  @Test("A report of the finish from another thread ends it")
  func finishElsewhereEndsIt() {
    #expect(
      TimelineFacts.model(Timeline(TimelineSamples.asynchronous)) == [
        "download body on T2, 3 to 4", "download start on T1, 1 to 2",
        "download unfinished on T1, 2 to 5",
      ])
  }

  @Test("A body that ended inside start() is over, unless a state says otherwise")
  func blockIsOver() {
    let block = TimelineSamples.block.events
    let silent = Trace(Array(block.dropLast()))
    var contradicted = block
    contradicted[4].state = [.ready, .executing]
    #expect(Timeline(silent).operations.map(\.outcome) == [.over])
    #expect(Timeline(Trace(contradicted)).operations.map(\.outcome) == [.neverFinished])
  }

  @Test("Bodies of several threads inside one start() are over with it")
  func concurrentBodies() {
    let trace = TimelineSamples.trace {
      $0.add("main", "b", .started)
      $0.add("main", "b", .began)
      $0.add("T1", "b", .began)
      $0.add("main", "b", .ended)
      $0.add("T1", "b", .ended)
      $0.add("main", "b", .returned)
    }
    #expect(
      TimelineFacts.model(Timeline(trace)) == [
        "b body on T1, 2 to 4", "b body on main, 1 to 3", "b start on main, 0 to 5",
      ])
  }

  @Test("A body that did not end before its call returned ends with it")
  func bodyEndsWithItsCall() {
    let trace = TimelineSamples.trace {
      $0.add("main", "a", .started)
      $0.add("main", "a", .began)
      $0.add("main", "a", .returned, [.ready, .finished])
      $0.add("main", "b", .noted)
    }
    #expect(
      TimelineFacts.model(Timeline(trace)) == ["a body on main, 1 to 2", "a start on main, 0 to 2"])
  }

  @Test("A body that a callback on another thread ends is no open body")
  func endedElsewhere() {
    let trace = TimelineSamples.trace {
      $0.add("T1", "d", .began)
      $0.add("T2", "d", .ended)
    }
    let timeline = Timeline(trace)
    #expect(TimelineFacts.model(timeline) == ["d body on T1, 0 to 1"])
    #expect(timeline.lanes[1].marks.map(\.event.kind) == [.ended])
  }

  @Test("The inner of two calls returns first")
  func nestedCalls() {
    let trace = TimelineSamples.trace {
      for kind: Event.Kind in [.started, .started, .returned, .returned, .returned] {
        $0.add("main", "a", kind)
      }
      $0.add("main", "a", .finished)
    }
    let timeline = Timeline(trace)
    #expect(
      TimelineFacts.model(timeline) == [
        "a start on main, 0 to 3", "a start on main, 1 to 2", "a unfinished on main, 2 to 5",
        "a unfinished on main, 3 to 5",
      ])
    #expect(timeline.lanes[0].marks.map(\.place) == [4, 5])
  }

  @Test("A finish seen before start() returns leaves nothing unfinished")
  func finishedInsideStart() {
    let trace = TimelineSamples.trace {
      $0.add("T1", "a", .started)
      $0.add("T1", "a", .finished)
      $0.add("T1", "a", .returned, [.ready])
    }
    #expect(TimelineFacts.model(Timeline(trace)) == ["a start on T1, 0 to 2"])
  }

  @Test("Queues and gates are no operations")
  func onlyOperations() {
    #expect(Timeline(TimelineSamples.stuck).operations.map(\.subject) == ["fetch", "draw"])
  }
}

import OperationCourse
import OperationDoctor
import OperationBench
import OperationLab
import Testing

@Suite("A timeline pairs beginnings with ends", .repeatable)
struct TimelineTests {
  @Test("A body that ended inside start() counts as finished, unless a state contradicts it")
  func blockIsOver() {
    let block = TimelineSamples.block.events
    let silent = Trace(Array(block.dropLast()))
    var contradicted = block
    contradicted[4].state = [.ready, .executing]
    #expect(Timeline(silent).operations.map(\.outcome) == [.over])
    #expect(Timeline(Trace(contradicted)).operations.map(\.outcome) == [.neverFinished])
  }

  @Test("Bodies on several threads belong to one start()")
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
      spans(Timeline(trace)) == [
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
      spans(Timeline(trace)) == ["a body on main, 1 to 2", "a start on main, 0 to 2"])
  }

  @Test("A body that a callback on another thread ends is no open body")
  func endedElsewhere() {
    let trace = TimelineSamples.trace {
      $0.add("T1", "d", .began)
      $0.add("T2", "d", .ended)
    }
    let timeline = Timeline(trace)
    #expect(spans(timeline) == ["d body on T1, 0 to 1"])
    #expect(timeline.lanes[1].marks.map { timeline.events[$0].kind } == [.ended])
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
      spans(timeline) == [
        "a start on main, 0 to 3", "a start on main, 1 to 2", "a unfinished on main, 2 to 5",
        "a unfinished on main, 3 to 5",
      ])
    #expect(timeline.lanes[0].marks == [4, 5])
  }

  @Test("A finish seen before start() returns leaves nothing unfinished")
  func finishedInsideStart() {
    let trace = TimelineSamples.trace {
      $0.add("T1", "a", .started)
      $0.add("T1", "a", .finished)
      $0.add("T1", "a", .returned, [.ready])
    }
    #expect(spans(Timeline(trace)) == ["a start on T1, 0 to 2"])
  }

  @Test(
    "A completion block and a state that was read show the end, as an announcement does",
    arguments: zip(
      [Event.Kind.completed, .observed, .finished], [OperationState(), [.ready, .finished], []]))
  func shownAsFinished(_ kind: Event.Kind, _ state: OperationState) {
    let trace = TimelineSamples.trace {
      $0.add("T1", "a", .started)
      $0.add("T1", "a", .returned, [.ready, .executing])
      $0.add("main", "a", kind, state)
    }
    #expect(
      spans(Timeline(trace)) == ["a start on T1, 0 to 1", "a unfinished on T1, 1 to 2"])
  }

  /// A sorted list of lines.
  private func spans(_ timeline: Timeline) -> [String] {
    timeline.lanes.flatMap(\.spans).map {
      "\($0.subject) \($0.kind.rawValue) on \($0.thread), \($0.from) to \($0.to)"
        + ($0.isOpen ? ", open" : "")
    }.sorted()
  }
}

@Suite("An arrow says which event let which other one happen", .repeatable)
struct TimelineArrowTests {
  @Test("The announcement frees the slot, and not the flag before it")
  func announcement() {
    let trace = Self.one { $0.add("T2", "a", .announced, note: "isFinished") }
    #expect(arrows(trace) == ["slot a 4 → b 5"])
  }

  @Test("No arrow", arguments: withoutArrow)
  func none(_ what: String, _ trace: Trace) {
    #expect(arrows(trace) == [])
  }

  private static let withoutArrow: [(what: String, trace: Trace)] = [
    ("without any sign of the end", one(finishes: false) { _ in }),
    (
      "after an end that is only seen afterwards: it may have come long before",
      one(finishes: false) { $0.add("main", "a", .observed, [.ready, .finished]) }
    ),
    (
      "when two slots are free at once",
      TimelineSamples.trace {
        for name in ["a", "b", "c", "d"] { $0.put(name, in: "q", width: 2) }
        for name in ["a", "b"] { $0.add("T1", name, .started) }
        for name in ["a", "b"] { $0.add("T1", name, .finished) }
        for name in ["c", "d"] { $0.add("T1", name, .started) }
        $0.add("T1", "c", .finished)
        $0.add("T1", "d", .finished)
      }
    ),
    (
      "to an operation that is added when there is room",
      TimelineSamples.trace {
        $0.put("a", in: "q", width: 1)
        $0.run("a", on: "T1")
        $0.put("b", in: "q", width: 1)
        $0.run("b", on: "T1")
      }
    ),
    ("for a width that is unbounded or unknown", widths(-1, -1)),
    ("for a width that was changed to 2", widths(1, 2)),
    ("for a width that was changed to 3", widths(1, 3)),
    ("to a cancelled operation", one { $0.add("main", "b", .cancelled) }),
    (
      "from a dependency whose end no event shows",
      TimelineSamples.trace {
        $0.put("b", in: "q", dependencies: ["stranger"])
        $0.add("T1", "b", .started)
      }
    ),
    (
      "from the end of a pause to an operation that may have had its slot before",
      TimelineSamples.trace {
        $0.put("a", in: "q")
        $0.add("main", "q", .suspended)
        $0.add("main", "q", .resumed)
        $0.add("T1", "a", .started)
      }
    ),
    (
      "at a gate that is open already",
      TimelineSamples.trace {
        $0.add("main", "door", .opened)
        $0.add("T1", "cook", .waiting, note: "at gate door")
        $0.add("T1", "cook", .noted)
      }
    ),
    (
      "from a gate to a wait that times out",
      TimelineSamples.trace {
        $0.add("T1", "door", .waiting)
        $0.add("main", "door", .opened)
        $0.add("T1", "door", .timedOut)
      }
    ),
  ]

  private static func widths(_ first: Int, _ second: Int) -> Trace {
    TimelineSamples.trace {
      $0.put("a", in: "q", width: first)
      $0.put("b", in: "q", width: second)
      $0.run("a", on: "T1")
      $0.run("b", on: "T1")
    }
  }

  @Test("An end that is logged late belies no slot")
  func lateLog() {
    let trace = TimelineSamples.trace {
      for name in ["a", "b", "c"] { $0.put(name, in: "q", width: 1) }
      $0.add("T1", "a", .started)
      $0.add("T2", "b", .started)
      $0.add("T1", "a", .finished)
      $0.add("T2", "b", .finished)
      $0.add("T2", "c", .started)
    }
    #expect(arrows(trace) == ["slot b 6 → c 7"])
  }

  @Test("The later of slot and dependency has the arrow")
  func lastNeed() {
    let trace = TimelineSamples.trace {
      $0.put("slow", in: "other")
      $0.put("a", in: "q", width: 1)
      $0.put("b", in: "q", width: 1, dependencies: ["slow"])
      $0.add("T1", "slow", .started)
      $0.add("T2", "a", .started)
      $0.add("T2", "a", .finished)
      $0.add("T1", "slow", .finished)
      $0.add("T2", "b", .started)
    }
    #expect(arrows(trace) == ["dependency slow 6 → b 7"])
  }

  @Test("An operation holds its slot after its body until it is finished, or another starts in it")
  func holdingsOfBodies() {
    let trace = TimelineSamples.trace {
      for name in ["a", "b"] { $0.put(name, in: "q", width: 1) }
      for name in ["a", "b"] {
        $0.add("T1", name, .started)
        $0.add("T1", name, .began)
        $0.add("T1", name, .ended, [.ready, .executing])
        if name == "a" { $0.add("T2", "b", .noted) }
        $0.add("T1", name, .returned, [.ready, .finished])
      }
    }
    var events = trace.events
    events.swapAt(6, 7)
    (events[6].seq, events[7].seq) = (6, 7)
    let early = Trace(events)
    func told(_ trace: Trace) -> [String] {
      Timeline(trace).queues[0].holdings.map { "\($0.subject) \($0.fromPlace) \($0.toPlace ?? -1)" }
    }
    #expect(told(trace) == ["a 2 6", "b 7 10"])
    #expect(told(early) == ["a 2 6", "b 6 10"])
  }

  /// Width 1: `a` runs, something happens, then `b` runs.
  private static func one(
    finishes: Bool = true, _ between: (inout TimelineSamples.Writer) -> Void
  ) -> Trace {
    TimelineSamples.trace {
      $0.put("a", in: "q", width: 1)
      $0.put("b", in: "q", width: 1)
      $0.add("T1", "a", .started)
      if finishes { $0.add("T1", "a", .finished) }
      between(&$0)
      $0.add("T1", "b", .started)
    }
  }

  private func arrows(_ trace: Trace) -> [String] {
    Timeline(trace).arrows.map {
      "\($0.kind.rawValue) \($0.releaser) \($0.from) → \($0.released) \($0.to)"
    }
  }
}

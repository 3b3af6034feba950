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

  /// What happens, and the spans that are drawn for it, sorted.
  private static let pairs: [(what: String, steps: String, spans: [String])] = [
    (
      "Bodies on several threads belong to one start()",
      "main b started, main b began, T1 b began, main b ended, T1 b ended, main b returned",
      ["b body on T1, 2 to 4", "b body on main, 1 to 3", "b start on main, 0 to 5"]
    ),
    (
      "A body that did not end before its call returned ends with it",
      "main a started, main a began, main a returned ready finished, main b noted",
      ["a body on main, 1 to 2", "a start on main, 0 to 2"]
    ),
    (
      "A body that a callback on another thread ends is no open body",
      "T1 d began, T2 d ended", ["d body on T1, 0 to 1"]
    ),
    (
      "The inner of two calls returns first",
      """
      main a started, main a started, main a returned, main a returned, main a returned, \
      main a finished
      """,
      [
        "a start on main, 0 to 3", "a start on main, 1 to 2", "a unfinished on main, 2 to 5",
        "a unfinished on main, 3 to 5",
      ]
    ),
    (
      "A finish seen before start() returns leaves nothing unfinished",
      "T1 a started, T1 a finished, T1 a returned ready", ["a start on T1, 0 to 2"]
    ),
  ]

  @Test("What began ends where its end shows", arguments: pairs)
  func pairing(_ what: String, _ steps: String, _ spans: [String]) {
    #expect(self.spans(Timeline(TimelineSamples.trace(steps))) == spans)
  }

  @Test(
    "A completion block and a state that was read show the end, as an announcement does",
    arguments: ["completed", "observed ready finished", "finished"])
  func shownAsFinished(_ end: String) {
    let trace = TimelineSamples.trace(
      "T1 a started, T1 a returned ready executing, main a \(end)")
    #expect(
      spans(Timeline(trace)) == ["a start on T1, 0 to 1", "a unfinished on T1, 1 to 2"])
  }

  @Test("What ends nothing that began there is a mark")
  func marks() {
    let elsewhere = Timeline(TimelineSamples.trace(Self.pairs[2].steps))
    #expect(elsewhere.lanes[1].marks.map { elsewhere.events[$0].kind } == [.ended])
    #expect(Timeline(TimelineSamples.trace(Self.pairs[3].steps)).lanes[0].marks == [4, 5])
  }

  private func spans(_ timeline: Timeline) -> [String] {
    timeline.lanes.flatMap(\.spans).map {
      "\($0.subject) \($0.kind.rawValue) on \($0.thread), \($0.from) to \($0.to)"
        + ($0.isOpen ? ", open" : "")
    }.sorted()
  }
}

@Suite("An arrow says which event let which other one happen", .repeatable)
struct TimelineArrowTests {
  /// What happens, and the arrow that is drawn for it, if any.
  private static let rows: [(what: String, steps: String, arrow: String?)] = [
    (
      "The announcement frees the slot, and not the flag before it",
      one("T1 a finished, T2 a announced: isFinished"), "slot a 4 → b 5"
    ),
    (
      "An end that is logged late belies no slot",
      """
      a b c into q width 1, T1 a started, T2 b started, T1 a finished, T2 b finished, \
      T2 c started
      """, "slot b 6 → c 7"
    ),
    (
      "The later of slot and dependency has the arrow",
      """
      slow into other, a into q width 1, b into q width 1 after slow, T1 slow started, \
      T2 a started, T2 a finished, T1 slow finished, T2 b started
      """, "dependency slow 6 → b 7"
    ),
    ("None without any sign of the end", one(nil), nil),
    (
      "None after an end that is only seen afterwards: it may have come long before",
      one("main a observed ready finished"), nil
    ),
    (
      "None when two slots are free at once",
      """
      a b c d into q width 2, T1 a started, T1 b started, T1 a finished, T1 b finished, \
      T1 c started, T1 d started, T1 c finished, T1 d finished
      """, nil
    ),
    (
      "None to an operation that is added when there is room",
      "a into q width 1, T1 runs a, b into q width 1, T1 runs b", nil
    ),
    ("None for a width that is unbounded or unknown", widths(-1, -1), nil),
    ("None for a width that was changed to 2", widths(1, 2), nil),
    ("None for a width that was changed to 3", widths(1, 3), nil),
    ("None to a cancelled operation", one("T1 a finished, main b cancelled"), nil),
    (
      "None from a dependency whose end no event shows",
      "b into q after stranger, T1 b started", nil
    ),
    (
      "None from the end of a pause to an operation that may have had its slot before",
      "a into q, main q suspended, main q resumed, T1 a started", nil
    ),
    (
      "None at a gate that is open already",
      "main door opened, T1 cook waiting: at gate door, T1 cook noted", nil
    ),
    (
      "None from a gate to a wait that times out",
      "T1 door waiting, main door opened, T1 door timedOut", nil
    ),
  ]

  @Test("Of what leads to what", arguments: rows)
  func arrow(_ what: String, _ steps: String, _ arrow: String?) {
    let arrows = Timeline(TimelineSamples.trace(steps)).arrows.map {
      "\($0.kind.rawValue) \($0.releaser) \($0.from) → \($0.released) \($0.to)"
    }
    #expect(arrows == [arrow].compactMap(\.self))
  }

  /// Width 1: `a` runs, something happens, then `b` runs.
  private static func one(_ between: String?) -> String {
    (["a b into q width 1, T1 a started"] + [between].compactMap(\.self) + ["T1 b started"])
      .joined(separator: ", ")
  }

  private static func widths(_ first: Int, _ second: Int) -> String {
    "a into q width \(first), b into q width \(second), T1 runs a, T1 runs b"
  }

  @Test("An operation holds its slot after its body until it is finished, or another starts in it")
  func holdingsOfBodies() {
    func body(_ name: String, _ between: String = "") -> String {
      "T1 \(name) started, T1 \(name) began, T1 \(name) ended ready executing, \(between)"
    }
    let (late, start) = ("T2 b noted, T1 a returned ready finished, ", "T1 b started, ")
    let end = "T1 b began, T1 b ended ready executing, T1 b returned ready finished"
    func told(_ steps: String) -> [String] {
      Timeline(TimelineSamples.trace("a b into q width 1, " + steps)).queues[0].holdings.map {
        "\($0.subject) \($0.fromPlace) \($0.toPlace ?? -1)"
      }
    }
    #expect(told(body("a", late) + start + end) == ["a 2 6", "b 7 10"])
    #expect(
      told(body("a", "T2 b noted, ") + start + "T1 a returned ready finished, " + end)
        == ["a 2 6", "b 6 10"])
  }
}

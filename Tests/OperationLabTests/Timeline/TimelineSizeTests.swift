import OperationCourse
import OperationLab
import Testing

@Suite("Large traces are compressed, not copied out")
struct TimelineSizeTests {
  /// Many operations one after another; on threads of their own; all open; one name for all.
  enum Shape: CaseIterable {
    case pool, threads, open, oneName

    func trace(_ count: Int) -> Trace {
      TimelineSamples.trace { trace in
        for number in 0..<count {
          let thread = self == .threads ? "T\(number + 1)" : "T\(number % 3 + 1)"
          let name = self == .oneName ? "op" : "op\(number)"
          trace.add("main", name, .enqueued, [.ready])
          trace.add(thread, name, .started, [.ready, .executing])
          if self == .pool || self == .threads { trace.add(thread, name, .finished) }
          trace.add(thread, name, .returned, [.ready, .executing])
        }
      }
    }
  }

  @Test("Ten times the events make no longer picture", arguments: Shape.allCases)
  func bounded(_ shape: Shape) {
    let timeline = Timeline(shape.trace(1500))
    #expect(timeline.text(width: 80).utf8.count < 20_000)
    #expect(timeline.text(width: 20).utf8.count < 20_000)
    #expect(timeline.prose(limit: 10).utf8.count < 20_000)
    #expect(timeline.svg(title: "t").utf8.count < 400_000)
    // The page holds the trace itself, some 500 bytes for an event.
    #expect(timeline.html(title: "t").utf8.count < 3_400_000)
  }

  @Test("What is left out is counted")
  func counted() {
    let timeline = Timeline(Shape.threads.trace(1500))
    #expect(timeline.text(width: 80).contains("\n1477 more "))
    #expect(timeline.text(width: 20).contains("and 1451 more\n"))
    #expect(timeline.prose(limit: 10).contains("And 1491 more threads.\n"))
    #expect(timeline.prose(limit: 10).contains("And 1490 more operations.\n"))
    #expect(timeline.html(title: "t").contains("<p>And 1000 more events.</p>"))
  }
}

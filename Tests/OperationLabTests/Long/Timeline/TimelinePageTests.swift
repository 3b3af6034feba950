import Foundation
import OperationLab
import Testing

@testable import OperationCourse

@Suite("The page that one can step through", .repeatable)
struct TimelinePageTests {
  /// What the page's script reads.
  private struct Data: Decodable {
    let code: [Code]
    let signs: [String: String]
    let programs: [Program]

    struct Program: Decodable {
      let name: String
      let events: [Event]
      let phrases: [String]
      let phraseOfEvent: [Int]
      let operations: [Operation]
      let names: [String: String]
      let lanes: [Lane]
      let queues: [Queue]
      let arrows: [Arrow]
      let waits: [Wait]
      let code: [Int]
      let lineOfEvent: [Int?]
      let task: Task?
    }

    struct Task: Decodable {
      struct Parting: Decodable { let seq: Int }

      let question: String
      let answer: String?
      let partings: [Parting]
    }

    struct Operation: Decodable, Equatable {
      let subject: String
      let queue: String?
      let enqueued: Int?
      let started: Int?
      let finished: Int?
    }

    struct Lane: Decodable {
      let thread: String
      let spans: [Span]
    }

    struct Span: Decodable, Equatable {
      let subject: String
      let kind: String
      let row: Int
      var call: Int?
    }

    struct Queue: Decodable {
      let name: String
      let width: Int?
      let holdings: [Holding]
    }

    struct Holding: Decodable, Equatable {
      let subject: String
      let from: Int
      let to: Int?
    }

    struct Arrow: Decodable {
      let releaser: String
      let released: String
      let from: Int
      let to: Int
    }

    struct Wait: Decodable {
      let waiters: [String]
      let holders: [String]
      let words: String
    }

    struct Code: Decodable {
      let name: String
      let lines: [String]
    }
  }

  @Test("holds the trace, word for word")
  func trace() throws {
    let program = try #require(read(page(TimelineSamples.laterCallback)).first)
    #expect(program.events == TimelineSamples.laterCallback.events)
    #expect(program.operations.map(\.subject) == ["op1", "op2", "op3", "op4"])
    #expect(
      program.phraseOfEvent.map { program.phrases[$0] } == program.events.map(\.phrase))
    #expect(program.names.isEmpty)
  }

  @Test("holds the slots, the arrows and the waits of the timeline")
  func links() throws {
    let timeline = Timeline(TimelineSamples.arrows)
    let program = try #require(read(timeline.html(title: "t")).first)
    #expect(program.queues.map(\.name) == timeline.queues.map(\.name))
    #expect(program.queues.map(\.width) == timeline.queues.map(\.width))
    #expect(
      program.queues.first?.holdings == [
        .init(subject: "op1", from: 3, to: 4), .init(subject: "op2", from: 6, to: 7),
      ])
    #expect(
      program.operations.first
        == .init(subject: "op1", queue: "downloads", enqueued: 0, started: 3, finished: 4))
    #expect(program.arrows.map(\.from) == timeline.arrows.map(\.fromPlace))
    #expect(program.arrows.map(\.released) == timeline.arrows.map(\.released))
    let hang = try #require(read(Timeline(TimelineHangs.slots).html(title: "t")).first)
    #expect(
      hang.waits.map(\.words) == [
        "op3 … op10 (8) wait for a slot of downloads, held by op1 and op2"
      ])
  }

  @Test("holds a row for each span: that of its call, or else the first with room")
  func rows() throws {
    let trace = TimelineSamples.trace {
      $0.add("main", "outer", .started)
      $0.add("main", "outer", .began)
      $0.add("main", "inner", .started)
      $0.add("main", "inner", .returned, [.ready, .executing])
      $0.add("main", "outer", .ended)
      $0.add("main", "outer", .returned, [.ready, .finished])
      $0.add("main", "next", .began)
    }
    let data = try data(page(trace))
    let program = try #require(data.programs.first)
    #expect(
      program.lanes.first?.spans == [
        .init(subject: "outer", kind: "start", row: 0),
        .init(subject: "outer", kind: "body", row: 0, call: 0),
        .init(subject: "inner", kind: "start", row: 1),
        .init(subject: "inner", kind: "unfinished", row: 1, call: 2),
        .init(subject: "next", kind: "body", row: 0),
      ])
    #expect(Event.Kind.allCases.allSatisfy { data.signs[$0.rawValue] != nil })
  }

  @Test("shows several runs above one another, each with its code and the lines of its events")
  func several() throws {
    let album = TimelineAlbum(
      title: "Both",
      pages: [
        .init(
          title: "One", name: "one", timeline: Timeline(TimelineSamples.block),
          code: .init(
            pieces: [.init(name: "one", lines: ["a", "</script>"])],
            lineOfEvent: [0, nil, nil, 1, nil])),
        .init(title: "Two", name: "two", timeline: Timeline(TimelineSamples.stuck)),
      ])
    let html = album.html()
    let programs = try read(html)
    #expect(programs.map(\.name) == ["one", "two"])
    #expect(try data(html).code.map(\.lines) == [["a", "</script>"]])
    #expect(programs.first?.code == [0])
    #expect(programs.first?.lineOfEvent == [0, nil, nil, 1, nil])
    #expect(programs.last?.code.isEmpty == true)
    let sections = html.matches(of: /<section class="program" data-program="(\w+)">/)
    #expect(sections.map { String($0.1) } == ["one", "two"])
    #expect(html.matches(of: /<div class="stage">/).count == 2)
  }

  @Test("of a lesson begins with its question, and ends with its verdicts and its rules")
  func course() throws {
    let task = TimelineAlbum.Task(
      summary: "Ten wait.", question: "How many start?", choices: nil, answer: "2", deciding: 1,
      verdicts: [.init(id: "A01a", statement: "Two start.", verdict: .confirmed, seen: "op1")],
      isFurther: false, partings: [.init(seq: 3, sentence: "op1 finishes.")])
    let album = TimelineAlbum(
      title: "Lesson",
      pages: [
        .init(title: "One", name: "one", timeline: Timeline(TimelineSamples.block), task: task)
      ],
      course: .init(
        of: Lesson(
          3, "missing-finish", title: "T", question: "What becomes of them?", programs: [],
          claims: []),
        page: "lesson-03", next: nil, steps: { _ in "" }))
    let html = album.html()
    let parts = [
      "<h1>What becomes of them?</h1>", "data-program=\"one\"", "<p>Two start.</p>",
      "confirmed: op1", "<h2>Remember</h2>",
    ].map { html.range(of: $0)?.lowerBound }
    #expect(parts.allSatisfy { $0 != nil })
    #expect(parts.compactMap { $0 } == parts.compactMap { $0 }.sorted())
    let program = try #require(read(html).first)
    #expect(program.task?.question == "How many start?" && program.task?.answer == "2")
    #expect(program.task?.partings.map(\.seq) == [3])
  }

  @Test("shows a name that is not safe to show in another way")
  func unsafeNames() throws {
    let program = try #require(read(page(TimelineSamples.hostile)).first)
    #expect(program.names["a\u{202E}b\u{200B}"] == "a\\u{202E}b\\u{200B}")
    #expect(program.names[""] == "(no name)")
  }

  @Test("tells the prose and the picture without a script, too, and needs nothing from elsewhere")
  func withoutScript() {
    let timeline = Timeline(TimelineHangs.slots)
    let html = timeline.html(title: "t")
    for line in timeline.prose().split(separator: "\n").dropFirst() {
      #expect(html.contains("<li>\(line)</li>"))
    }
    #expect(html.contains("<svg "))
    #expect(html.contains("default-src 'none'"))
    #expect(!html.contains("src=") && !html.contains("href="))
    #expect(
      html.matches(of: /https?:\/\//).count
        == html.matches(of: /http:\/\/www.w3.org\/2000\/svg/).count)
  }

  private func page(_ trace: Trace) -> String { Timeline(trace).html(title: "t") }

  private func read(_ html: String) throws -> [Data.Program] { try data(html).programs }

  private func data(_ html: String) throws -> Data {
    let match = try #require(
      html.firstMatch(of: /<script type="application\/json" id="trace">([^<]*)<\/script>/))
    return try JSONDecoder().decode(Data.self, from: Foundation.Data(match.1.utf8))
  }
}

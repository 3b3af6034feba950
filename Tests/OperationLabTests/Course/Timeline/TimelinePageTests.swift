import Foundation
import OperationDoctor
import OperationLab
import Testing

@testable import OperationCourse

@Suite("The page that one can step through", .repeatable)
struct TimelinePageTests {
  /// A line for each value that the page's script reads.
  private static func data(_ html: String) throws -> String {
    let match = try #require(
      html.firstMatch(of: /<script type="application\/json" id="trace">([^<]*)<\/script>/))
    func lines(_ value: Any, _ path: String) throws -> [String] {
      switch (value, path.count { $0 == "/" }) {
      case (let object as [String: Any], ..<2):
        return try object.sorted { $0.key < $1.key }.flatMap { try lines($1, "\(path)/\($0)") }
      case (let list as [Any], ..<3):
        return try list.enumerated().flatMap { try lines($1, "\(path) \($0)") }
      default:
        let options: JSONSerialization.WritingOptions = [
          .sortedKeys, .fragmentsAllowed, .withoutEscapingSlashes,
        ]
        let text = try JSONSerialization.data(withJSONObject: value, options: options)
        return ["\(path): \(String(decoding: text, as: UTF8.self))"]
      }
    }
    let object = try JSONSerialization.jsonObject(with: Data(match.1.utf8))
    return try lines(object, "").joined(separator: "\n")
  }

  /// A call within a body.
  private static let nested = TimelineSamples.trace(
    """
    main outer started, main outer began, main inner started, main inner returned ready executing, \
    main outer ended, main outer returned ready finished, main next began
    """)

  @Test(
    "holds the trace, the spans, the slots, arrows and waits, and how to show a name",
    arguments: [
      ("arrows", Timeline(TimelineSamples.arrows)), ("nested", Timeline(nested)),
      ("hang-slots", Timeline(TimelineHangs.slots)), ("hostile", Timeline(TimelineSamples.hostile)),
    ])
  func holds(_ name: String, _ timeline: Timeline) throws {
    try Golden.expect("timeline/page-\(name).txt", is: Self.data(timeline.html(title: "t")))
  }

  @Test("has one picture of a run, which says where the lanes, each event and the end are")
  func picture() throws {
    let timeline = Timeline(TimelineHangs.slots)
    let html = timeline.html(title: "t")
    #expect(html.matches(of: /<svg\s/).count == 1)
    let attributes =
      #/height="(\d+)".*? data-lanes="\d+ \d+ (\d+) (\d+)" data-end="(\d+)" data-events="([\d\ ]+)"/#
    let facts = try #require(html.firstMatch(of: attributes))
    let begins = facts.5.split(separator: " ").compactMap { Int($0) }
    #expect(begins.count == timeline.events.count)
    #expect(begins == Set(begins).sorted())
    #expect(begins.allSatisfy { $0 < Int(facts.2) ?? 0 })
    // From the lanes down: the signs, the end, who waits in the end.
    let words = try #require(html.firstMatch(of: /y="(\d+)">In the end, who waits for whom/))
    let heights = [facts.3, facts.4, words.1, facts.1].compactMap { Int($0) }
    #expect(heights == heights.sorted())
    #expect(heights.count == 4)
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
    try Golden.expect("timeline/page-several.txt", is: Self.data(html))
    let sections = html.matches(of: /<section class="program" data-program="(\w+)">/)
    #expect(sections.map { String($0.1) } == ["one", "two"])
    #expect(html.matches(of: /<div class="stage">/).count == 2)
  }

  @Test("of a lesson begins with its question, and ends with its verdicts and its rules")
  func course() throws {
    let task = TimelineAlbum.Task(
      summary: "Ten wait.", question: "How many start?", choices: nil,
      reasons: .init(answer: "2", because: "No slot is free.", otherwise: ["*": "One slot is."]),
      why: [.init(reason: "It is so.", but: nil)], answer: "2", deciding: 1,
      verdicts: [
        .init(
          id: "A01a", statement: "Two start.", verdict: .confirmed, because: "It is full.",
          seen: "op1")
      ],
      isFurther: false)
    let album = TimelineAlbum(
      title: "Lesson",
      pages: [
        .init(title: "One", name: "one", timeline: Timeline(TimelineSamples.block), task: task)
      ],
      course: .init(
        of: Lesson(
          3, "missing-finish", title: "T", question: "What becomes of them?", programs: [],
          claims: []),
        next: nil, in: .english))
    let html = album.html()
    let parts = [
      "<h1>What becomes of them?</h1>", "data-program=\"one\"", "<p>Two start.</p>",
      "confirmed: It is full.", "<h2>Remember</h2>",
    ].map { html.range(of: $0)?.lowerBound }
    #expect(parts.allSatisfy { $0 != nil })
    #expect(parts.compactMap { $0 } == parts.compactMap { $0 }.sorted())
    try Golden.expect("timeline/page-course.txt", is: Self.data(html))
  }

  @Test("is in Chinese as a whole: its frame, its course and its script")
  func chinese() throws {
    let lesson = try #require(Lessons.find("3"))
    let course = TimelineAlbum.Course(of: lesson, next: 4, in: .chinese)
    let html = TimelineAlbum(title: "T", pages: [], course: course, language: .chinese).html()
    let parts = [
      "<html lang=\"zh-Hans\">", "第 3 课：\(lesson.title(in: .chinese))",
      "<h1>\(Language.chinese.text(lesson.opening))</h1>", "<h2>记住</h2>",
      lesson.rules(in: .chinese)[0],
    ]
    #expect(parts.filter { !html.contains($0) } == [])
    #expect(try Self.data(html).contains("/words/Why?: \"为什么？\""))
  }

  @Test("has a translation of each word of its script, and of no other")
  func words() {
    let script = TimelinePage.scripts.map { TimelinePage.part("\($0).js") }.joined()
    let said = script.matches(of: /say`([^`]*)`/).map { match in
      // The values stand in gaps, which have numbers.
      let parts = match.1.split(separator: /\$\{[^{}]*\}/, omittingEmptySubsequences: false)
      return parts.dropFirst().enumerated().reduce(String(parts[0])) {
        "\($0)%\($1.offset + 1)\($1.element)"
      }
    }
    let counted = script.matches(of: /count\([\w.]+, '([a-z ]+)'\)/).flatMap {
      ["%1 \($0.1)", "%1 \($0.1)s"]
    }
    let flags = OperationState(rawValue: .max).names
    #expect(Set(Translation.page.keys) == Set(said + counted + flags))
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
}

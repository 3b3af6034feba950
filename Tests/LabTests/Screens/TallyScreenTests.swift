import OperationCourse
import OperationDoctor
import OperationTesting
import Testing

@testable import LabShared
@testable import lab

/// A lesson repeated: three rounds, in one of which the order was another.
@Suite("A repeated lesson", .repeatable)
struct TallyScreenTests {
  private let lesson = Lesson(
    98, "order", title: "Which is first?", question: "?",
    programs: [Program("race", role: .article, "Two at once.") { _ in }],
    claims: [
      Claim(
        "C11", "a is first.", origin: .article(.c),
        expected: .sometimes(because: "Nothing forces it."),
        in: "race", given: [], expect: [.order(.began("a"), .began("b"))]),
      Claim(
        "C12", "Both begin.", origin: .article(.c),
        expected: .everywhere(.confirmed, because: "They do."),
        in: "race", given: [], expect: [.happens(.began("a"), .began("b"))]),
    ])

  private var tally: Tally {
    var tally = Tally(lesson)
    for order in [["a", "b"], ["b", "a"], ["a", "b"]] {
      let events = order.enumerated().map { place, name in
        SampleLesson.event(place, UInt64(place) * 1000, "T\(place + 1)", name, .began)
      }
      tally.add(
        LessonReport(
          lesson: lesson,
          runs: [Run(program: "race", outcome: .completes, trace: Trace(events))]))
    }
    return tally
  }

  @Test("counts verdicts and rounds")
  func counts() {
    #expect(tally.rounds == 3 && tally.passes == 3 && tally.isPassed)
    #expect(tally.entries.map(\.claim.id) == ["C11", "C12"])
    #expect(tally.entries.map(\.frequency) == [.sometimes, .always])
    #expect(tally.entries[0].counts == [.confirmed: 2, .refuted: 1])
    let refuted = tally.entries[0].examples[.refuted]?.finding.judgement
    #expect(refuted?.seen.english == "b began before a began")
  }

  @Test("that never confirms says never")
  func never() {
    var tally = Tally(lesson)
    tally.add(
      LessonReport(
        lesson: lesson, runs: [Run(program: "race", outcome: .completes, trace: Trace())]))
    #expect(tally.entries.map(\.frequency) == [.never, .never])
    #expect(tally.entries[0].counts == [.undecided: 1])
    #expect(!tally.isPassed && tally.passes == 0)
  }

  @Test("is shown with one trace of each kind where verdicts differ, and in JSON in short")
  func screen() throws {
    try Golden.expect("screens/tally.txt", is: TallyScreen(.plain).text(tally))
    try Golden.expect("screens/tally.json", isJSONOf: tally.json)
  }
}

import Foundation
import OperationCourse
import OperationBench
import Testing

@testable import LabKit

/// Every lesson, on real runs in processes of their own.
@Suite("Every lesson", .repeatable, .elsewhere)
struct LessonTests {
  @Test("decides nothing from empty traces", arguments: Lessons.all)
  func needsEvidence(_ lesson: Lesson) {
    let runs = Runs(
      lesson.programs.map { Run(program: $0.name, outcome: .completes, trace: Trace()) })
    for claim in lesson.claims {
      #expect(claim.judgement(on: runs).verdict == .undecided, "\(claim.id)")
      #expect(claim.judgement(on: Runs([])).verdict == .undecided, "\(claim.id)")
    }
  }

  @Test("has well-formed parts", arguments: Lessons.all)
  func isWellFormed(_ lesson: Lesson) {
    let names = lesson.programs.map(\.name)
    #expect(Set(names).count == names.count)
    #expect(!lesson.question.isEmpty && !lesson.title.isEmpty)
    #expect(lesson.programs.contains { $0.role == .article || $0.role == .broken })
    for claim in lesson.claims {
      #expect(claim.id.wholeMatch(of: /[A-E][0-9]{2}[a-z]?/) != nil, "\(claim.id)")
      #expect(!claim.expected.because.isEmpty, "\(claim.id)")
    }
  }

  @Test("quotes an article where it says that the article says so", arguments: Lessons.all)
  func quotesArticles(_ lesson: Lesson) throws {
    for claim in lesson.claims where claim.origin.article != nil {
      let passage = try #require(claim.origin.passage, "\(claim.id) has no passage")
      for text in [passage.words, passage.english, passage.correction ?? "-"] {
        #expect(!text.isEmpty && text.allSatisfy { !$0.isNewline }, "\(claim.id)")
        #expect(text.first?.isWhitespace == false && text.count < 200, "\(claim.id)")
      }
      let place = try #require(passage.place, "where in the article \(claim.id) stands")
      #expect((0..<1000).contains(place), "\(claim.id)")
    }
  }

  @Test("names pages of Apple's where it says that they say so", arguments: Lessons.all)
  func namesPages(_ lesson: Lesson) {
    for claim in lesson.claims {
      var pages: [String] = []
      if case .documentation(let page) = claim.origin { pages.append(page) }
      if case .documented(let page) = claim.expected.basis { pages.append(page) }
      for page in pages {
        #expect(
          page.hasPrefix("https://developer.apple.com/documentation/foundation/"), "\(claim.id)")
      }
      if case .reported(let place) = claim.expected.basis { #expect(!place.isEmpty) }
    }
  }

  @Test("has nothing left to fill in", arguments: Plan.those(of: Lessons.all))
  func isFilledIn(_ lesson: Lesson) throws {
    let next = try LessonDraft(of: lesson.folder, in: LabProcess.checkout).whatIsLeft.first
    #expect(next == nil)
  }

  @Test("has numbers, names and claims that no other lesson has")
  func areDistinct() {
    let ids = Lessons.all.flatMap(\.claims).map(\.id)
    #expect(Set(ids).count == ids.count)
    #expect(Set(Lessons.all.map(\.slug)).count == Lessons.all.count)
    // No gaps: a lesson that fell out of the list would pass unnoticed.
    #expect(Lessons.all.map(\.number) == Array(1...Lessons.all.count))
  }
}

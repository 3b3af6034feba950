import OperationCourse
import Testing

@testable import LabDocs
@testable import LabKit

@Suite("What every lesson teaches", .repeatable)
struct TeachingTests {
  @Test("is three rules at most, and at least one", arguments: [Lessons.first] + Lessons.all)
  func rules(_ lesson: Lesson) {
    #expect((1...3).contains(lesson.rules.count))
  }

  @Test("is asked of programs that are there")
  func predictionsNamePrograms() {
    for lesson in [Lessons.first] + Lessons.all {
      for name in lesson.predictions.keys.sorted() {
        #expect(lesson.program(named: name) != nil, "lesson \(lesson.number): \(name)")
      }
    }
  }

  @Test("is answered on its page under the numbers of the questions", arguments: Lessons.all)
  func answers(_ lesson: Lesson) throws {
    let page = try Checkout.page(of: lesson)
    let questions = try Self.numbers(in: page, from: "## Predict", to: "## Run it")
    let answers = try Self.numbers(in: page, from: "## The answers", to: "## Why")
    #expect(!questions.isEmpty && answers == questions)
    #expect(page.contains("\n## Remember\n\n<!-- rules -->\n- "))
  }

  @Test("fits one sitting", arguments: Lessons.all)
  func length(_ lesson: Lesson) throws {
    #expect(lesson.mainLine.count <= 5)
    #expect(lesson.claims(decidedBy: lesson.mainLine).count <= 7)
    #expect(Self.words(in: try Page(Checkout.page(of: lesson))) <= 2_000)
  }

  @Test("is counted in words outside listings and generated parts")
  func countsProseOnly() throws {
    let page = """
      # Two words

      ```swift
      let listing = 1
      ```
      <!-- trace: silent -->
      generated
      <!-- end -->
      - and three more
      """
    #expect(Self.words(in: try Page(page)) == 5)
  }

  /// The words that a reader reads: without code, what is generated, and signs alone.
  private static func words(in page: Page) -> Int {
    var isCode = false
    var count = 0
    for case .text(let lines) in page.pieces {
      for line in lines {
        if line.hasPrefix("```") {
          isCode.toggle()
        } else if !isCode {
          count += line.split(separator: " ").count { $0.contains(where: \.isLetter) }
        }
      }
    }
    return count
  }

  private static func numbers(in page: String, from: String, to: String) throws -> [Int] {
    let start = try #require(page.firstRange(of: "\n\(from)\n"))
    let end = try #require(page[start.upperBound...].firstRange(of: "\n\(to)\n"))
    return page[start.upperBound..<end.lowerBound].matches(of: #/(?m)^([0-9]+)\.\s/#)
      .compactMap { Int($0.output.1) }
  }
}

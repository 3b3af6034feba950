import Foundation
import OperationBench
import Testing

@testable import LabDocs
@testable import LabKit
@testable import OperationCourse

@Suite("The tables of the articles", .repeatable)
struct ArticleTests {
  /// An article of four sentences. The line of code and the short line are none.
  private static let text = """
    NSOperation筆記
    一個操(cāo)作只能運行一次。再次調用start什么也不做！
    [operation start]; // 這里會直接返回的
    太短了
    After it has finished an operation is never executed again.
    網站的其他文字,不屬于文章
    """

  private func mistakes(_ rows: [(Int, String)], text: String = Self.text) throws -> [String]? {
    let sentences = rows.map { #"{"place": \#($0), "begins": "\#($1)"}"# }
    let json = """
      {"article": "C", "title": {"original": "NSOperation筆記", "english": "Notes"},
       "ends": "again.", "passages": [{
        "sentences": [\(sentences.joined(separator: ","))],
        "says": {"en": "s", "zh": "s"}, "kind": "remark"}]}
      """
    let table = try JSONDecoder().decode(ArticleTable.self, from: Data(json.utf8))
    // The quotations of the real article are not in this one.
    return ArticleText(text, table)?.mistakes.filter { !$0.contains(" is not quoted from ") }
  }

  private static let rows = [
    (0, "NSOperation筆"), (100, "一個操作只能"), (214, "再次調用"), (485, "這里會"), (578, "After it"),
  ]

  @Test("have a row for each sentence of a small article, and its places are right")
  func whole() throws {
    #expect(try mistakes(Self.rows) == [])
  }

  @Test("are found to lack a sentence, which is named by its first signs and its place")
  func lacking() throws {
    for missing in 1..<Self.rows.count {
      var rows = Self.rows
      let (place, begins) = rows.remove(at: missing)
      let found = try #require(try mistakes(rows))
      #expect(found.count == 1)
      #expect(found[0].hasPrefix("no row for '\(begins)"), "\(found)")
      #expect(found[0].hasSuffix("at \(place)"), "\(found)")
    }
  }

  @Test("are found to have rows that the text does not have, or has elsewhere")
  func wrong() throws {
    var rows = Self.rows
    rows[2] = (214, "第三次調用")
    #expect(try mistakes(rows)?.first == "'第三次調用' is not at 214")
    rows[2] = (215, "再次調用")
    #expect(try mistakes(rows)?.first == "'再次調用' is at 214, not at 215")
    #expect(try mistakes(Self.rows, text: "自定义NSOperation") == nil)
  }

  @Test("of the five articles name claims, programs and exercises that are there, in order")
  func real() {
    let claims = Set(Lessons.all.flatMap(\.claims).map(\.id))
    #expect(ArticleTable.all.map(\.article) == Article.allCases)
    for table in ArticleTable.all {
      let places = table.passages.flatMap(\.sentences).map(\.place)
      #expect(places == places.sorted() && places.allSatisfy { (0..<1000).contains($0) })
      for passage in table.passages {
        let name = "\(table.article.rawValue) \(passage.sentences[0].place)"
        #expect((passage.claims == nil) != (passage.kind == nil), "\(name)")
        #expect(claims.isSuperset(of: (passage.claims ?? []) + (passage.see ?? [])), "\(name)")
        #expect(passage.sentences.allSatisfy { $0.begins.count <= 12 }, "\(name)")
        #expect(!passage.says(.english).isEmpty && !passage.says(.chinese).isEmpty, "\(name)")
        if let exercise = passage.exercise {
          #expect(Exercises.all.contains { $0.id == exercise }, "\(name): \(exercise)")
        }
        #expect((passage.run == nil) == (passage.place == nil), "\(name)")
        if let place = passage.place {
          let lesson = Lessons.find("\(place.lesson)")
          let isThere = place.program.map { lesson?.program(named: $0) != nil } ?? (lesson != nil)
          #expect(isThere, "\(name): \(place)")
        }
      }
      for claim in Lessons.all.flatMap(\.claims) where claim.origin.article == table.article {
        #expect(
          claim.origin.passage == nil
            || table.passages.contains { $0.claims?.contains(claim.id) == true }, "\(claim.id)")
      }
    }
  }

  @Test("become pages with a line for each passage, and each quotation once")
  func pages() throws {
    for table in ArticleTable.all {
      for language in Language.allCases {
        let text = ArticlePage(table: table, language: language).text
        for passage in table.passages {
          let last = passage.sentences.last?.begins ?? ""
          #expect(text.contains("`\(last)…` \(passage.says(language))"))
        }
        for claim in Lessons.all.flatMap(\.claims) where claim.origin.article == table.article {
          guard let words = ClaimTables(language: language).words(claim) else { continue }
          #expect(text.ranges(of: language("In its words: \(words)") + "\n").count == 1)
        }
      }
    }
  }

  @Test("name each article that says what a claim says")
  func owners() throws {
    let claims = Lessons.all.flatMap(\.claims)
    func owner(_ id: String, _ language: Language = .english) throws -> String {
      try #require(claims.first { $0.id == id }).owner(in: language)
    }
    #expect(try owner("C05") == "Articles A, B and C")
    #expect(try owner("A10") == "Article A and Apple's documentation")
    #expect(try owner("E04") == "Article E")
    #expect(try owner("E04b") == "Apple's documentation")
    #expect(try owner("C05", .chinese) == "文章 A、B、C")
    #expect(try owner("A10", .chinese) == "文章 A 和 Apple 的文档")
  }
}

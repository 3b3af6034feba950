import Foundation
import OperationDoctor
import Testing

@testable import LabKit
@testable import OperationCourse

@Suite("The words of the terminal in Chinese", .longPlan, .repeatable)
struct UnusedTranslationTests {
  @Test("are those that the sources can say, or the JSON of a lesson or a rule")
  func unused() throws {
    let code = try Self.files(in: "Sources", "swift")
    var said = Set(code.flatMap(Self.texts))
    for noun in said where noun.wholeMatch(of: /(more )?[a-z]+/) != nil {
      for noun: Phrase in [Phrase(stringLiteral: noun), Phrase(stringLiteral: "more \(noun)")] {
        for count in [1, 2].map({ TimelineWords().count($0, noun) }) {
          said.formUnion(
            [count, "and " + count, "And " + count + "."].map { Self.gaps($0.pattern) })
        }
      }
    }
    said.formUnion((0..<16).map { OperationState(rawValue: $0).description })
    // Raw values of enumerations.
    for cases in code.flatMap({ $0.matches(of: /\bcase ([a-zA-Z, ]+)/) }) {
      said.formUnion(cases.output.1.split { $0 == "," || $0 == " " }.map(String.init))
    }
    let data = try Self.files(in: "Lessons", "json") + Self.files(in: "Sources", "json")
    let words = try #require(Checkout.root).appendingPathComponent("Lessons/words.zh.json")
    for key in try JSONDecoder().decode([String: String].self, from: Data(contentsOf: words)).keys {
      // Of a text of several lines, each is found for itself.
      let isSaid = Self.gaps(key).components(separatedBy: "\n").allSatisfy(said.contains)
      #expect(isSaid || data.contains { $0.contains("\"\(key)\"") }, "\(key)")
    }
  }

  /// The string literals of Swift code, also those in others, and the lines of long ones. Those that
  /// `+` joins are one.
  private static func texts(of code: String) -> [String] {
    var code = code.replacing(/\/\/.*/, with: "").replacing(/\\\n\s*/, with: "")
      .replacing(/"\s*\+ "/, with: "").replacing("\\\"", with: "\u{1}").replacing("{}", with: "%")
      .replacing("\\.", with: ".")
    var texts: [String] = []
    for _ in 1...4 {
      texts += code.matches(of: /"((?:[^"\\\n]|\\[^(\n])*)"/).map { String($0.output.1) }
      // From the inside out.
      code.replace(/\\\((?:[^()\\]|\((?:[^()\\]|\((?:[^()\\]|\([^()\\]*\))*\))*\))*\)/, with: "%")
    }
    texts += code.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
    return texts.map { $0.replacing("\u{1}", with: "\"") }
  }

  /// Every gap looks the same.
  private static func gaps(_ pattern: String) -> String { pattern.replacing(/%\d/, with: "%") }

  /// The files whose names end so, but for translations.
  private static func files(in folder: String, _ ending: String) throws -> [String] {
    let folder = try #require(Checkout.root).appendingPathComponent(folder)
    let names = FileManager.default.enumerator(atPath: folder.path)?.allObjects as? [String] ?? []
    return try names.filter { $0.hasSuffix(".\(ending)") && !$0.hasSuffix(".zh.json") }
      .map { try String(contentsOf: folder.appendingPathComponent($0), encoding: .utf8) }
  }
}

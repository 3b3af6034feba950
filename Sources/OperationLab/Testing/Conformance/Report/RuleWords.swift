import Foundation
import OperationBench

/// What `rules.json` says of a rule, or of a way to break one. It can be translated.
package struct RuleWords: Decodable, Sendable {
  package private(set) var statement: String?
  package fileprivate(set) var cost: String?
  package fileprivate(set) var cure: String?
  var lesson: Int?
  /// The functions of libraries that it explains.
  private(set) var functions: [String]?
  /// The name of another one in the file, which says what is missing here.
  private var `as`: String?
  private var ways: [String: RuleWords]?

  package init(statement: String, cost: String, cure: String, lesson: Int) {
    self.statement = statement
    self.cost = cost
    self.cure = cure
    self.lesson = lesson
  }

  /// The words of that name: the id of a rule or the name of a way.
  init(named name: String) {
    guard var words = Self.all[name] else { Self.fail("has nothing named \(name)") }
    if let other = words.as.map(RuleWords.init(named:)) {
      words.cost = words.cost ?? other.cost
      words.cure = words.cure ?? other.cure
      words.lesson = words.lesson ?? other.lesson
    }
    self = words
  }

  /// Everything in the file, by its name. A name stands there once.
  package static let all: [String: RuleWords] = {
    do {
      let rules = try JSONDecoder().decode(
        [String: RuleWords].self, from: Data(PackageResources.rules_json))
      return rules.values.reduce(into: rules) { all, rule in
        all.merge(rule.ways ?? [:]) { _, twice in fail("has two of one name: \(twice)") }
      }
    } catch {
      fail("cannot be read: \(error)")
    }
  }()

  /// Ends the process, because the file lacks a text that is needed.
  static func lacks<Text>(_ text: String, of name: String) -> Text {
    fail("has no \(text) of \(name)")
  }

  private static func fail(_ fault: String) -> Never { fatalError("rules.json \(fault)") }
}

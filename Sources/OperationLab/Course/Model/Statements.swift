import Foundation
import OperationBench
import OperationDownloads

/// The claims of lessons as a reader of the articles meets them: article by article, in the order
/// of its text, then what only the documentation says, then the kit's own.
///
/// Made from the claims alone, so that a new one finds its place by itself.
package struct Statements: Sendable {
  /// A claim and the lesson that decides it.
  package struct Entry: Sendable {
    /// Where it is decided.
    package let lesson: Lesson
    /// The statement.
    package let claim: Claim
  }

  /// All, in the order of the lessons.
  package let entries: [Entry]

  /// The claims of these lessons.
  package init(_ lessons: [Lesson]) {
    entries = lessons.flatMap { lesson in lesson.claims.map { Entry(lesson: lesson, claim: $0) } }
  }

  /// What an article says, from its first statement to its last.
  package func of(_ article: Article) -> [Entry] {
    entries.filter { $0.claim.origin.article == article }
      .sorted { ($0.place, $0.claim.id) < ($1.place, $1.claim.id) }
  }

  /// The statements that only Apple's documentation makes.
  package var documented: [Entry] {
    entries.filter { if case .documentation = $0.claim.origin { true } else { false } }
  }

  /// The statements that only the kit tests.
  package var own: [Entry] { entries.filter { $0.claim.origin == .kit } }

  /// The consequences that the kit adds to a statement: its own claims of the same number, such as
  /// C14b for C14.
  package func consequences(of claim: Claim) -> [Entry] {
    own.filter { $0.claim.id.prefix(3) == claim.id.prefix(3) }
  }
}

extension Statements.Entry {
  /// Its place in the article, in thousandths. Statements without a known place come last.
  var place: Int { claim.origin.passage?.place ?? 1000 }
}

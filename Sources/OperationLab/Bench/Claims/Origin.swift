import OperationDoctor

/// Whose statement a claim is. A kit that judges others' statements must not put its own into
/// their mouths.
package enum Origin: Hashable, Sendable {
  /// An article says so, in the words of the passage.
  case article(Article, passage: Passage? = nil)
  /// Apple's documentation says so, on the page with that address.
  case documentation(page: String)
  /// The kit's own: a consequence that we measured.
  case kit

  /// A line of an article, as printed.
  package struct Passage: Hashable, Sendable {
    /// In the language of the article, spelt and punctuated as there.
    package let words: String
    /// In English. The words themselves where they are English.
    package let english: String
    /// How far down the article it stands: thousandths of the text, counted in characters from its
    /// title to its last sentence. `nil` if it is not known.
    package let place: Int?
    /// Where our statement says something else than these words: what is wrong with them. A
    /// statement that was mended must not pass for the article's own.
    package let correction: String?
    /// The page of Apple's documentation that says the same, if one does: where the statement is
    /// refuted, the article did not invent it.
    package let page: String?

    /// A passage with its translation.
    ///
    /// - Parameters:
    ///   - words: as printed.
    ///   - english: their translation.
    ///   - place: in thousandths of the article's text, 0 … 999.
    ///   - correction: what the statement says otherwise than the words, as a sentence.
    ///   - page: the address of Apple's page that says the same.
    package init(
      _ words: String, _ english: String, at place: Int? = nil, but correction: String? = nil,
      alsoOn page: String? = nil
    ) {
      self.words = words
      self.english = english
      self.place = place
      self.correction = correction
      self.page = page
    }
  }

  /// The article that says it. `nil` if none does.
  package var article: Article? {
    if case .article(let article, _) = self { article } else { nil }
  }

  /// The article's own words, if it is an article's and quoted.
  package var passage: Passage? {
    if case .article(_, let passage) = self { passage } else { nil }
  }

  /// Whose it is, as a heading begins: `Article C`, `Apple's documentation`, `The kit`. Both names
  /// where Apple's documentation says the same as the article.
  package var owner: Phrase {
    switch self {
    case .article(let article, let passage):
      passage?.page == nil
        ? "Article \(article.rawValue)"
        : "Article \(article.rawValue) and Apple's documentation"
    case .documentation: "Apple's documentation"
    case .kit: "The kit"
    }
  }
}

/// The five articles whose statements the kit tests.
package enum Article: String, Codable, CaseIterable, Sendable {
  case a = "A"
  case b = "B"
  case c = "C"
  case d = "D"
  case e = "E"
}

/// The pages of Apple's documentation that differences rest on: their addresses.
///
/// Statements are checked against the pages as they stood in 2026.
package enum ApplePage {
  private static let foundation = "https://developer.apple.com/documentation/foundation/"

  /// removeDependency(_:): which properties change.
  package static let removeDependency = foundation + "operation/removedependency(_:)"
  /// completionBlock: when it runs and when it is set to nil.
  package static let completionBlock = foundation + "operation/completionblock"
  /// The operation that runs blocks at the same time.
  package static let blockOperation = foundation + "blockoperation"
  /// The class that runs operations: order, lifetimes, threads.
  package static let queue = foundation + "operationqueue"
  /// isSuspended: what is started, and what stays in the queue.
  package static let isSuspended = foundation + "operationqueue/issuspended"
  /// cancelAllOperations(): a cancel() for each.
  package static let cancelAll = foundation + "operationqueue/cancelalloperations()"
  /// OperationQueue.main: one at a time, on the main thread.
  package static let mainQueue = foundation + "operationqueue/main"
}

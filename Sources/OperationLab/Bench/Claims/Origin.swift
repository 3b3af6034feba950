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

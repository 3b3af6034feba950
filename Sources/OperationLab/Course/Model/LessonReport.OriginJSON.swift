import OperationDownloads
import OperationTesting

extension LessonReport {
  /// Who says what a claim says.
  package struct OriginJSON: Codable, Sendable {
    /// `article`, `documentation` or `kit`.
    package var kind: String
    /// The article's letter.
    @OrNull package var article: Article?
    /// The article's own words, where they are quoted.
    @OrNull package var passage: String?
    /// The address of the page of documentation that says it, alone or as the article does.
    @OrNull package var page: String?

    init(_ origin: Origin) {
      kind = "kit"
      switch origin {
      case .article(let article, let passage):
        kind = "article"
        self.article = article
        self.passage = passage?.words
        page = passage?.page
      case .documentation(let page):
        kind = "documentation"
        self.page = page
      case .kit: break
      }
    }
  }

  /// A value that is written as `null` when it is not there, instead of being left out.
  @propertyWrapper
  package struct OrNull<Value: Codable & Sendable>: Codable, Sendable {
    /// The value.
    package var wrappedValue: Value?

    /// Nothing, or the value.
    package init(wrappedValue: Value? = nil) { self.wrappedValue = wrappedValue }

    /// Reads the value or `null`.
    package init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      wrappedValue = container.decodeNil() ? nil : try container.decode(Value.self)
    }

    /// Writes the value or `null`.
    package func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      if let wrappedValue { try container.encode(wrappedValue) } else { try container.encodeNil() }
    }
  }
}

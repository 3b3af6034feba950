import OperationCourse
import OperationDownloads

/// What `docc` writes about one page of a site, as far as it is inspected.
struct SitePage: Decodable {
  /// Such as `symbol` or `article`.
  let kind: String
  /// The first sentence. `nil` or empty when there is none.
  let abstract: [Piece]?
  private let metadata: Metadata
  private let topicSections: [Topics]?
  private let references: [String: Reference]?

  struct Piece: Decodable {}

  private struct Metadata: Decodable {
    let title: String?
    let symbolKind: String?
    let modules: [Module]?
  }

  private struct Module: Decodable { let name: String }

  private struct Topics: Decodable {
    let identifiers: [String]
    /// `docc` has made the group itself, of what no group names.
    let generated: Bool?
  }

  private struct Reference: Decodable {
    let type: String
    let title: String?
    let url: String?
    let variants: [Variant]?
  }

  private struct Variant: Decodable { let url: String }

  /// Somewhere that a page leads to, or a picture that it shows.
  struct Link: Equatable {
    enum Kind {
      /// A page of the site, or a place on one.
      case topic
      /// A file that belongs to the site: a picture.
      case file
      /// As the author wrote it, from the root of the host.
      case address
    }
    let kind: Kind
    let url: String
  }

  var title: String { metadata.title ?? "?" }
  /// The page of a module: the library's own, or one that it extends.
  var isModule: Bool { metadata.symbolKind == "module" || metadata.symbolKind == "extension" }
  /// Of a module or a type that is not the library's own, and documented elsewhere.
  var isForeign: Bool { metadata.symbolKind == "extension" }

  /// In no particular order.
  var links: [Link] {
    (references ?? [:]).flatMap { name, reference -> [Link] in
      switch reference.type {
      case "topic", "section": [Link(kind: .topic, url: reference.url ?? name)]
      case "image", "video": (reference.variants ?? []).map { Link(kind: .file, url: $0.url) }
      case "link", "download": [Link(kind: .address, url: reference.url ?? name)]
      // Names of other modules' symbols, which are shown without a link. A link of an author's that
      // leads nowhere is an error of `docc`'s.
      default: []
      }
    }.sorted { $0.url < $1.url }
  }

  /// The titles of what stands in no group but those that `docc` has made.
  var ungrouped: [String] {
    (topicSections ?? []).filter { $0.generated == true }.flatMap(\.identifiers)
      .map { references?[$0]?.title ?? $0 }
  }
}

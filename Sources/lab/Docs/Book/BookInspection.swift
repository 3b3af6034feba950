import LabShared
import Foundation
import OperationCourse
import OperationDownloads
import OperationTesting

/// Reads a finished site and says what is wrong with it: links that lead nowhere, symbols without
/// documentation, symbols under no topic.
struct BookInspection {
  let site: URL
  /// The path below which the site will lie, such as `/kit`.
  let base: String

  /// A sentence for each thing that is wrong, in the order of the pages.
  ///
  /// - Throws: a failure when there is no site, or nothing in it that can be read.
  func problems() throws(Failure) -> [String] {
    let paths = try pages()
    var problems = try frontPage().compactMap(deadLink).map { "index.html: \($0)" }
    for path in paths {
      let page = try page(at: path)
      let name = path.dropLast(".json".count)
      problems += page.links.compactMap(deadLink).map { "\(name): \($0)" }
      if page.kind == "symbol", page.abstract?.isEmpty ?? true, !page.isModule {
        problems.append("\(name): \(page.title) has no documentation")
      }
      if page.isModule, !page.isForeign {
        let frontPage = BookCatalogue.frontPage(of: page.title)
        problems += page.ungrouped.map { "\(frontPage): no topic names \($0)" }
      }
    }
    return problems
  }

  /// How many pages the site has.
  func count() throws(Failure) -> Int { try pages().count }

  /// The relative links of the page that the site opens with.
  private func frontPage() throws(Failure) -> [SitePage.Link] {
    let page: String
    do {
      page = try String(contentsOf: site.appendingPathComponent("index.html"), encoding: .utf8)
    } catch {
      throw Failure(status: .unreadable, message: "cannot read index.html of the site: \(error)")
    }
    return page.matches(of: #/\s(?:href|src)="(?<url>[^":#]+)"/#).map { link in
      let url = "/\(link.url)"
      return SitePage.Link(kind: .file, url: url.hasSuffix("/") ? url + "index.html" : url)
    }
  }

  private func pages() throws(Failure) -> [String] {
    let data = site.appendingPathComponent("data")
    guard let paths = FileManager.default.enumerator(atPath: data.path)?.allObjects as? [String],
      !paths.isEmpty
    else {
      throw Failure(
        status: .unreadable, message: "\(site.path) holds no site. Make one with Scripts/book")
    }
    return paths.filter { $0.hasSuffix(".json") }.sorted()
  }

  private func page(at path: String) throws(Failure) -> SitePage {
    do {
      let file = site.appendingPathComponent("data/\(path)")
      return try JSONDecoder().decode(SitePage.self, from: Data(contentsOf: file))
    } catch {
      throw Failure(status: .unreadable, message: "cannot read data/\(path) of the site: \(error)")
    }
  }

  /// What is wrong with a link. `nil` for one that leads somewhere, or out of the site.
  private func deadLink(_ link: SitePage.Link) -> String? {
    if link.url.contains(":") { return nil }
    var path = String(link.url.prefix { $0 != "#" })
    if link.kind == .address {
      guard path.isEmpty || path.hasPrefix(base + "/") else {
        return "the link '\(link.url)' leads out of \(base)/"
      }
      path = String(path.dropFirst(base.count))
    }
    let file = link.kind == .topic ? path.lowercased() + "/index.html" : path
    let isThere =
      path.isEmpty
      || FileManager.default.fileExists(atPath: site.appendingPathComponent(file).path)
    return isThere ? nil : "'\(link.url)' is not there"
  }
}

import LabShared
import Foundation
import OperationDownloads
import OperationTesting

/// Where the links of a page lead in the site.
struct BookLinks {
  /// The address at which the checkout's files can be read, without a slash at its end. `nil` when
  /// none was given. Then the site itself shows the files.
  let source: String?
  /// Whether the checkout has such a file.
  let exists: (String) -> Bool

  /// A link's new destination, and the file of the checkout that the site needs for it.
  struct Target: Equatable {
    let destination: String
    var file: String?
  }

  /// - Parameters:
  ///   - destination: as written in the page.
  ///   - page: the page's path from the checkout's root.
  /// - Returns: `nil` for what leads out of the checkout, or to a place on the same page.
  /// - Throws: a failure that names page and link when there is no such file.
  func target(of destination: String, in page: String) throws(Failure) -> Target? {
    guard !destination.contains(":"), !destination.hasPrefix("#"), !destination.hasPrefix("/")
    else { return nil }
    let parts = destination.split(separator: "#", maxSplits: 1).map(String.init)
    let path = Self.path(parts[0], from: page)
    guard exists(path) else {
      throw Failure(
        status: .unreadable, message: "\(page) links to '\(destination)', and there is no such file"
      )
    }
    if path.hasSuffix(".svg") {
      return Target(destination: BookNames.picture(path), file: path)
    }
    if let source, !path.hasSuffix(".md") {
      return Target(destination: "\(source)/\(path)")
    }
    let place = parts.count > 1 ? "#\(parts[1])" : ""
    return Target(destination: "doc:\(BookNames.article(path))\(place)", file: path)
  }

  /// A relative path, seen from the folder of a page. Both from the checkout's root.
  static func path(_ relative: String, from page: String) -> String {
    var parts = page.split(separator: "/").dropLast().map(String.init)
    for part in relative.split(separator: "/").map(String.init) where part != "." {
      if part == ".." { _ = parts.popLast() } else { parts.append(part) }
    }
    return parts.joined(separator: "/")
  }
}

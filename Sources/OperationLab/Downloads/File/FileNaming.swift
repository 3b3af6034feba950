import Foundation

/// Names of files for addresses: harmless ones, whatever a stranger's address says.
package enum FileNaming {
  /// So that `.part.json.new` still fits into the 255 bytes that file systems allow.
  private static let mostBytes = 200

  /// A name for each address, in their order. No two are the same, not even to a file system that
  /// does not tell upper from lower case.
  ///
  /// The first address keeps the plain name. Another that would have the same gets a mark made from
  /// the address itself, so that the same command gives the same names again.
  ///
  /// - Parameter given: names that are taken already.
  package static func names(for urls: [URL], besides given: [String] = []) -> [String] {
    var taken = Set(given.map { $0.lowercased() })
    return urls.map { url in
      var name = name(for: url)
      var attempt = 0
      while !taken.insert(name.lowercased()).inserted {
        let mark = StableHash.of(Data("\(attempt)\(url.absoluteString)".utf8))
        name = FileNaming.name(for: url, mark: "-" + StableHash.digits(mark).prefix(8))
        attempt += 1
      }
      return name
    }
  }

  /// A name from the last component of the address's path.
  ///
  /// It has no separator and no control character, does not begin with a dot, is not longer than
  /// 200 bytes, and is none that a part of another download might have.
  package static func name(for url: URL) -> String { name(for: url, mark: "") }

  /// A harmless name made of the one that a server gives. `nil` if nothing of it is left.
  package static func name(given text: String) -> String? {
    // Only what comes after the last separator: the rest would be a folder.
    let last = text.split(omittingEmptySubsequences: false) { "/\\".contains($0) }.last ?? ""
    let name = harmless(String(last))
    return name.isEmpty ? nil : safe(name, mark: "")
  }

  /// Whether a text may be the name of a download as it is.
  package static func isHarmless(_ name: String) -> Bool {
    !name.isEmpty && name == safe(harmless(name), mark: "")
  }

  private static func name(for url: URL, mark: String) -> String {
    let path = url.path(percentEncoded: false)
    let last = path.split(separator: "/", omittingEmptySubsequences: true).last.map(String.init)
    var name = harmless(last ?? "")
    if name.isEmpty { name = harmless(url.host(percentEncoded: false) ?? "") }
    return safe(name.isEmpty ? "download" : name, mark: mark)
  }

  private static func safe(_ name: String, mark: String) -> String {
    var name = name
    if [".part", ".part.json", ".part.json.new"].contains(where: { name.lowercased().hasSuffix($0) }
    ) {
      name += ".file"
    }
    return shortened(name, mark: mark)
  }

  private static func harmless(_ text: String) -> String {
    let scalars = text.unicodeScalars.map { scalar -> Unicode.Scalar in
      switch scalar.properties.generalCategory {
      // Format characters, too: they can make a name read backwards on a terminal.
      case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator,
        .paragraphSeparator:
        "_"
      default: ["/", "\\", ":"].contains(scalar) ? "_" : scalar
      }
    }
    let name = String(String.UnicodeScalarView(scalars)).drop { $0 == "." || $0 == " " }
    return String(name.trimmingSuffix { $0 == "." || $0 == " " })
  }

  /// The name with a mark before its extension, cut in its middle if it is too long.
  private static func shortened(_ name: String, mark: String) -> String {
    let dot = name.lastIndex(of: ".") ?? name.endIndex
    var (stem, ending) = (name[..<dot], name[dot...])
    // A long "extension" is none.
    if ending.utf8.count > 20 { (stem, ending) = (name[...], "") }
    while stem.utf8.count + mark.utf8.count + ending.utf8.count > mostBytes { stem.removeLast() }
    return stem + mark + ending
  }
}

extension String.SubSequence {
  fileprivate func trimmingSuffix(while predicate: (Character) -> Bool) -> Self {
    var rest = self
    while let last = rest.last, predicate(last) { rest.removeLast() }
    return rest
  }
}

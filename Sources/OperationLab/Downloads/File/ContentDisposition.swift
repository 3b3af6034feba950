import Foundation

/// The file name in a reply's `Content-Disposition` header, `attachment; filename="a.zip"`.
///
/// Source of the rules: RFC 6266, section 4.1, and RFC 8187. It is a stranger's word: what is safe
/// as a name is for `FileNaming` to say.
enum ContentDisposition {
  /// The name that comes as `filename*`, or else as `filename`. `nil` without one.
  static func fileName(_ header: String) -> String? {
    var names: [String: String] = [:]
    for part in parts(of: header).dropFirst() {
      let halves = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard halves.count == 2 else { continue }
      let key = halves[0].trimmingCharacters(in: .whitespaces).lowercased()
      names[key] = names[key] ?? unquoted(halves[1].trimmingCharacters(in: .whitespaces))
    }
    return names["filename*"].flatMap(decoded) ?? names["filename"]
  }

  /// The parts between semicolons, but not those within quotes.
  private static func parts(of header: String) -> [String] {
    var parts = [""]
    var (isQuoted, isEscaped) = (false, false)
    for character in header {
      if character == ";", !isQuoted {
        parts.append("")
        continue
      }
      if character == "\"", !isEscaped { isQuoted.toggle() }
      isEscaped = character == "\\" && isQuoted && !isEscaped
      parts[parts.count - 1].append(character)
    }
    return parts
  }

  private static func unquoted(_ text: String) -> String {
    guard text.count >= 2, text.hasPrefix("\""), text.hasSuffix("\"") else { return text }
    var (name, isEscaped) = ("", false)
    for character in text.dropFirst().dropLast() {
      isEscaped = character == "\\" && !isEscaped
      if !isEscaped { name.append(character) }
    }
    return name
  }

  /// `UTF-8'en'%e2%82%ac%20rates` without its first two parts.
  private static func decoded(_ text: String) -> String? {
    let parts = text.split(separator: "'", maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3, parts[0].lowercased() == "utf-8" else { return nil }
    return parts[2].removingPercentEncoding
  }
}

import OperationCourse

/// What a file of the checkout is called in the site.
package enum BookNames {
  /// The article that a page or a file becomes. No name is that of a symbol of the library.
  package static func article(_ path: String) -> String {
    let (page, language) = Language.original(of: path)
    guard language == .english else { return "\(article(page))-\(language.rawValue)" }
    let parts = path.split(separator: "/").map(String.init)
    switch (parts.first, parts.count, parts.last) {
    case (_, 1, "README.md"): return "about"
    case (_, 1, "CONTRIBUTING.md"): return "contributing"
    case ("Lessons", 2, "README.md"): return "the-lessons"
    case ("Lessons", 2, let page?) where page.hasSuffix(".md"):
      return "course-" + plain(page.dropLast(3))
    case ("Lessons", 3, "README.md"): return "lesson-" + plain(parts[1][...])
    default: return "file-" + plain(path[...])
    }
  }

  /// The picture of a page: the catalogue has one folder for all.
  package static func picture(_ path: String) -> String {
    let parts = path.split(separator: "/").dropFirst(path.hasPrefix("Lessons/") ? 1 : 0)
    let words = parts.joined(separator: "/").replacing("pictures/", with: "")
    return plain(words.dropLast(4)) + words.suffix(4)
  }

  /// The steppable page of a lesson, in the folder `steps` of the site.
  package static func steps(_ folder: String) -> String { "lesson-\(folder).html" }

  private static func plain(_ text: Substring) -> String {
    String(text.lowercased().map { $0.isLetter || $0.isNumber ? $0 : "-" })
  }
}

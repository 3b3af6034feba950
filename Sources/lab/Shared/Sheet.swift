import OperationDoctor

/// A screenful: what fits on it, and how blocks of lines are laid out on several.
package struct Sheet: Equatable, Sendable {
  package var columns: Int
  package var rows: Int

  package init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
  }

  /// Rows between the heading and the keys.
  package var room: Int { max(4, rows - 4) }

  /// The last row: these keys, and where not all fit, the last ones without what they mean.
  package func footer(_ keys: [String], _ paper: Paper) -> String {
    let lines = (1...keys.count).reversed().map { whole in
      let bare = keys.dropFirst(whole).map { String($0.prefix { $0 != " " }) }
      return (keys.prefix(whole) + bare).joined(separator: bare.isEmpty ? "   " : "  ")
    }
    let line = lines.first { TerminalText.columns($0) <= columns } ?? lines[keys.count - 1]
    return paper.toned(paper.plain(line).cut(to: columns), .remarkable)
  }

  /// Puts blocks of lines on as few screens as keep each block together. A block that is longer
  /// than a screen is cut. A blank line goes between two blocks on one screen.
  package func pages(_ blocks: [[String]]) -> [[String]] {
    var pages: [[String]] = []
    var page: [String] = []
    for block in blocks where !block.isEmpty {
      if !page.isEmpty, page.count + 1 + block.count > room {
        pages.append(page)
        page = []
      }
      page += page.isEmpty ? block : [""] + block
      while page.count > room {
        pages.append(Array(page.prefix(room)))
        page = Array(page.dropFirst(room))
      }
    }
    return page.isEmpty && !pages.isEmpty ? pages : pages + [page]
  }
}

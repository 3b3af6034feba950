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

  /// The last row: the first of these keys, and of the others those that fit beside it.
  package func footer(_ keys: [String], _ paper: Paper) -> String {
    let line = keys.dropFirst().reduce(keys[0]) { line, key in
      let longer = line + "   " + key
      return TerminalText.columns(longer) <= columns ? longer : line
    }
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

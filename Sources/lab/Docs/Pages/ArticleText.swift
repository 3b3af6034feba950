import OperationCourse

/// The text of an article, against which its table is held.
struct ArticleText {
  private let table: ArticleTable
  /// Without the pronunciation that one copy has in brackets behind some signs.
  private var signs: [Character] = []
  /// Where each of them stands, in thousandths of the text as it is.
  private var places: [Int] = []

  /// - Returns: `nil` if the text does not begin and end as the table says.
  init?(_ text: String, _ table: ArticleTable) {
    self.table = table
    let all = Array(text)
    var rest = all[...]
    while let sign = rest.first {
      if sign == "(", signs.last?.isHan == true, let end = rest.prefix(10).firstIndex(of: ")"),
        rest[..<end].dropFirst().isPronunciation
      {
        rest = rest[(end + 1)...]
      } else {
        places.append(rest.startIndex)
        signs.append(rest.removeFirst())
      }
    }
    guard signs.starts(with: table.title.original),
      let end = signs.firstRange(of: Array(table.ends))?.upperBound
    else { return nil }
    signs.removeLast(signs.count - end)
    let length = places[end - 1] + 1
    places = places.prefix(end).map { $0 * 1000 / length }
  }

  /// What is wrong with the table: a sentence without a row, a row or a quotation that the text does
  /// not have there.
  var mistakes: [String] {
    var (mistakes, rows): ([String], [(start: Int, claims: [String])]) = ([], [])
    for passage in table.passages {
      for row in passage.sentences {
        let next = rows.last.map { $0.start + 1 } ?? 0
        let starts = signs[next...].ranges(of: Array(row.begins)).map(\.lowerBound)
        if let start = starts.first(where: { places[$0] == row.place }), row.begins.count <= 12 {
          rows.append((start, passage.claims ?? []))
        } else {
          let place = starts.first.map { "is at \(places[$0]), not" } ?? "is not"
          mistakes.append("'\(row.begins)' \(place) at \(row.place)")
        }
      }
    }
    mistakes += sentences.filter { start in !rows.contains { $0.start == start } }.map { start in
      "no row for '\(String(signs[start...].prefix(12)))' at \(places[start])"
    }
    let ends = rows.dropFirst().map(\.start) + [signs.count]
    for claim in Lessons.all.flatMap(\.claims) where claim.origin.article == table.article {
      guard let passage = claim.origin.passage, let place = passage.place else { continue }
      let quotations = signs.ranges(of: Array(passage.words))
        .filter { places[$0.lowerBound] == place }
      // A quotation may continue in the next passage.
      let isThere = zip(rows, ends).contains { row, end in
        row.claims.contains(claim.id) && quotations.contains { $0.overlaps(row.start..<end) }
      }
      if !isThere { mistakes.append("\(claim.id) is not quoted from its passage, at \(place)") }
    }
    return mistakes
  }

  /// Where the sentences begin. They end with a full stop, a line, or a comment in code. One says
  /// something if it has eight signs and is no code.
  var sentences: [Int] {
    var (found, start): ([Int], Int) = ([], 0)
    for place in signs.indices where place >= start {
      let isComment = ["//", "/*", "*/"].contains(String(signs[place...].prefix(2)))
      let isLast = place == signs.count - 1
      guard isComment || isLast || "。！？\n".contains(signs[place]) else { continue }
      let sentence = signs[start..<(isLast ? signs.count : place)]
        .drop { $0.isWhitespace || "•*-".contains($0) }
      if sentence.isSentence { found.append(sentence.startIndex) }
      start = place + (isComment ? 2 : 1)
    }
    return found
  }
}

extension Character {
  fileprivate var isHan: Bool { unicodeScalars.contains { (0x3400...0x9FFF).contains($0.value) } }
}

extension ArraySlice<Character> {
  /// Such as `zhǎng`.
  fileprivate var isPronunciation: Bool {
    allSatisfy { $0.isLetter && !$0.isHan } && !allSatisfy(\.isASCII)
  }

  fileprivate var isSentence: Bool {
    guard count(where: { !$0.isWhitespace }) >= 8 else { return false }
    return contains(where: \.isHan)
      || first?.isUppercase == true && count(where: { $0 == " " }) > 4
        && !contains(where: ";{}".contains)
  }
}

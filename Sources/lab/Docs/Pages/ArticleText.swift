import OperationCourse
import OperationTesting

/// The text of an article, against which its table is held.
struct ArticleText {
  /// Without the pronunciation that one copy has in brackets behind some signs.
  private let signs: [Character]
  /// Where each of them stands, in thousandths of the text as it is.
  private let places: [Int]
  private let table: ArticleTable

  /// - Returns: `nil` if the text does not begin and end as the table says.
  init?(_ text: String, _ table: ArticleTable) {
    let all = Array(text)
    var kept: [Int] = []
    var place = 0
    while place < all.count {
      if all[place] == "(", let last = kept.last, all[last].isHan,
        let end = all[place...].prefix(10).firstIndex(of: ")"), all[place + 1..<end].isPronunciation
      {
        place = end + 1
      } else {
        kept.append(place)
        place += 1
      }
    }
    let shown = kept.map { all[$0] }
    guard let beginning = table.passages.first?.sentences.first?.begins,
      shown.starts(with: beginning), let end = shown.firstRange(of: Array(table.ends))
    else { return nil }
    let length = kept[end.upperBound - 1] + 1
    signs = Array(shown[..<end.upperBound])
    places = kept[..<end.upperBound].map { $0 * 1000 / length }
    self.table = table
  }

  /// What is wrong with the table: a sentence without a row, a row or a quotation that the text does
  /// not have there.
  var mistakes: [String] {
    var (mistakes, rows): ([String], [(start: Int, passage: ArticleTable.Passage)]) = ([], [])
    var next = 0
    for passage in table.passages {
      for row in passage.sentences {
        let starts = signs[next...].ranges(of: Array(row.begins)).map(\.lowerBound)
        guard let start = starts.first(where: { places[$0] == row.place }),
          row.begins.count <= 12
        else {
          let place = starts.first.map { "is at \(places[$0]), not" } ?? "is not"
          mistakes.append("'\(row.begins)' \(place) at \(row.place)")
          continue
        }
        rows.append((start, passage))
        next = start + 1
      }
    }
    let starts = Set(rows.map(\.start))
    mistakes += sentences.filter { !starts.contains($0) }.map { start in
      "no row for '\(String(signs[start...].prefix(12)))' at \(places[start])"
    }
    let ends = rows.dropFirst().map(\.start) + [signs.count]
    let spans = zip(rows, ends).map { (start: $0.start, end: $1, claims: $0.passage.claims ?? []) }
    return mistakes + quotations(spans)
  }

  /// The quotations that the text does not have, or that stand in a passage without their claim.
  private func quotations(_ spans: [(start: Int, end: Int, claims: [String])]) -> [String] {
    Lessons.all.flatMap(\.claims).compactMap { claim in
      guard claim.origin.article == table.article, let passage = claim.origin.passage,
        let place = passage.place
      else { return nil }
      let starts = signs.ranges(of: Array(passage.words)).map(\.lowerBound)
      let near = starts.filter { abs(places[$0] - place) <= 2 }
      if near.isEmpty { return "\(claim.id) quotes what is not at \(place): \(passage.words)" }
      // A quotation may continue in the next passage.
      let isThere = near.contains { start in
        spans.contains { span in
          span.start < start + passage.words.count && span.end > start
            && span.claims.contains(claim.id)
        }
      }
      return isThere ? nil : "\(claim.id) is not in the passage that it quotes"
    }
  }

  /// Where the sentences begin. They end with a full stop, a line, or a comment in code. One says
  /// something if it has eight signs and is no code.
  var sentences: [Int] {
    var found: [Int] = []
    var start = 0
    for place in signs.indices where place >= start {
      let two = signs[place...].prefix(2)
      let isComment = two.elementsEqual("//") || two.elementsEqual("/*") || two.elementsEqual("*/")
      let isLast = place == signs.count - 1
      guard isComment || "。！？\n".contains(signs[place]) || isLast else { continue }
      let end = isLast ? signs.count : place
      let first = signs[start..<end].firstIndex { !$0.isWhitespace && !"•*-".contains($0) }
      if let first, signs[first..<end].isSentence { found.append(first) }
      start = place + (isComment ? 2 : 1)
    }
    return found
  }
}

extension Character {
  fileprivate var isHan: Bool {
    unicodeScalars.contains { (0x3400...0x9FFF).contains($0.value) }
  }
}

extension ArraySlice<Character> {
  /// Such as `zhǎng`.
  fileprivate var isPronunciation: Bool {
    !isEmpty && allSatisfy { $0.isLetter && !$0.isHan } && !allSatisfy(\.isASCII)
  }

  fileprivate var isSentence: Bool {
    guard count(where: { !$0.isWhitespace }) >= 8, let first else { return false }
    return contains(where: \.isHan)
      || first.isUppercase && count(where: { $0 == " " }) > 4 && !contains(where: ";{}".contains)
  }
}

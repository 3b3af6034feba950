import OperationLab

extension TimelineFacts {
  /// Reads an ASCII picture as a person would: a bar's ends stand under the numbers of events.
  ///
  /// For names of letters and digits, and pictures wide enough that every number is shown.
  static func picture(_ text: String, last: Int) -> [String] {
    let lines = text.split(separator: "\n").map { $0.split(separator: "|", maxSplits: 1) }
      .filter { $0.count == 2 }
    guard let ruler = lines.first.map({ Ruler(String($0[1]), last: last) }) else { return [] }
    var thread = ""
    var facts: [TimelineFacts] = []
    for line in lines.dropFirst() {
      let title = line[0].filter { $0 != " " }
      if !title.isEmpty { thread = title }
      facts += row(Array(line[1]), thread: thread, ruler: ruler)
    }
    return sorted(facts)
  }

  /// Event numbers by column.
  private struct Ruler {
    var numbers: [Int: Int] = [:]
    let last: Int

    init(_ text: String, last: Int) {
      self.last = last
      for match in text.matches(of: /\d+/) {
        let column = text.distance(from: text.startIndex, to: match.range.lowerBound)
        numbers[column] = Int(match.output)
      }
    }

    func number(_ column: Int) -> Int { numbers[column] ?? -1 }
  }

  private static func row(_ cells: [Character], thread: String, ruler: Ruler) -> [TimelineFacts] {
    var facts: [TimelineFacts] = []
    var run: [TimelineFacts] = []
    var name = ""
    var open: [Int] = []
    var lastEnd = -1
    func endRun() {
      facts += run.map { fact in
        var fact = fact
        fact.subject = name
        return fact
      }
      (run, name, lastEnd) = ([], "", -1)
    }
    func add(_ kind: String, from: Int, to: Int?) {
      run.append(
        TimelineFacts(
          subject: "", thread: thread, kind: kind, from: ruler.number(from),
          to: to.map(ruler.number) ?? ruler.last, isOpen: to == nil))
    }
    guard cells.contains("[") else { return [] }
    for (column, cell) in cells.enumerated() {
      switch cell {
      case "[":
        if open.isEmpty { endRun() }
        open.append(column)
      case "]":
        if let from = open.popLast() {
          add(cells[column - 1] == "=" ? "body" : "start", from: from, to: column)
          lastEnd = column
        } else {
          add("unfinished", from: lastEnd, to: column)
        }
      case ">":
        if open.isEmpty { add("unfinished", from: lastEnd, to: nil) }
        while let from = open.popLast() {
          add(
            open.count == 1 || cells[column - 1] == "=" && run.isEmpty ? "body" : "start",
            from: from, to: nil)
        }
      case "-", "=", ".", " ": break
      default: name.append(cell)
      }
    }
    endRun()
    return facts
  }
}

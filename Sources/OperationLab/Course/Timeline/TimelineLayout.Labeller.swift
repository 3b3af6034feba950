import OperationLab

extension TimelineLayout {
  /// Finds a place for every name: inside its bar, beside it, or as a number with a key.
  struct Labeller {
    let columns: Int
    let isASCII: Bool
    private let numbersMarks: Bool
    private(set) var key: [String] = []
    private var numbers: [String: Int] = [:]

    /// A longer key would be no help; what has no number is still in the list of events.
    private static let keyLimit = 40

    /// Free columns for a label.
    private struct Spot {
      let column: Int
      let room: Int
    }

    init(axis: Axis, isASCII: Bool) {
      columns = axis.columns
      // In a crowd, names of moments would only push those of bars out of the key.
      numbersMarks = !axis.isCompressed
      self.isASCII = isASCII
    }

    func visible(_ name: String) -> String {
      name.isEmpty ? "(no name)" : TerminalText.visible(name, isASCII: isASCII)
    }

    mutating func label(_ lane: inout Lane) {
      for row in lane.rows.indices {
        for index in lane.rows[row].indices {
          let isLast = index == lane.rows[row].count - 1
          let next = isLast ? columns + 1 : lane.rows[row][index + 1].first
          lane.rows[row][index].label = label(lane.rows[row][index], next: next)
        }
      }
      for index in lane.marks.indices {
        let isLast = index == lane.marks.count - 1
        let next = isLast ? columns + 1 : lane.marks[index + 1].column
        lane.marks[index].label = label(lane.marks[index], next: next)
      }
    }

    private mutating func label(_ bar: Bar, next: Int) -> Label? {
      if bar.isShared {
        let count = (isASCII ? "x" : "×") + String(bar.count)
        return fit(count, [Spot(column: bar.first + 1, room: bar.width - 2)])
      }
      var spots = bar.namesakes.map { Spot(column: $0.first + 1, room: $0.width - 2) }
      if let tail = bar.tail {
        let start = bar.lastBusy.map { $0 + 1 } ?? tail.first
        spots.append(Spot(column: start + 1, room: tail.last - start - 1))
      }
      spots.append(Spot(column: bar.last + 2, room: next - bar.last - 3))
      return fit(visible(bar.subject), spots) ?? number(bar.subject, spots)
    }

    private mutating func label(_ mark: Mark, next: Int) -> Label? {
      let start = mark.column + (isASCII ? 2 : 1)
      let spot = Spot(column: start, room: next - start - 1)
      // The end of everything is about all subjects, and needs no names.
      guard !mark.isMixed, mark.kind != .settled else { return nil }
      let first = mark.first.event
      if mark.count > 1 {
        let names = visible(first.subject) + (isASCII ? ".." : "…")
        return fit(names + visible(mark.last.event.subject), [spot])
          ?? fit((isASCII ? "x" : "×") + String(mark.count), [spot])
      }
      let isNote = mark.kind == .noted && !first.note.isEmpty
      return fit(visible(isNote ? first.note : first.subject), [spot])
        ?? fit(visible(first.subject), [spot])
        ?? (numbersMarks ? number(first.subject, [spot]) : nil)
    }

    private func fit(_ text: String, _ spots: [Spot]) -> Label? {
      let width = TerminalText.columns(text)
      guard let spot = spots.first(where: { $0.room >= width }) else { return nil }
      return Label(text: text, column: spot.column)
    }

    private mutating func number(_ subject: String, _ spots: [Spot]) -> Label? {
      let known = numbers[subject]
      guard known != nil || key.count < Self.keyLimit else { return nil }
      let number = known ?? key.count + 1
      guard var label = fit(String(number), spots) else { return nil }
      if known == nil {
        numbers[subject] = number
        key.append(visible(subject))
      }
      label.isNumber = true
      return label
    }
  }
}

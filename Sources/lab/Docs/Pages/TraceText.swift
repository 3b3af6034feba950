import OperationCourse
import OperationDoctor
import OperationBench

/// A trace as a plain table for a page: place, thread, subject, what happened, state.
struct TraceText {
  let language: Language

  /// What a page shows of a trace at most. Of a longer one it shows what decides.
  private static let most = 40

  /// - Parameters:
  ///   - deciding: the places of the events that decide a claim.
  ///   - all: the command that shows the whole trace.
  func table(_ trace: Trace, deciding: Set<Int> = [], all: String = "") -> String {
    let rows = trace.events.map { event in
      [
        "#\(event.seq)", event.thread, event.subject, language(event.phrase),
        language.flags(event.state),
      ]
    }
    let widths = (0..<5).map { column in rows.map { TerminalText.columns($0[column]) }.max() ?? 0 }
    let lines = rows.map { row in
      zip(row, widths).map { $0.padded(to: $1) }.joined(separator: "  ").trimmedAtEnd
    }
    guard lines.count > Self.most, !deciding.isEmpty else { return lines.joined(separator: "\n") }
    return zip(trace.events, lines).filter { deciding.contains($0.0.seq) }.map(\.1)
      .joined(separator: "\n") + "\n\n"
      + language("The rows that decide. All \(lines.count): \(all)")
  }
}

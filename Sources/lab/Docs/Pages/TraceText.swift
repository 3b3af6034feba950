import LabShared
import OperationLab

/// A trace as a plain table for a page: place, thread, subject, what happened, state.
enum TraceText {
  static func table(_ trace: Trace) -> String {
    let rows = trace.events.map { event in
      ["#\(event.seq)", event.thread, event.subject, event.phrase, event.state.description]
    }
    let widths = (0..<5).map { column in rows.map { $0[column].count }.max() ?? 0 }
    return rows.map { row in
      zip(row, widths).map { $0.padded(to: $1) }.joined(separator: "  ").trimmedAtEnd
    }.joined(separator: "\n")
  }
}

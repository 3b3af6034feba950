import Foundation
import OperationDownloads
import OperationBench

/// How far the downloads of a program have come, a bar for each, as its events tell.
struct ProgressTable: Sendable {
  private var rows: [String: DownloadProgress] = [:]

  /// Takes in what an event says. Most say nothing of progress.
  mutating func add(_ event: Event) {
    if let progress = event.progress, progress.total != nil { rows[event.subject] = progress }
  }

  /// A line for each, in the order of their names. `nil` when there is nothing to show.
  func text(for paper: Paper) -> String? {
    if rows.isEmpty { return nil }
    let subjects = rows.keys.sorted { $0.compare($1, options: .numeric) == .orderedAscending }
    let longest = min(subjects.map(\.count).max() ?? 0, max(4, paper.width / 3))
    // Two blanks before the name and two after it, one before the five of `100 %`, one left free.
    let room = min(30, max(1, paper.width - longest - 11))
    return subjects.compactMap { subject in
      guard let fraction = rows[subject]?.fraction else { return nil }
      let bar = paper.bar(fraction, columns: room)
      let percent = "\(Int(fraction * 100)) %".leftPadded(to: 5)
      return "  \(subject.cut(to: longest).padded(to: longest))  \(bar) \(percent)"
    }.joined(separator: "\n")
  }
}

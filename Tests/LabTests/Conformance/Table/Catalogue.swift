import Foundation
import OperationLab

/// The table: what the battery must say of each subject in the folder `Subjects`.
enum Catalogue {
  static let rows: [CatalogueRow] =
    announcing + cancelling + designs + finishing + locking + memory + modern + races + readiness
    + starting + states
    + sound.map(CatalogueRow.init(sound:))

  /// Designs that differ, and break nothing.
  private static let sound = [
    "AtomicStateOperation",
    "NamedBlockOperation",
    "KitsOwn.asynchronous",
    "KitsOwn.connection",
    "KitsOwn.concurrentBlocks",
    "KitsOwn.invocation",
    "KitsOwn.tracedBlock",
    "LockOperation",
    "MainOnlyOperation",
    "WaitingInMainOperation",
    "MutexOperation",
    "TaskOperation",
    "ImpatientOperation",
    "MainQueueOperation",
    "WrappingOperation",
    "PollingOperation",
    "PostingAfterwardsOperation",
    "LoginOperation",
    "RecursiveLockOperation",
    "SerialQueueOperation",
  ]

  /// All rules except those.
  static func allBut(_ rules: [String]) -> [String] {
    Battery.rules.map(\.id).filter { !rules.contains($0) }
  }
}

extension Catalogue {
  /// The whole table as text, a line for each subject and a column for each rule: `x` for broken,
  /// `?` for undecided, `~` for what may vary.
  static var table: String {
    let ids = Battery.rules.map(\.id)
    let legend = ids.enumerated().map { "\(column($0)) \($1)" }
    let width = rows.map(\.name.count).max() ?? 0
    let head = String(repeating: " ", count: width + 1) + ids.indices.map(column).joined()
    let lines = rows.map { row in
      row.name.padding(toLength: width + 1, withPad: " ", startingAt: 0)
        + ids.map { mark(row.verdict(on: $0)) }.joined()
    }
    let counts = ids.map { id in "\(id): \(rows.count { $0.breaks.contains(id) })" }
    return (legend + [head] + lines + counts).joined(separator: "\n")
  }

  private static func column(_ place: Int) -> String {
    String(UnicodeScalar(UInt8(ascii: "A") + UInt8(place)))
  }

  private static func mark(_ verdict: Ruling.Verdict?) -> String {
    switch verdict {
    case .holds: "·"
    case .broken: "x"
    case .undecided: "?"
    case nil: "~"
    }
  }
}

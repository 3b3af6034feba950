import Foundation
import OperationTesting

/// The table: what the battery must say of each subject in the folder `Subjects`.
enum Catalogue {
  static let rows: [CatalogueRow] =
    announcing + cancelling + causes + designs + finishing + locking + memory + modern + races
    + readiness
    + starting + states
    + asking + crowds + real + endings + lettingGo + mainQueue + reaching + repeating + returning
    + spinning
    + uncancelling + beforeWork + next
    + sound.map(CatalogueRow.init(sound:))

  /// Designs that differ, and break nothing.
  private static let sound = [
    "AtomicStateOperation",
    "NamedBlockOperation",
    "KitsOwn.asynchronous",
    "KitsOwn.concurrentBlocks",
    "KitsOwn.tracedBlock",
    "KitsOwn.task",
    "KitsOwn.taskThatRuns",
    "KitsOwn.taskThatWaits",
    "LockOperation",
    "MainOnlyOperation",
    "NamesItselfOperation",
    "SettingsOperation",
    "WaitingInMainOperation",
    "MutexOperation",
    "TaskOperation",
    "ImpatientOperation",
    "WrappingOperation",
    "PollingOperation",
    "PostingAfterwardsOperation",
    "StopsBeforeItFinishesOperation",
    "LoginOperation",
    "OnlineOperation",
    "RecursiveLockOperation",
    "SerialQueueOperation",
    "BeginsLaterOperation",
    "TidyingOperation",
    "AnnouncesLaterOperation",
    "WatchedOperation",
    "GracefulOperation",
    "ConnectedOperation",
    "BarrierOperation",
    "PoolOperation",
    "GroupOfPartsOperation",
    "OwnThreadOperation",
    "ThrowingOperation",
    "ActorOperation",
    "BridgedOperation",
    "MutexedResultOperation",
    "PropertyOperation",
    "TransformingOperation",
    "ChainedOperation",
    "ConditionOperation",
    "NappingOperation",
    "CountingNapsOperation",
    "DebouncedOperation",
    "PacedOperation",
    "ThrottledOperation",
    "RateLimitedOperation",
    "BackingOffOperation",
    "LimitedTimeOperation",
    "StatusPollingOperation",
    "SleepingTaskOperation",
    "DeadlineOperation",
    "GuardingMutexOperation",
    "NumberInAMutexOperation",
    "HandingOverOperation",
    "SpinLockedOperation",
    "UnfairLockOperation",
    "ActorLogOperation",
    "RegisteredOperation",
    "CachingOperation",
    "NotifiedOperation",
    "ConditionLockOperation",
    "StreamingOperation",
    "StubbedTransferOperation",
  ]
}

extension Catalogue {
  /// The rules that every test run checks for each broken subject. They include the rule that names
  /// its defect. Further rules are added until each rule is tried on two subjects that break it.
  static let tried: [String: Set<String>] = {
    var tried: [String: Set<String>] = [:]
    for row in rows { tried[row.name] = row.named.map { [$0.rule] } ?? [] }
    for rule in Battery.rules.map(\.id) {
      let breaking = rows.filter { $0.breaks.contains(rule) }.map(\.name)
      let known = breaking.count { tried[$0]?.contains(rule) == true }
      for name in breaking.filter({ tried[$0]?.contains(rule) == false }).prefix(max(0, 2 - known))
      {
        tried[name]?.insert(rule)
      }
    }
    return tried
  }()

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

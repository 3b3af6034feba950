import OperationLab
import OperationTesting

// What several claims presuppose: a completion block that runs, and one holder less.
extension Lesson16 {
  /// The operation was given a completion block, which ran from beginning to end on one thread.
  static func blockRuns(_ name: String) -> [Trace.Condition] {
    [
      .order(.marked(Marks.blockSet, by: name), .completed(name), blockReturns(name)),
      .sameThread(.completed(name), blockReturns(name)),
    ]
  }

  /// It happens in the completion block of the operation.
  static func inBlock(of name: String, _ moment: Trace.Moment) -> Trace.Condition {
    .all(
      "\(name)'s completion block does it", .order(.completed(name), moment, blockReturns(name)),
      .sameThread(.completed(name), moment))
  }

  /// The completion block of first waits for that operation, and then saves.
  static func blockSaves(afterWaitingFor name: String) -> [Trace.Condition] {
    blockRuns("first") + [
      inBlock(of: "first", .waits("first", for: .operation(name))),
      inBlock(of: "first", .marked(Marks.saved, by: "save")),
      .order(.waits("first", for: .operation(name)), .marked(Marks.saved, by: "save")),
    ]
  }

  private static func blockReturns(_ name: String) -> Trace.Moment {
    .marked(Marks.blockOver, by: name).after(.completed(name))
  }

  static let rounds = Array(1...8)

  /// In that round the completion block saves before the dependent begins.
  static func blockComesFirst(in round: Int) -> Trace.Condition {
    .order(.marked(Marks.saved, by: "save \(round)"), .began("second \(round)"))
  }

  /// In some rounds it does.
  static let blockMayComeFirst = Trace.Condition("in some rounds the block saves first") { run in
    let isFirst = try rounds.map { round in
      try run.first(Marks.saved, of: "save \(round)").seq
        < run.first(.began, of: "second \(round)").seq
    }
    return .init(isFirst.contains(true), "", [])
  }

  /// The operation was added to a queue that had not begun to run it, and the bench does not keep
  /// it alive.
  static let leftToQueue = Trace.Condition.all(
    "transfer was added to 'transfers', and only the queue holds it",
    .added("transfer", to: "transfers", isSuspended: true),
    Trace.Condition("the bench does not hold transfer") { run in
      .init(!run.all(.noted, of: "transfer").contains { $0.fact == .heldByBench }, "", [])
    })

  /// Added and released by the same lines, another transfer is deallocated.
  static let releasedTwin: [Trace.Condition] = [
    .added("transfer", to: "transfers", isSuspended: true), .happens(.released("transfer")),
  ]
}

import OperationLab
import OperationTesting

// What the claims presuppose: work on a thread of its own, which ends after the process was idle.
extension Lesson11 {
  static let downloads = ["download 1", "download 2", "download 3"]
  static let transfers = ["work 1", "work 2", "work 3"]

  /// The process was idle while the work of download was going on.
  static let idleDuringWork: Trace.Moment = .settled("download", after: .began("work"))

  /// show depends on download, whose work goes on elsewhere and ends after the process was idle.
  static let workElsewhere: [Trace.Condition] = [
    .added("show", to: "pictures", dependencies: ["download"]),
    .added("download", to: "pictures", dependencies: []),
    .order(.began("work"), idleDuringWork, .ended("work")),
    .differentThreads(.began("work"), .ended("work")), .happens(.began("show")),
  ]

  /// The block of download began the work.
  static let workFromBlock: [Trace.Condition] = [
    .order(.began("download"), .began("work"), .ended("download")),
    .sameThread(.began("download"), .began("work")),
  ]

  /// Three downloads were added to a queue of one slot.
  static let threeDownloads: [Trace.Condition] = [
    .added(downloads, to: "pictures", width: 1, dependencies: [])
  ]

  /// The block of that download began a transfer, which ended after the process was idle.
  static func transferFromBlock(_ number: Int) -> [Trace.Condition] {
    let (download, transfer) = ("download \(number)", "work \(number)")
    return [
      .order(.began(download), .began(transfer), .ended(download)),
      .sameThread(.began(download), .began(transfer)),
      .order(
        .began(transfer), .settled(download, after: .began(transfer)), .ended(transfer)),
    ]
  }
}

import Foundation
import OperationLab

extension Rule {
  static let leavesNothingBehind = Rule(
    "leaves-nothing-behind", endings: .ignore, method: .crowd,
    trials: [
      Trial(
        "in-a-row", "Sixty-four of them run one after the other, and what is left is counted."
      ) { $0.runInARow() }
    ]
  ) { runs in
    let run = try runs["in-a-row"]
    let before = try run.first(.noted, of: TrialBench.row)
    let after = try run.last(.noted, of: TrialBench.row)
    // Other rules cover one that does not finish.
    _ = try run.first(.ended, of: TrialBench.row)
    guard let first = before.event.leftovers, let last = after.event.leftovers else {
      return .undecided("this system does not tell how many threads and files are open")
    }
    let (threads, files) = (last.threads - first.threads, last.files - first.files)
    let many = TrialBench.rowLength / 2
    return .holds(
      "no thread and no open file was left of them", [before, after],
      unless: [
        .missing(
          threads > many, "after \(TrialBench.rowLength) of them there are \(threads) more threads"),
        .missing(
          files > many, "after \(TrialBench.rowLength) of them there are \(files) more open files"),
      ])
  }
}

extension TrialBench {
  fileprivate static let row = "the row"
  static let rowLength = 64

  /// Runs operations one after the other, and records what is there before and after.
  fileprivate func runInARow() {
    let log = bench.log(Self.row)
    let queue = OperationQueue()
    queue.maxConcurrentOperationCount = 1
    // The first ones make what all of their class share.
    for number in -4..<Self.rowLength {
      if number == 0 { noteLeftovers(log) }
      let finishes = Platform.releasingTemporaries {
        let operation = subject.make(rowProbe)
        queue.addOperation(operation)
        return wait { queue.operationCount == 0 }
      }
      guard finishes else { return }
    }
    log(.ended)
    settle()
    noteLeftovers(log)
  }

  private var rowProbe: Probe {
    Probe(run: {}, begin: { call in bench.elsewhere { call() } })
  }

  private func noteLeftovers(_ log: Log) {
    if let threads = Platform.threads()?.count, let files = Platform.openFiles {
      log(.leftovers(threads: threads, files: files))
    }
  }
}

extension Event.Mark {
  fileprivate static func leftovers(threads: Int, files: Int) -> Self {
    Self("there are {} threads and {} open files", .number(threads), .number(files))
  }
}

extension Event {
  fileprivate var leftovers: (threads: Int, files: Int)? {
    guard let mark, mark.isLike(.leftovers(threads: 0, files: 0)), mark.values.count == 2,
      case .number(let threads) = mark.values[0], case .number(let files) = mark.values[1]
    else { return nil }
    return (threads, files)
  }
}

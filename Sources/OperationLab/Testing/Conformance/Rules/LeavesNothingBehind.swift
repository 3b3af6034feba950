import Foundation
import OperationBench
import OperationLab

extension Rule {
  static let leavesNothingBehind = Rule(
    "leaves-nothing-behind", ways: [keepsItsPlace], endings: .ignore, method: .crowd,
    trials: [
      Trial(
        "in-a-row", "Up to sixty-four of them run one after the other, and what is left is counted."
      ) { $0.runInARow() }
    ]
  ) { runs in
    let run = try runs["in-a-row"]
    let before = try run.first(.noted, of: TrialBench.row)
    // Other rules cover one that never finishes.
    if let stuck = run.all(.timedOut, of: TrialBench.row).first {
      return .broken(
        .seen("one after the other, \(stuck.note)"), [before, stuck], way: keepsItsPlace)
    }
    let after = try run.last(.noted, of: TrialBench.row)
    let count = try run.first(.ended, of: TrialBench.row).event.count ?? 0
    guard let first = before.event.leftovers, let last = after.event.leftovers else {
      return .undecided("this system does not tell how many threads and files are open")
    }
    let (threads, files) = (last.threads - first.threads, last.files - first.files)
    let many = count / 2
    return .holds(
      "no thread and no open file was left of them", [before, after],
      unless: [
        .missing(
          threads > many, "after \(count) of them there are \(threads) more threads"),
        .missing(
          files > many, "after \(count) of them there are \(files) more open files"),
      ])
  }

  private static let keepsItsPlace = Way("keeps-its-place")
}

extension TrialBench {
  fileprivate static let row = "the row"
  private static let mostInARow = 64
  /// What is left of fewer may be what a system keeps for a while.
  private static let fewestInARow = 12
  /// These make what all of their class share.
  private static let first = 4
  private static let timeForARow = Duration.seconds(3)

  /// Runs operations one after the other, and records what is there before and after.
  fileprivate func runInARow() {
    let log = bench.log(Self.row)
    let queue = OperationQueue()
    queue.maxConcurrentOperationCount = 1
    var (deadline, count) = (Deadline(Self.timeForARow), -Self.first)
    var before: Set<Platform.ThreadNumber> = []
    while count < Self.mostInARow, count < Self.fewestInARow || !deadline.isOver() {
      if count == 0 { before = noteLeftovers(log) }
      let finishes = Platform.releasingTemporaries {
        // A sleep in `init` must not count as a thread that never returns.
        bench.waitingThreads.enter(.program)
        let operation = subject.make(rowProbe)
        bench.waitingThreads.leave(.program)
        queue.addOperation(operation)
        return wait { queue.operationCount == 0 }
      }
      if !finishes, neverEmpties(queue), count > -Self.first {
        return log(.timedOut, nil, .mark(.stuck(after: count + Self.first)))
      }
      guard queue.operationCount == 0 else { return }
      count += 1
    }
    log(.ended, nil, .mark(.ended(count)))
    settle()
    noteLeftovers(log, since: before)
  }

  /// Whether what is in the queue never ends, as far as one knows.
  private func neverEmpties(_ queue: OperationQueue) -> Bool {
    let isStill = awaitSilence(until: { queue.operationCount == 0 })
    return queue.operationCount > 0 && isStill && !Platform.waitsForTime()
  }

  private var rowProbe: Probe {
    Probe(run: {}, begin: { call in bench.elsewhere { call() } })
  }

  /// Records how much there is. Of the threads that were there before, some may have ended meanwhile.
  @discardableResult
  private func noteLeftovers(
    _ log: Log, since before: Set<Platform.ThreadNumber> = []
  ) -> Set<Platform.ThreadNumber> {
    let threads = Set(Platform.threads()?.map(\.number) ?? [])
    if !threads.isEmpty, let files = Platform.openFiles {
      log(.leftovers(threads: before.union(threads).count, files: files))
    }
    return threads
  }
}

extension Event.Mark {
  fileprivate static func ended(_ count: Int) -> Self { Self("{} of them", .number(count)) }
  fileprivate static func stuck(after count: Int) -> Self {
    Self("{} of them have finished, and the next one does not", .number(count))
  }
  fileprivate static func leftovers(threads: Int, files: Int) -> Self {
    Self("there are {} threads and {} open files", .number(threads), .number(files))
  }
}

extension Event {
  /// How many have run.
  fileprivate var count: Int? {
    if case .number(let count)? = mark?.values.first { count } else { nil }
  }

  fileprivate var leftovers: (threads: Int, files: Int)? {
    guard let mark, mark.isLike(.leftovers(threads: 0, files: 0)), mark.values.count == 2,
      case .number(let threads) = mark.values[0], case .number(let files) = mark.values[1]
    else { return nil }
    return (threads, files)
  }
}

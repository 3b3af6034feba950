import Foundation
import OperationBench
import OperationLab

extension Rule {
  static let leavesNothingBehind = Rule(
    "leaves-nothing-behind", ways: [keepsItsPlace, keepsBusy], inSole: [.row]
  ) { life, run in
    // Other rules cover a death.
    if !life.isPlainRow, run.hasDied || run.has(SoleScene.endless, of: SoleScene.row) {
      return .holds("such a row cannot be led", [])
    }
    let before = try run.first(.noted, of: SoleScene.row)
    // Other rules cover one that never finishes.
    if let stuck = run.all(.timedOut, of: SoleScene.row).first {
      return .broken(
        .seen("one after the other\(life.eachOfRow), \(stuck.note)"), [before, stuck],
        way: keepsItsPlace)
    }
    let after = try run.last(.noted, of: SoleScene.row)
    let count = try run.first(.ended, of: SoleScene.row).event.count ?? 0
    guard let first = before.event.leftovers, let last = after.event.leftovers else {
      return .undecided("this system does not tell how many threads and files are open")
    }
    let (threads, files) = (last.threads - first.threads, last.files - first.files)
    let many = count / 2
    let (words, evidence) = (life.eachOfRow, [before, after])
    return .holds(
      "no thread and no open file was left of them", evidence,
      unless: [
        .missing(
          threads > many, "after \(count) of them\(words) there are \(threads) more threads"),
        .missing(
          files > many, "after \(count) of them\(words) there are \(files) more open files"),
        .missing(
          // Timers that are due together wake it up once.
          last.wakeUps > many
            && (last.wakeUps > 2 * first.wakeUps || last.microseconds > 3 * first.microseconds),
          """
          after \(count) of them\(words), when nothing is left to do, the process wakes up \
          \(last.wakeUps) times in \(SoleScene.window)
          """, way: keepsBusy),
      ])
  }

  private static let keepsItsPlace = Way("keeps-its-place")
  private static let keepsBusy = Way("keeps-busy")
}

extension Life {
  /// Whether each of a row ends plainly.
  fileprivate var isPlainRow: Bool { work == .endsLater && happenings.isEmpty }

  /// How each of a row ends, to put behind what is said of it.
  var eachOfRow: String {
    if has(.cancel, at: .waiting) { return ", each cancelled before its start" }
    if has(.cancel, at: .working) { return ", each cancelled while it works" }
    return switch work {
    case .endsLater, .endsAtOnce: ""
    case .fails: ", each with work that fails"
    case .endsTwice: ", each with work that calls its completion twice"
    }
  }
}

extension SoleScene {
  fileprivate static let row = "the row"
  fileprivate static let endless: Event.Mark = "their work begins again and again"
  /// For how long an idle process is watched.
  fileprivate static let window = Durations.enoughPatience
  /// How often it is watched at most, until it wakes up no more than so many times.
  private static let mostWindows = 5
  private static let fewWakeUps = 5
  private static let mostInARow = 64
  /// The same where they do not end plainly, which takes longer. A store of theirs is seldom larger.
  private static let mostUnusual = 32
  /// What is left of fewer may be what a system keeps for a while.
  private static let fewestInARow = 12
  /// These are plain, and make what all of their class share.
  private static let first = 4
  private static let timeForARow = Duration.seconds(3)

  /// Runs operations one after the other, and records what is there before and after.
  func runInARow() {
    let log = bench.log(Self.row)
    let queue = OperationQueue()
    queue.maxConcurrentOperationCount = 1
    var (deadline, count) = (Deadline(Self.timeForARow), -Self.first)
    var before: Set<Platform.ThreadNumber> = []
    var worked = 0
    let most = life.isPlainRow ? Self.mostInARow : Self.mostUnusual
    while count < most, count < Self.fewestInARow || !deadline.isOver() {
      if count == 0 { before = noteLeftovers(log) }
      let work = runOne(isPlain: count < 0, in: queue)
      // What begins again and again is for another rule to find.
      if queue.operationCount > 0, work.begun > Probe.most { return log(Self.endless) }
      if neverEmpties(queue), count > -Self.first {
        return log(.timedOut, nil, .mark(.stuck(after: count < 0 ? count + Self.first : count)))
      }
      guard queue.operationCount == 0 else { return }
      if count < 0, work.begun > 0 { worked += 1 }
      count += 1
    }
    log(.ended, nil, .mark(.ended(count)))
    if !life.isPlainRow {
      let work = runOne(isPlain: true, in: queue)
      if neverEmpties(queue) { return log(.timedOut, nil, .mark(.lastIsStuck(after: count))) }
      if queue.operationCount == 0, work.begun == 0, worked == Self.first {
        return log(.timedOut, nil, .mark(.lastIdles(after: count)))
      }
    }
    _ = bench.settle()
    noteLeftovers(log, since: before)
  }

  /// Leads one to its end, if it comes to that in time. Returns its work.
  private func runOne(isPlain: Bool, in queue: OperationQueue) -> HeldWork {
    let life = isPlain ? Life(.row) : life
    let isCancelledAtWork = life.has(.cancel, at: .working)
    let work = HeldWork(isHeld: isCancelledAtWork, on: bench)
    Platform.releasingTemporaries {
      // A sleep in `init` must not count as a thread that never returns.
      bench.waitingThreads.enter(.program)
      let operation = subject.make(
        work.probe(endsTwice: life.work == .endsTwice, fails: life.work == .fails))
      bench.waitingThreads.leave(.program)
      if life.has(.cancel, at: .waiting) { cancel(operation) }
      // A queue ends the process for such a one.
      guard !operation.isFinished, !operation.isExecuting else { return }
      queue.addOperation(operation)
      if isCancelledAtWork {
        wait { work.begun > 0 || queue.operationCount == 0 }
        if work.begun > 0 { cancel(operation) }
        work.release()
      }
    }
    wait { queue.operationCount == 0 || work.begun > Probe.most }
    return work
  }

  /// On another thread: it may never come back.
  private func cancel(_ operation: Operation) {
    let isBack = Latch()
    bench.elsewhere {
      operation.cancel()
      isBack.open()
    }
    wait { isBack.isOpen }
  }

  /// Whether what is in the queue never ends, as far as one knows.
  private func neverEmpties(_ queue: OperationQueue) -> Bool {
    guard queue.operationCount > 0 else { return false }
    let isStill = awaitSilence(until: { queue.operationCount == 0 })
    return queue.operationCount > 0 && isStill && !Platform.waitsForTime()
  }

  /// Records how much there is. Of the threads that were there before, some may have ended meanwhile.
  @discardableResult
  private func noteLeftovers(
    _ log: Log, since before: Set<Platform.ThreadNumber> = []
  ) -> Set<Platform.ThreadNumber> {
    let threads = Set(Platform.threads()?.map(\.number) ?? [])
    if !threads.isEmpty, let files = Platform.openFiles {
      var idle = watchIdle()
      // Timers that are due once come to an end.
      for _ in 1..<Self.mostWindows where idle.wakeUps > Self.fewWakeUps { idle = watchIdle() }
      log(
        .leftovers(
          threads: before.union(threads).count, files: files,
          wakeUps: idle.wakeUps, microseconds: idle.microseconds))
    }
    return threads
  }

  /// What the process costs while it has nothing to do.
  private func watchIdle() -> (wakeUps: Int, microseconds: Int) {
    bench.waitingThreads.enter(.program)
    defer { bench.waitingThreads.leave(.program) }
    let (wakeUps, time) = (Platform.wakeUps, ProcessorTime.ofProcess)
    pause(for: Self.window)
    return (
      Platform.wakeUps - wakeUps, Int((ProcessorTime.ofProcess - time) / .microseconds(1))
    )
  }
}

extension Event.Mark {
  fileprivate static func ended(_ count: Int) -> Self { Self("{} of them", .number(count)) }
  fileprivate static func stuck(after count: Int) -> Self {
    Self("{} of them have finished, and the next one does not", .number(count))
  }
  fileprivate static func lastIsStuck(after count: Int) -> Self {
    Self("{} of them have finished, and a plain one after them does not", .number(count))
  }
  fileprivate static func lastIdles(after count: Int) -> Self {
    Self("{} of them have finished, and a plain one after them does not work", .number(count))
  }
  fileprivate static func leftovers(
    threads: Int, files: Int, wakeUps: Int, microseconds: Int
  ) -> Self {
    Self(
      "there are {} threads and {} open files; at rest {} wake-ups, and {} µs of processor time",
      .number(threads), .number(files), .number(wakeUps), .number(microseconds))
  }
}

extension Event {
  /// How many have run.
  fileprivate var count: Int? {
    if case .number(let count)? = mark?.values.first { count } else { nil }
  }

  fileprivate var leftovers: (threads: Int, files: Int, wakeUps: Int, microseconds: Int)? {
    guard let mark,
      mark.isLike(.leftovers(threads: 0, files: 0, wakeUps: 0, microseconds: 0)),
      mark.values.count == 4, case .number(let threads) = mark.values[0],
      case .number(let files) = mark.values[1], case .number(let wakeUps) = mark.values[2],
      case .number(let microseconds) = mark.values[3]
    else { return nil }
    return (threads, files, wakeUps, microseconds)
  }
}

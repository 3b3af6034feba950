import Foundation
import OperationLab

/// Processes that run one trial after the other, each as long as a trial leaves nothing behind.
///
/// A process costs more than a trial. What a trial shows in a used process counts only if it shows
/// nothing wrong: see ``BatteryRunner/confirming(_:_:_:)``.
final class TrialProcesses: Sendable {
  private let host: BatteryRunner.Host
  private let idle = Locked<[TrialProcess]>([])
  private let reused = Locked<Set<TrialName>>([])

  init(host: @escaping BatteryRunner.Host) {
    self.host = host
  }

  /// Whether the trials of a rule ran in a process in which others had run.
  func hasShared(_ rule: Rule) -> Bool {
    reused.withLock { $0.contains { $0.rule == rule.id } }
  }

  /// Runs a trial in a process that waits, or in a new one.
  func run(_ order: TrialOrder, deadline: Duration) throws -> Run {
    let name = order.name
    if let used = idle.withLock({ $0.popLast() }),
      let run = try? used.run(order, deadline: deadline), used.isReady
    {
      _ = reused.withLock { $0.insert(name) }
      idle.withLock { $0.append(used) }
      return run
    }
    // What went wrong in a used process may have to do with the trials before.
    _ = reused.withLock { $0.remove(name) }
    let new = try TrialProcess(host(TrialsOrder()))
    let run = try new.run(order, deadline: deadline)
    if new.isReady { idle.withLock { $0.append(new) } }
    return run
  }

  /// Ends all processes.
  func end() {
    idle.withLock { idle in
      defer { idle = [] }
      return idle
    }.forEach { $0.close() }
  }
}

/// A process that runs one trial after the other.
private final class TrialProcess: Sendable {
  private struct State: Sendable {
    var heard = Heard()
    var printed = ""
    var isReady = false
    var news = Door()
  }

  private let process: RunningChild<Lines, Pieces>
  private let state: Locked<State>

  /// Starts it.
  init(_ child: ChildProcess) throws {
    let state = Locked(State())
    self.state = state
    process = try child.start(
      Lines { line in
        guard let message = try? ChildMessage(line: line) else { return }
        state.withLock { state in
          _ = state.heard.take(message)
          guard message.isReady == true else { return }
          state.isReady = true
        }
      },
      Pieces(separator: ProgramHost.mark) { piece in
        state.withLock { state in
          state.printed = piece
          state.news.open()
        }
      },
      onEnd: { state.withLock { $0.news.open() } })
    do {
      try process.awaitPreamble()
    } catch {
      process.close()
      throw error
    }
  }

  /// Whether it waits for the next trial.
  var isReady: Bool { state.withLock { $0.isReady } }

  /// Runs a trial. If the process is not ready then, it is gone.
  func run(_ order: TrialOrder, deadline limit: Duration) throws -> Run {
    let news = Door()
    let hasEnded = process.hasEnded
    state.withLock { $0 = State(news: news) }
    if hasEnded { news.open() }
    process.send(order.line)
    var deadline = Deadline(limit, process: process.name, most: ChildProcess.starvedFor)
    while !news.wait(deadline: deadline.rest), !deadline.isOver() {}
    // The end of what it has printed comes after the news that it is ready.
    if news.isOpen, !process.hasEnded, awaitReadiness() {
      let (heard, printed) = state.withLock { ($0.heard, $0.printed) }
      return try heard.run(
        of: order.name.trial, ChildProcess.Result(ending: .exited(0), errorText: printed))
    }
    defer { process.close() }
    let (ending, _) = process.ending(within: news.isOpen ? .seconds(10) : .zero, starvedFor: 1)
    let (heard, printed) = state.withLock { state in
      state.isReady = false
      return (state.heard, state.printed)
    }
    return try heard.run(
      of: order.name.trial,
      ChildProcess.Result(ending: ending, errorText: printed, wasStarved: deadline.isStarved))
  }

  /// Waits for the message that is on its way.
  private func awaitReadiness() -> Bool {
    for _ in 0..<500 where !process.hasEnded {
      if isReady { return true }
      _ = Door().wait(deadline: .milliseconds(2))
    }
    return isReady && !process.hasEnded
  }

  /// Ends it.
  func close() { process.close() }
}

/// Cuts text at a separator.
private struct Pieces: Drainage {
  private let separator: Data
  private let onPiece: @Sendable (String) -> Void
  private var pending = Text()

  /// - Parameter onPiece: gets each piece when it is complete, and the last at the end.
  init(separator: String, onPiece: @escaping @Sendable (String) -> Void) {
    self.separator = Data(separator.utf8)
    self.onPiece = onPiece
  }

  mutating func take(_ data: Data) {
    pending.take(data)
    guard let piece = pending.takePiece(before: separator) else { return }
    onPiece(piece)
  }

  mutating func end() { onPiece(pending.value) }
}

extension TrialOrder {
  /// Whether the trial may run in a process in which others have run: none that watches all threads
  /// for long, races, or ends the process.
  var mayShare: Bool {
    guard !isPatient, !tellsStacks, !tellsTraps, name.rule != nil, let trial = trial() else {
      return false
    }
    return !(trial.mayTrap || trial.takesLong || trial.needsProcess)
  }
}

extension BatteryRunner {
  /// The results, where each rule that does not simply hold is judged by trials in new processes.
  func confirming(
    _ results: [ConformanceReport.Result], of subject: Subject,
    check: (BatteryRunner, [Rule]) throws -> [ConformanceReport.Result]
  ) rethrows -> [ConformanceReport.Result] {
    guard let executor = executor as? ProcessExecutor, let shared = executor.shared else {
      return results
    }
    let doubtful = results.filter {
      ($0.ruling.verdict != .holds || $0.ruling.remark != nil) && shared.hasShared($0.rule)
    }
    guard !doubtful.isEmpty else { return results }
    let again = try check(withProcessForEachTrial(executor), doubtful.map(\.rule))
    return results.map { result in again.first { $0.rule.id == result.rule.id } ?? result }
  }
}

import Foundation
import OperationLab

/// The processes of trials: one for each, or one for several, one after the other, as long as a
/// trial leaves nothing behind.
///
/// A process costs more than a trial. What a trial shows in a used process counts only if it shows
/// nothing wrong.
final class TrialProcesses: Sendable {
  private let shares: Bool
  private let host: BatteryRunner.Host
  private let idle = Locked<[TrialProcess]>([])

  init(shares: Bool = true, host: @escaping BatteryRunner.Host) {
    self.shares = shares
    self.host = host
  }

  /// Runs a trial, and blocks the calling thread.
  ///
  /// - Parameters:
  ///   - order: which one, and how.
  ///   - deadline: when to give up.
  ///   - isEndless: whether it is known that it never ends.
  ///   - shares: whether its process may run other trials before and after it, if the trial allows
  ///     that.
  /// - Returns: the run, and whether its process had run another trial before.
  /// - Throws: an error in one line when it cannot be run.
  func run(
    _ order: TrialOrder, deadline: Duration, isEndless: Bool = false, shares: Bool = true
  ) throws -> (run: Run, isUsed: Bool) {
    guard shares, self.shares, !isEndless, order.mayShare else {
      var runner = ProgramRunner(child: host(order), deadline: deadline)
      runner.isEndless = isEndless
      return (try runner.run(order.name.trial), false)
    }
    if let used = idle.withLock({ $0.popLast() }),
      let run = try? used.run(order, deadline: deadline), used.isReady
    {
      idle.withLock { $0.append(used) }
      return (run, true)
    }
    // What went wrong in a used process may have to do with the trials before.
    let new = try TrialProcess(host(TrialsOrder()))
    let run = try new.run(order, deadline: deadline)
    if new.isReady { idle.withLock { $0.append(new) } }
    return (run, false)
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
    var received = ReceivedMessages()
    /// What it has printed, as soon as all of it is there.
    var printed: String?
    /// Whether it has said that it waits for the next trial.
    var isReady = false
    var hasEnded = false
    let news = Latch()

    func check() { if hasEnded || isReady && printed != nil { news.open() } }
  }

  private let process: RunningChild<Lines, Pieces>
  private let state: Locked<State>

  /// Starts it.
  init(_ child: ChildProcess) throws {
    let state = Locked(State())
    let change: @Sendable ((inout State) -> Void) -> Void = { change in
      state.withLock { state in
        change(&state)
        state.check()
      }
    }
    self.state = state
    process = try child.start(
      Lines { line in
        // A line that was cut off by the end of the process says nothing.
        guard let message = try? ChildMessage(line: line) else { return }
        change { state in
          state.received.take(message)
          if message.isReady == true { state.isReady = true }
        }
      },
      Pieces(separator: ProgramHost.mark) { piece in change { $0.printed = piece } },
      onEnd: { change { $0.hasEnded = true } })
    do {
      try process.awaitPreamble()
    } catch {
      process.close()
      throw error
    }
  }

  /// Whether it waits for the next trial. Otherwise it is gone.
  var isReady: Bool { state.withLock { $0.isReady && !$0.hasEnded } }

  /// Runs a trial.
  func run(_ order: TrialOrder, deadline limit: Duration) throws -> Run {
    let news = state.withLock { state in
      state = State(hasEnded: state.hasEnded)
      state.check()
      return state.news
    }
    process.send(order.line)
    var deadline = Deadline(limit, process: process.name, most: ChildProcess.starvedFor)
    while !news.wait(deadline: deadline.rest), !deadline.isOver() {}
    var result = ChildProcess.Result(ending: .exited(0), errorText: "")
    if !isReady {
      result.ending = process.ending(within: .zero).0
      result.wasStarved = deadline.isStarved
      process.close()
    }
    let (received, printed) = state.withLock { ($0.received, $0.printed) }
    result.errorText = printed ?? ""
    return try received.run(of: order.name.trial, result)
  }

  /// Ends it.
  func close() { process.close() }
}

/// Cuts text at a separator.
private struct Pieces: ByteReceiver {
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
  /// Whether the trial may run in a process in which others have run.
  fileprivate var mayShare: Bool {
    !isPatient && !tellsStacks && !tellsTraps && name.rule != nil
      && trial()?.needsOwnProcess == false
  }
}

import Foundation
import OperationBench
import OperationLab

/// Processes of the program under check. Each does one thing after the other, as long as nothing is left
/// that the next could notice.
///
/// A process costs more than what it is started for. What goes wrong in a used one may have to do with
/// what came before, so it shows nothing yet.
final class SharedProcesses: Sendable {
  private let host: @Sendable (ChildRequest) -> ChildProcess
  private let idle = Locked<[ReusedProcess]>([])
  /// One for each process that there may be.
  private let places: DispatchSemaphore

  /// - Parameters:
  ///   - most: how many processes there are at a time.
  ///   - host: makes a process that does what it is asked, and then what its input asks for.
  init(_ most: Int, host: @escaping @Sendable (ChildRequest) -> ChildProcess) {
    self.host = host
    places = DispatchSemaphore(value: most)
  }

  deinit { idle.withLock { $0 }.forEach { $0.close() } }

  /// Lets a process do something. Blocks the calling thread until it has, or the process has ended.
  ///
  /// - Parameters:
  ///   - deadline: as of ``ChildProcess/run(deadline:starvedFor:onLine:)``.
  ///   - onLine: receives each line of its standard output.
  /// - Returns: how it ended. One that goes on has the exit status 0.
  /// - Throws: a ``Shortage``, or another error in one line, when the process cannot be started.
  func run(
    _ request: ChildRequest, deadline: Duration, onLine: @escaping @Sendable (Data) -> Void
  ) throws -> ChildProcess.Result {
    places.wait()
    defer { places.signal() }
    let process = try idle.withLock { $0.popLast() } ?? started()
    process.ask(request.line, onLine)
    let result = process.result(within: deadline)
    if process.isReady { idle.withLock { $0.append(process) } } else { process.close() }
    return result
  }

  /// Starts a process. What a signal ended before it came to the call is started once more: a setup that
  /// crashes does so again.
  private func started() throws -> ReusedProcess {
    do {
      return try ReusedProcess(host(.series))
    } catch let error as NeverCameBack where error.isBySignal {
      return try ReusedProcess(host(.series))
    }
  }

  /// The same, with what the process says of one run.
  func ask(
    _ request: LivesRequest, deadline: Duration
  ) throws -> (received: ReceivedMessages, result: ChildProcess.Result) {
    let received = Locked(ReceivedMessages())
    let result = try run(.lives(request), deadline: deadline) { line in
      // A line that was cut off by the end of the process says nothing.
      if let message = try? ChildMessage(line: line) { received.withLock { $0.receive(message) } }
    }
    return (received.withLock { $0 }, result)
  }

  /// Runs a life, and once more if the machine did not let it show anything.
  func runOrRepeat(_ request: LivesRequest, _ name: String, deadline: Duration) throws -> Run {
    func run() throws -> Run {
      let (received, result) = try ask(request, deadline: deadline)
      return try received.run(of: name, result)
    }
    do { return try run() } catch is NotDecided { return try run() }
  }
}

/// A process that does one thing after the other.
private final class ReusedProcess: Sendable {
  private struct State: Sendable {
    var onLine: @Sendable (Data) -> Void = { _ in }
    /// What it has printed, as soon as all of it is there.
    var printed: String?
    /// Whether it has said that it waits to be asked for more.
    var isReady = false
    var hasEnded = false
    let news = Latch()

    mutating func change(_ change: (inout State) -> Void) {
      change(&self)
      if hasEnded || isReady && printed != nil { news.open() }
    }
  }

  private let process: RunningChild<Lines, Pieces>
  private let state: Locked<State>

  /// Starts it.
  init(_ child: ChildProcess) throws {
    let state = Locked(State())
    self.state = state
    var child = child
    child.isHost = true
    let ready = try ChildMessage.isReady.line().dropLast()
    process = try child.start(
      Lines { line in
        if line == ready {
          state.withLock { $0.change { $0.isReady = true } }
        } else {
          state.withLock { $0.onLine }(line)
        }
      },
      Pieces(separator: ProgramHost.readyMark) { piece in
        state.withLock { $0.change { $0.printed = piece } }
      },
      onEnd: { state.withLock { $0.change { $0.hasEnded = true } } })
    do {
      try process.awaitPreamble()
    } catch {
      process.close()
      throw error
    }
  }

  /// Whether it waits to be asked for more.
  var isReady: Bool { state.withLock { $0.isReady && !$0.hasEnded } }

  /// Asks for something else, if it is ready.
  func ask(_ line: Data, _ onLine: @escaping @Sendable (Data) -> Void) {
    state.withLock { state in
      let hasEnded = state.hasEnded
      state = State(onLine: onLine)
      state.change { $0.hasEnded = hasEnded }
    }
    process.send(line)
  }

  /// Waits until it is ready or has ended, and kills it when the deadline has passed.
  func result(within limit: Duration) -> ChildProcess.Result {
    let news = state.withLock { $0.news }
    var deadline = Deadline(
      limit, process: process.name, most: ChildProcess.starvedFor, asksAgain: true)
    while !news.wait(deadline: deadline.rest), !deadline.isOver() {}
    var result = ChildProcess.Result(ending: .exited(0), errorText: "")
    if !isReady {
      result.ending = process.ending(within: .zero).0
      result.wasStarved = deadline.isStarved
    }
    result.errorText = state.withLock { $0.printed } ?? ""
    return result
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

  mutating func receive(_ data: Data) {
    pending.receive(data)
    guard let piece = pending.takePiece(before: separator, inLast: data.count) else { return }
    onPiece(piece)
  }

  mutating func end() { onPiece(pending.value) }
}

extension ProgramRunner {
  /// The same in a process of its own.
  func runOrRepeat(_ name: String) throws -> Run {
    do { return try run(name) } catch is NotDecided { return try run(name) }
  }
}

import Foundation
import OperationLab

/// The child's side: runs one program on the main thread of this process and tells the parent.
///
/// Every event is written the moment it is recorded, so that a trap, even a kill, loses nothing.
/// Whatever else the process prints, Foundation's own messages among it, goes to standard error.
package struct ProgramHost: Sendable {
  /// One line at a time: a pipe takes 512 bytes in one piece on macOS, 4096 on Linux.
  private let output: Locked<FileHandle>
  package let quit: @Sendable (Int32) -> Void
  private let input = InputLines()

  /// Takes over this process's standard streams.
  ///
  /// - Parameter quit: ends the process with that status. Called when the program has ended or
  ///   hangs (status 0), and when the parent is gone (status 1).
  package init(quit: @escaping @Sendable (Int32) -> Void) {
    self.quit = quit
    let reserved = FileHandle(
      fileDescriptor: Platform.reserveStandardOutput(), closeOnDealloc: false)
    output = Locked(reserved)
    guard let preamble = Self.preamble.withLock({ $0 }) else { return }
    let line = Data("\n\(preamble)\n".utf8)
    for handle in [FileHandle.standardError, reserved] {
      do { try handle.write(contentsOf: line) } catch { quit(1) }
    }
  }

  /// The ``ChildProcess/preamble`` of this process.
  package static let preamble = Locked<String?>(nil)

  /// A program, and how rest is found in it.
  package struct Request {
    var policy = RestDetector.Policy.program
    /// How long nothing must be recorded before the program counts as hanging.
    var silence = Duration.zero
    /// How long all must sleep before that is taken for rest, if the order is chosen.
    var calm = Duration.zero
    let body: (Bench) -> Void

    package init(
      policy: RestDetector.Policy = .program, silence: Duration = .zero, calm: Duration = .zero,
      body: @escaping (Bench) -> Void
    ) {
      (self.policy, self.silence, self.calm, self.body) = (policy, silence, calm, body)
    }
  }

  /// Runs the program. Returns only after `quit` has been called.
  ///
  /// - Parameters:
  ///   - policy: how rest is found: by default as in the kit's own programs.
  ///   - silence: how long nothing must be recorded before the program counts as hanging.
  ///   - body: the program.
  @MainActor
  package func run(
    policy: RestDetector.Policy = .program, silence: Duration = .zero, _ body: (Bench) -> Void
  ) {
    guard prepare() else { return }
    withoutActuallyEscaping(body) { body in
      _ = run(Request(policy: policy, silence: silence, body: body))
    }
    quit(0)
  }

  /// Runs a program and tells the parent how everything stands. Whether nothing is left of it that
  /// the next program could notice.
  @MainActor
  package func run(_ request: Request, _ scheduler: Scheduler? = nil) -> Bool {
    OwnCalls.begin()
    let isOver = Locked(false)
    let recorder = Recorder(
      sink: { [self] in if !isOver.withLock({ $0 }) { send(.event($0)) } },
      hold: scheduler.map { $0.hold })
    let bench = Bench(recorder: recorder, policy: request.policy, scheduler: scheduler)
    let hasChosen = Latch()
    if let scheduler {
      scheduler.adoptMain()
      let hasThread = Platform.detachHelperThread { [self, calm = request.calm] in
        if let orderFailure = scheduler.run(calm: calm, until: { isOver.withLock { $0 } }) {
          send(.orderFailure(orderFailure))
          quit(0)
        }
        hasChosen.open()
      }
      if !hasThread { fail(with: .threads) }
    }
    let watch = HangWatch(bench: bench, silence: request.silence) { [self] snapshot in
      guard report(snapshot, scheduler) else { return }
      OwnCalls.tell(first: bench.stateReader.asked)
      quit(0)
    }
    if !watch.begin() { fail(with: .threads) }
    request.body(bench)
    // If it was too late, the watch is about to end the process.
    guard watch.end() else { while true { Platform.parkThread() } }
    let snapshot = bench.settledSnapshot()
    isOver.withLock { $0 = true }
    let isReported = report(snapshot, scheduler)
    let isClean =
      snapshot.leavesNothing(recorder.trace()) && bench.waitingThreads.atGates == 0
      && bench.waitingThreads.pendingWork == 0
    if !isClean { OwnCalls.tell(first: bench.stateReader.asked) }
    if let scheduler {
      scheduler.end()
      _ = hasChosen.wait(until: Deadline(.seconds(5)))
    }
    return isReported && isClean
  }

  /// Makes the process end with its parent, and tell its calls when it traps. `false` if it cannot host
  /// anything.
  @MainActor
  package func prepare() -> Bool {
    if let shortage = Shortage.found(threads: Self.threads) {
      fail(with: shortage)
      return false
    }
    OwnCalls.tellTraps()
    let hasThread = Platform.detachHelperThread { [quit, input] in
      // The parent holds the other end for as long as it lives, and has time: the end of input is the end of
      // that.
      input.read()
      OwnCalls.tell()
      // What it has started ends with it.
      if getpgrp() == getpid() { kill(0, SIGKILL) }
      quit(1)
    }
    if !hasThread { fail(with: .threads) }
    return hasThread
  }

  /// How many threads more a program may want at any moment.
  private static let threads = 8

  /// Tells the parent how everything stands. `false` if that says nothing of the program: a wait for
  /// a thread that the system does not give looks like any other wait.
  private func report(_ snapshot: Snapshot, _ scheduler: Scheduler?) -> Bool {
    if snapshot.isStuck, scheduler == nil, let shortage = Shortage.found(threads: Self.threads) {
      fail(with: shortage)
      return false
    }
    if let orderFailure = scheduler?.shortfall { send(.orderFailure(orderFailure)) }
    send(.snapshot(snapshot))
    if snapshot.isStuck, scheduler == nil, Platform.waitsForTime() {
      send(.waitsForTime(true))
    }
    return true
  }

  private func fail(with shortage: Shortage) {
    send(.fault("\(shortage)"))
    quit(70)
  }

  package func send(_ message: ChildMessage) {
    do {
      let line = try message.line()
      try output.withLock { try $0.write(contentsOf: line) }
    } catch {
      // The parent reads no more.
      quit(1)
    }
  }

  /// Answers a request in the form that its sender knows.
  package func answer(_ value: some Encodable) {
    do {
      send(.answer(try JSONEncoder().encode(value)))
    } catch {
      send(.fault("an answer cannot be encoded: \(error)"))
    }
  }
}

/// Notices that the main thread will never come back from a program.
final class HangWatch: Sendable {
  private enum State { case watching, ended, hanging }

  private let state = Locked(State.watching)
  private let returned = Latch()
  private let bench: Bench
  private let silence: Duration
  private let report: @Sendable (Snapshot) -> Void

  init(bench: Bench, silence: Duration = .zero, report: @escaping @Sendable (Snapshot) -> Void) {
    self.bench = bench
    self.silence = silence
    self.report = report
  }

  /// - Returns: `false` if the system gives no thread for it.
  func begin() -> Bool {
    Platform.detachHelperThread { [self] in
      // Nearly all programs have ended by then. Looking at threads takes time from them. And the `init`
      // of an engineer's class may sleep.
      let mayWait = bench.scheduler == nil || !bench.policy.isProgram
      if mayWait, returned.wait(deadline: .milliseconds(20)) { return }
      // The parent kills a program that takes too long.
      let ending = RestDetector(bench: bench, rank: .host)
        .wait(deadline: .seconds(86_400), silence: silence, unless: { self.returned.isOpen })
      guard ending == .quiet, move(to: .hanging) else { return }
      Recorder.becomeWatch()
      report(bench.takeSnapshot(.quiet, isProgramBlocked: true))
    }
  }

  /// The program has returned. `false` if it was already reported as hanging.
  func end() -> Bool {
    returned.open()
    return move(to: .ended)
  }

  private func move(to new: State) -> Bool {
    state.withLock { state in
      guard state == .watching else { return false }
      state = new
      return true
    }
  }
}

extension ProgramHost {
  /// What is printed on standard error before each order, so that one knows in which of them
  /// something else was.
  static let mark = "\u{1E}next order\n"

  /// Runs the program in each of these orders, one after the other, and says which begins. Returns
  /// only after `quit` has been called, at the latest when one has not ended clean. For the rest,
  /// start another process.
  ///
  /// - Parameters:
  ///   - orders: one run for each.
  ///   - policy: as of ``run(policy:silence:_:)``.
  ///   - calm: how long all must sleep before that is taken for rest. None for programs that never
  ///     sleep by a clock.
  ///   - body: the program.
  @MainActor
  package func run(
    orders: [Order], policy: RestDetector.Policy = .program, calm: Duration = .zero,
    _ body: (Bench) -> Void
  ) {
    guard prepare() else { return }
    withoutActuallyEscaping(body) { body in
      _ = run(Request(policy: policy, calm: calm, body: body), in: orders)
    }
    quit(0)
  }

  /// Runs the program in each of these orders, up to one that has not ended clean. Whether all have.
  @MainActor
  package func run(_ request: Request, in orders: [Order]) -> Bool {
    orders.enumerated().allSatisfy { place, order in
      FileHandle.standardError.write(Data(Self.mark.utf8))
      send(.began(place))
      return run(request, Scheduler(order) { [self] in send(.decision($0)) })
    }
  }
}

extension ProgramHost {
  /// What is printed on standard error when the process waits to be asked for more.
  package static let readyMark = "\u{1E}ready\n"

  /// Tells the parent that nothing is left of what was asked for.
  package func isReady() {
    send(.isReady)
    FileHandle.standardError.write(Data(Self.readyMark.utf8))
  }

  /// What the parent asks for next. Blocks the calling thread.
  package func nextLine() -> Data { input.next() }
}

/// The lines of standard input that nobody has taken yet.
final class InputLines: Sendable {
  private let lines = Locked<[Data]>([])
  private let count = DispatchSemaphore(value: 0)

  /// Reads to the end. Blocks the calling thread.
  func read() {
    var pieces = Lines { [lines, count] line in
      lines.withLock { $0.append(line) }
      count.signal()
    }
    Platform.readInput { pieces.receive($0) }
  }

  /// Waits for the next one. Blocks the calling thread.
  func next() -> Data {
    count.wait()
    return lines.withLock { $0.removeFirst() }
  }
}

extension Snapshot {
  /// Whether each operation has finished or was never started, and no queue holds one.
  package func leavesNothing(_ trace: Trace) -> Bool {
    let open = operations.filter { !$0.state.contains(.finished) }
    let begun = open.contains { operation in
      operation.state.contains(.executing)
        || trace.events.contains { $0.kind == .started && $0.subject == operation.name }
    }
    return !isStuck && !begun && !queues.contains { $0.name == Queue.main }
      && !trace.events.contains { $0.kind == .timedOut }
  }
}

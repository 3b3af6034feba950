import Foundation
import OperationLab

/// The child's side: runs one program on the main thread of this process and tells the parent.
///
/// Every event is written the moment it is recorded, so that a trap, even a kill, loses nothing.
/// Whatever else the process prints, Foundation's own messages among it, goes to standard error.
package struct ProgramHost: Sendable {
  /// One line at a time: a pipe takes 512 bytes in one piece on macOS, 4096 on Linux.
  private let output: Locked<FileHandle>
  let quit: @Sendable (Int32) -> Void

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
  static let preamble = Locked<String?>(nil)

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
    let recorder = Recorder(sink: { [self] in send(ChildMessage(event: $0)) })
    let bench = Bench(recorder: recorder, policy: policy)
    let watch = HangWatch(bench: bench, silence: silence) { snapshot in
      reportAndQuit(snapshot)
    }
    watch.begin()
    body(bench)
    guard watch.end() else { return }
    reportAndQuit(bench.settle())
  }

  /// Makes the process end with its parent. `false` if it cannot host anything.
  ///
  /// - Parameter onInput: gets what the parent writes.
  @MainActor
  func prepare(onInput: @escaping @Sendable (ArraySlice<UInt8>) -> Void = { _ in }) -> Bool {
    if let shortage = Shortage.found(threads: Self.threads) {
      fail(with: shortage)
      return false
    }
    Platform.detachHelperThread { [quit] in
      // The parent holds the other end for as long as it lives: the end of input is the end of it.
      Platform.readInput(onInput)
      quit(1)
    }
    return true
  }

  /// How many threads more a program may want at any moment.
  private static let threads = 8

  private func reportAndQuit(_ snapshot: Snapshot) {
    if report(snapshot) { quit(0) }
  }

  /// Tells the parent how everything stands. `false` if that says nothing of the program: a wait for
  /// a thread that the system does not give looks like any other wait.
  func report(_ snapshot: Snapshot) -> Bool {
    if snapshot.isStuck, let shortage = Shortage.found(threads: Self.threads) {
      fail(with: shortage)
      return false
    }
    send(ChildMessage(snapshot: snapshot))
    return true
  }

  private func fail(with shortage: Shortage) {
    send(ChildMessage(fault: "\(shortage)"))
    quit(70)
  }

  func send(_ message: ChildMessage) {
    do {
      let line = try message.line()
      try output.withLock { try $0.write(contentsOf: line) }
    } catch {
      // The parent reads no more.
      quit(1)
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

  func begin() {
    Platform.detachHelperThread { [self] in
      // Nearly all programs have ended by then. Looking at threads takes time from them.
      if bench.scheduler == nil, returned.wait(deadline: .milliseconds(20)) { return }
      let detector = RestDetector(bench: bench, rank: .host)
      var ending: Snapshot.Ending? = .deadline
      while ending == .deadline {
        ending = detector.wait(
          deadline: .seconds(60), silence: silence, unless: { self.returned.isOpen })
      }
      guard ending == .quiet else { return }
      guard move(to: .hanging) else { return }
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
    for (place, order) in orders.enumerated() {
      FileHandle.standardError.write(Data(Self.mark.utf8))
      send(ChildMessage(began: place))
      guard run(order, policy, calm, body) else { break }
    }
    quit(0)
  }

  /// Runs the program in that order. Whether nothing is left of it.
  @MainActor
  private func run(
    _ order: Order, _ policy: RestDetector.Policy, _ calm: Duration, _ body: (Bench) -> Void
  ) -> Bool {
    let scheduler = Scheduler(order) { [self] in send(ChildMessage(decision: $0)) }
    let isOver = Locked(false)
    let recorder = Recorder(
      sink: { [self] in if !isOver.withLock({ $0 }) { send(ChildMessage(event: $0)) } },
      hold: { scheduler.hold($0) })
    let bench = Bench(recorder: recorder, policy: policy, scheduler: scheduler)
    scheduler.adoptMain()
    let hasChosen = Latch()
    Platform.detachHelperThread { [self] in
      if let orderFailure = scheduler.run(calm: calm, until: { isOver.withLock { $0 } }) {
        send(ChildMessage(orderFailure: orderFailure))
        quit(0)
      }
      hasChosen.open()
    }
    let watch = HangWatch(bench: bench) { [self] snapshot in
      report(snapshot, scheduler)
      quit(0)
    }
    watch.begin()
    body(bench)
    // A thread that was too late reports that the program hangs.
    guard watch.end() else { return false }
    let snapshot = bench.settle()
    isOver.withLock { $0 = true }
    report(snapshot, scheduler)
    scheduler.end()
    _ = hasChosen.wait(until: Deadline(.seconds(5)))
    return snapshot.isClean && bench.waitingThreads.atGates == 0
      && bench.waitingThreads.pendingWork == 0
  }

  private func report(_ snapshot: Snapshot, _ scheduler: Scheduler) {
    if let orderFailure = scheduler.shortfall { send(ChildMessage(orderFailure: orderFailure)) }
    send(ChildMessage(snapshot: snapshot))
  }
}

extension Snapshot {
  /// Whether a run that ended like this leaves nothing behind that the next could notice.
  fileprivate var isClean: Bool {
    !isStuck && operations.allSatisfy { $0.state.contains(.finished) }
      && !queues.contains { $0.name == Queue.main }
  }
}

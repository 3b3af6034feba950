import Foundation
import OperationLab
import Synchronization

/// The child's side: runs one program on the main thread of this process and tells the parent.
///
/// Every event is written the moment it is recorded, so that a trap, even a kill, loses nothing.
/// Whatever else the process prints, Foundation's own messages among it, goes to standard error.
package struct ProgramHost: Sendable {
  private let output: FileHandle
  let quit: @Sendable (Int32) -> Void
  /// One line at a time: a pipe takes 512 bytes in one piece on macOS, 4096 on Linux.
  private let turn = NSLock()

  /// Takes over this process's standard streams.
  ///
  /// - Parameter quit: ends the process with that status; called when the program has ended or
  ///   hangs (status 0), and when the parent is gone (status 1).
  package init(quit: @escaping @Sendable (Int32) -> Void) {
    self.quit = quit
    output = FileHandle(
      fileDescriptor: Platform.reserveStandardOutput(), closeOnDealloc: false)
  }

  /// Runs the program; returns only after `quit` has been called.
  ///
  /// - Parameters:
  ///   - patience: how long to believe that an operation which is under way may wait for a timer;
  ///     `nil` for programs that never sleep by a clock, as those of the kit never do.
  ///   - body: the program.
  @MainActor
  package func run(patience: Duration? = nil, _ body: (Bench) -> Void) {
    guard prepare() else { return }
    let recorder = Recorder(sink: { [self] in send(ChildMessage(event: $0)) })
    let bench = Bench(recorder: recorder, patience: patience)
    let watch = HangWatch(bench: bench) { snapshot in
      tell(snapshot)
    }
    watch.begin()
    body(bench)
    guard watch.end() else { return }
    tell(bench.settle())
  }

  /// Makes the process end with its parent; `false` if it cannot host anything.
  @MainActor
  func prepare() -> Bool {
    if let shortage = Shortage.found(threads: Self.threads) {
      give(up: shortage)
      return false
    }
    Platform.spareOtherThreads()
    Platform.detachHelperThread { [quit] in
      // The parent holds the other end for as long as it lives: the end of input is the end of it.
      Platform.waitForEndOfInput()
      quit(1)
    }
    return true
  }

  /// How many threads more a program may want at any moment.
  private static let threads = 8

  /// Who waits for a thread that the system does not give looks like who waits for nothing.
  private func tell(_ snapshot: Snapshot) {
    if snapshot.isStuck, let shortage = Shortage.found(threads: Self.threads) {
      return give(up: shortage)
    }
    send(ChildMessage(snapshot: snapshot))
    quit(0)
  }

  private func give(up shortage: Shortage) {
    send(ChildMessage(fault: "\(shortage)"))
    quit(70)
  }

  func send(_ message: ChildMessage) {
    do {
      let line = try message.line()
      try turn.withLock { try output.write(contentsOf: line) }
    } catch {
      // Nobody listens any more.
      quit(1)
    }
  }
}

/// Notices that the main thread will never come back from a program.
final class HangWatch: Sendable {
  private enum State { case watching, ended, hanging }

  private let state = Locked(State.watching)
  private let returned = Door()
  private let bench: Bench
  private let report: @Sendable (Snapshot) -> Void

  init(bench: Bench, report: @escaping @Sendable (Snapshot) -> Void) {
    self.bench = bench
    self.report = report
  }

  func begin() {
    Platform.detachHelperThread { [self] in
      // Nearly all programs are over by then; looking at threads costs them time.
      if bench.scheduler == nil, returned.wait(deadline: .milliseconds(20)) { return }
      let quiescence = Quiescence(bench: bench, rank: .host, servesMainQueue: false)
      var ending: Snapshot.Ending? = .deadline
      while ending == .deadline {
        ending = quiescence.wait(deadline: .seconds(60), unless: { self.returned.isOpen })
      }
      guard ending == .quiet else { return }
      guard move(to: .hanging) else { return }
      Recorder.becomeWatch()
      report(bench.takeSnapshot(.quiet, isProgramBlocked: true))
    }
  }

  /// The program has returned; `false` if it was already reported as hanging.
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

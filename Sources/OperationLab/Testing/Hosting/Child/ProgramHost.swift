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
  /// - Parameter quit: ends the process with that status; called when the program has ended or
  ///   hangs (status 0), and when the parent is gone (status 1).
  package init(quit: @escaping @Sendable (Int32) -> Void) {
    self.quit = quit
    output = Locked(
      FileHandle(fileDescriptor: Platform.reserveStandardOutput(), closeOnDealloc: false))
  }

  /// Runs the program; returns only after `quit` has been called.
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
      try output.withLock { try $0.write(contentsOf: line) }
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
  private let silence: Duration
  private let report: @Sendable (Snapshot) -> Void

  init(bench: Bench, silence: Duration = .zero, report: @escaping @Sendable (Snapshot) -> Void) {
    self.bench = bench
    self.silence = silence
    self.report = report
  }

  func begin() {
    Platform.detachHelperThread { [self] in
      // Nearly all programs are over by then; looking at threads costs them time.
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

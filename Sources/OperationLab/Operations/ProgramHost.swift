import Foundation
import Synchronization

/// The child's side: runs one program on the main thread of this process and tells the parent.
///
/// Every event is written the moment it is recorded, so that a trap, even a kill, loses nothing.
/// Whatever else the process prints, Foundation's own messages among it, goes to standard error.
public struct ProgramHost: Sendable {
  private let output: FileHandle
  private let quit: @Sendable (Int32) -> Void

  /// Takes over this process's standard streams.
  ///
  /// - Parameter quit: ends the process with that status; called when the program has ended or
  ///   hangs (status 0), and when the parent is gone (status 1).
  public init(quit: @escaping @Sendable (Int32) -> Void) {
    self.quit = quit
    output = FileHandle(
      fileDescriptor: Platform.reserveStandardOutput(), closeOnDealloc: false)
  }

  /// Runs the program; returns only after ``quit`` has been called.
  ///
  /// - Parameter patience: how long to believe that an operation which is under way may wait for a
  ///   timer; `nil` for programs that never sleep by a clock, as those of the kit never do.
  @MainActor
  public func run(patience: Duration? = nil, _ body: (Bench) -> Void) {
    let quit = self.quit
    Platform.spareOtherThreads()
    Platform.detachHelperThread {
      // The parent holds the other end for as long as it lives: the end of input is the end of it.
      Platform.waitForEndOfInput()
      quit(1)
    }
    let recorder = Recorder(sink: { [self] in send(ChildMessage(event: $0)) })
    let bench = Bench(recorder: recorder, patience: patience)
    let watch = HangWatch(bench: bench) { snapshot in
      send(ChildMessage(snapshot: snapshot))
      quit(0)
    }
    watch.begin()
    body(bench)
    guard watch.end() else { return }
    send(ChildMessage(snapshot: bench.settle()))
    quit(0)
  }

  private func send(_ message: ChildMessage) {
    do {
      try output.write(contentsOf: try message.line())
    } catch {
      // Nobody listens any more.
      quit(1)
    }
  }
}

/// Notices that the main thread will never come back from a program.
private final class HangWatch: Sendable {
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
      if returned.wait(deadline: .milliseconds(20)) { return }
      let quiescence = Quiescence(bench: bench, rank: .host, servesMainQueue: false)
      while quiescence.wait(deadline: .milliseconds(500)) == .deadline {
        if returned.isOpen { return }
      }
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

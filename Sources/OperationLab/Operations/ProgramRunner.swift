import Foundation
import Synchronization

/// The parent's side: runs a program in a process of its own and makes a ``Run`` of what it says.
public struct ProgramRunner: Sendable {
  /// The process to start; it must host the program with ``ProgramHost``.
  public var child: ChildProcess
  /// When to give up.
  public var deadline: Duration

  /// A runner; nothing runs yet.
  public init(child: ChildProcess, deadline: Duration = .seconds(10)) {
    self.child = child
    self.deadline = deadline
  }

  /// Runs the program once; blocks the calling thread until its process has ended.
  ///
  /// - Parameter onEvent: receives each event as it happens, on another thread, one at a time, in
  ///   the order of the trace.
  /// - Throws: an error of Foundation's when the process cannot be started.
  public func run(
    _ program: String, onEvent: @escaping @Sendable (Event) -> Void = { _ in }
  ) throws -> Run {
    let heard = Mutex((events: InOrder(), snapshot: Snapshot?.none))
    let result = try child.run(deadline: deadline) { line in
      // A line that was cut off by the end of the process says nothing.
      guard let message = try? ChildMessage(line: line) else { return }
      if let event = message.event {
        heard.withLock { $0.events.take(event) }.forEach(onEvent)
      }
      if let snapshot = message.snapshot {
        heard.withLock { $0.snapshot = snapshot }
      }
    }
    let (events, snapshot) = heard.withLock { $0 }
    events.heldBack.forEach(onEvent)
    let trace = Trace(events.all)
    return Run(
      program: program, outcome: Self.outcome(result.ending, snapshot, trace),
      detail: Self.detail(result), trace: trace, snapshot: snapshot)
  }

  static func outcome(
    _ ending: ChildProcess.Ending, _ snapshot: Snapshot?, _ trace: Trace
  ) -> Run.Outcome {
    switch ending {
    case .deadline: return .hangs
    case .signalled: return .traps
    case .exited:
      guard let snapshot else { return .exits }
      let isStuck =
        snapshot.isProgramBlocked || snapshot.ending == .deadline
        || snapshot.queues.contains { !$0.operations.isEmpty }
        || trace.events.contains { $0.kind == .timedOut }
      return isStuck ? .hangs : .completes
    }
  }

  private static func detail(_ result: ChildProcess.Result) -> Run.Detail {
    var detail = Run.Detail(
      output: result.errorText, reachedDeadline: result.ending == .deadline)
    switch result.ending {
    case .exited(let status): if status != 0 { detail.exitStatus = status }
    case .signalled(let signal): detail.signal = Platform.signalName(signal)
    case .deadline: break
    }
    return detail
  }
}

/// Puts events that arrive from several threads at once back into their order.
private struct InOrder {
  private(set) var all: [Event] = []
  private var next = 0
  private var waiting: [Int: Event] = [:]

  /// What is waiting for an event that never came: its process ended too soon.
  var heldBack: [Event] { waiting.values.sorted { $0.seq < $1.seq } }

  /// Takes one event; returns those that may now be shown.
  mutating func take(_ event: Event) -> [Event] {
    all.append(event)
    waiting[event.seq] = event
    var ready: [Event] = []
    while let event = waiting.removeValue(forKey: next) {
      ready.append(event)
      next += 1
    }
    return ready
  }
}

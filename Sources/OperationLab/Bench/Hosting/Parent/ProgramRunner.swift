import Foundation
import OperationLab

/// The parent's side: runs a program in a process of its own and makes a ``Run`` of what it says.
package struct ProgramRunner: Sendable {
  /// The process to start. It must host the program with ``ProgramHost``.
  package var child: ChildProcess
  /// When to give up.
  package var deadline: Duration
  /// Whether it is known that the program never ends: then its deadline is nothing but that, also
  /// on a busy machine.
  var neverIdles = false

  /// A runner. Nothing runs yet.
  package init(child: ChildProcess, deadline: Duration = Durations.program) {
    self.child = child
    self.child.isHost = true
    self.deadline = deadline
  }

  /// Runs the program once. Blocks the calling thread until its process has ended.
  ///
  /// - Parameters:
  ///   - program: its name.
  ///   - onEvent: receives each event as it happens, on another thread, one at a time, in the order
  ///     of the trace.
  /// - Throws: ``NotDecided`` when the machine did not let the program show how it ends, and a
  ///   ``Shortage`` or another error in one line when the process cannot be started.
  package func run(
    _ program: String, onEvent: @escaping @Sendable (Event) -> Void = { _ in }
  ) throws -> Run {
    let received = Locked(ReceivedMessages())
    let result = try child.run(
      deadline: deadline, starvedFor: neverIdles ? 1 : ChildProcess.starvedFor
    ) { line in
      // A line that was cut off by the end of the process says nothing.
      guard let message = try? ChildMessage(line: line) else { return }
      received.withLock { $0.receive(message) }
      if case .event(let event) = message { onEvent(event) }
    }
    return try received.withLock { $0 }.run(of: program, result, neverIdles: neverIdles)
  }

  package static func outcome(
    _ ending: ChildProcess.Ending, _ snapshot: Snapshot?, _ trace: Trace
  ) -> Run.Outcome {
    switch ending {
    case .deadline: return .hangs
    case .signalled: return .traps
    case .exited:
      guard let snapshot else { return .exits }
      let isStuck = snapshot.isStuck || trace.events.contains { $0.kind == .timedOut }
      return isStuck ? .hangs : .completes
    }
  }

  static func detail(_ result: ChildProcess.Result) -> Run.Detail {
    var detail = Run.Detail(
      output: result.errorText, reachedDeadline: result.ending == .deadline)
    switch result.ending {
    case .exited(let status): if status != 0 { detail.exitStatus = status }
    case .signalled(let signal): detail.signal = Platform.signalName(signal)
    case .deadline: break
    }
    detail.calls = OwnCalls.take(from: &detail.output, hasTrapped: detail.signal != nil)
    return detail
  }
}

extension Snapshot {
  /// Whether something is left that nothing will ever move, as far as one knows.
  var isStuck: Bool {
    isProgramBlocked || ending == .deadline || queues.contains { !$0.operations.isEmpty }
  }
}

extension ReceivedMessages {
  /// The run, from how the process ended.
  ///
  /// - Throws: ``NotDecided``.
  package func run(
    of program: String, _ result: ChildProcess.Result, neverIdles: Bool = false
  ) throws -> Run {
    if let fault { throw NotDecided(program: program, cause: .shortage(fault)) }
    if result.ending == .deadline, result.wasStarved, !neverIdles {
      throw NotDecided(program: program, cause: .tooSlow)
    }
    let trace = Trace(events)
    if let lack = trace.events.first(where: { $0.subject == Bench.surroundings }) {
      throw NotDecided(program: program, cause: .shortage(lack.note))
    }
    var detail = ProgramRunner.detail(result)
    if makings > 0 { detail.isMaking = true }
    detail.waitsForTime = waitsForTime
    return Run(
      program: program, outcome: ProgramRunner.outcome(result.ending, snapshot, trace),
      detail: detail, trace: trace, snapshot: snapshot)
  }
}

/// Why a run says nothing about its program: it is no outcome, least of all that the program hangs.
package struct NotDecided: Error, Hashable, Sendable, CustomStringConvertible {
  /// The program's name.
  package var program: String
  /// Why it could not show how it ends.
  package var cause: Cause

  /// What can keep a program from showing how it ends.
  package enum Cause: Hashable, Sendable {
    /// Until the deadline, and long after it, others had the processor.
    case tooSlow
    /// There was too little of something. The words of ``Shortage``.
    case shortage(String)
  }

  /// One line that says what to do.
  package var description: String {
    switch cause {
    case .tooSlow:
      "not decided, too slow: '\(program)' was kept waiting for a processor; "
        + "try again when the machine is less busy"
    case .shortage(let words): "not decided: '\(program)' could not run: \(words)"
    }
  }
}

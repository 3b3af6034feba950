import OperationLab
import OperationTesting

extension Lesson15 {
  /// Who held a lock, and who waited for it, as the lock itself wrote it down.
  struct LockHistory {
    private let run: Run
    /// When it was taken and given back.
    let turns: [Evidence]
    /// When somebody had to wait for it.
    let waits: [Evidence]

    /// - Parameter kind: what it must be; any lock will do if that does not matter.
    /// - Throws: ``MissingEvidence`` if nobody ever took such a lock.
    init(_ name: String, _ kind: String? = nil, in run: Run) throws {
      self.run = run
      turns = run.all(.noted, of: name)
      waits = run.all(.waiting, of: name)
      try run.require(!turns.isEmpty, "somebody takes a lock")
      if let kind {
        try run.require(turns.allSatisfy { $0.note.hasPrefix(kind) }, "it is a \(kind)")
      }
    }

    /// How often a thread had taken it, and not given it back, when that event happened.
    func depth(of thread: String, at event: Evidence) -> Int {
      turns.filter { $0.thread == thread && $0.seq < event.seq }
        .reduce(0) { $0 + ($1.note.hasSuffix(Words.taken) ? 1 : -1) }
    }

    /// Whether the event's own thread held it then.
    func isHeld(at event: Evidence) -> Bool { depth(of: event.thread, at: event) > 0 }

    /// The first wait that comes after that event.
    func wait(after event: Evidence) throws -> Evidence {
      guard let wait = waits.first(where: { $0.seq > event.seq }) else {
        throw MissingEvidence.premise("somebody has to wait for the lock", program: run.program)
      }
      return wait
    }

    /// Whether its thread never came back from that wait, and nothing can happen any more.
    func isEndless(_ wait: Evidence) -> Bool {
      let last = run.trace.events.last { $0.thread == wait.thread && $0.kind != .settled }
      return last == wait.event && run.snapshot?.isProgramBlocked == true
        && run.snapshot?.ending == .quiet
    }
  }
}

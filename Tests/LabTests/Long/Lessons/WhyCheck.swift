import OperationDoctor
import OperationBench
import OperationLab

/// Whether an answer to "why" is true of a run. Looks at events and the last snapshot, never at the
/// diagnosis, which the answer comes from.
struct WhyCheck {
  private let events: [Event]
  private let snapshot: Snapshot
  private let lastOfThread: [String: Event]

  /// `nil` for a run without a snapshot: no answer can be checked.
  init?(_ run: Run) {
    guard let snapshot = run.snapshot else { return nil }
    self.snapshot = snapshot
    events = run.trace.events.filter { $0.kind != .settled }
    lastOfThread = Dictionary(events.map { ($0.thread, $0) }, uniquingKeysWith: { $1 })
  }

  /// The contradictions of the answer.
  func objections(to answer: String, about subject: String) -> [String] {
    guard let objections = Self.checks[answer] else { return ["'\(answer)' has no check"] }
    return objections(self, subject).filter(\.isObjection).map(\.fact)
  }

  /// Whether the queue that was to start it is not in the snapshot, so that no reason can be given.
  func isUnknown(_ subject: String) -> Bool {
    has(.enqueued, of: subject) && !wasStarted(subject) && queue(of: subject) == nil
  }

  /// All answers that can be checked.
  static var answers: Set<String> { Set(checks.keys) }

  /// A fact, and whether it contradicts the answer.
  private typealias Look = (isObjection: Bool, fact: String)

  private static let checks: [String: @Sendable (WhyCheck, String) -> [Look]] = [
    "its queue has no free slot": { check, subject in
      check.waits(subject) + [(check.freeSlots(subject) != 0, "its queue has a free slot")]
    },
    "its queue is suspended": { check, subject in
      check.waits(subject) + [
        (check.queue(of: subject)?.isSuspended != true, "its queue is not suspended")
      ]
    },
    "a dependency is not finished": { check, subject in
      check.waits(subject) + [
        (check.state(subject).contains(.ready), "it is ready"),
        (check.unfinishedDependencies(subject).isEmpty, "every dependency is finished"),
      ]
    },
    "it waits for itself, directly or through others": { check, subject in
      [(!check.reaches(subject), "what it waits for does not lead back to it")]
    },
    "it is not ready, although no dependency is unfinished": { check, subject in
      check.waits(subject) + [
        (check.state(subject).contains(.ready), "it is ready"),
        (!check.unfinishedDependencies(subject).isEmpty, "a dependency is not finished"),
      ]
    },
    "it is in no queue, and its start() is never called": { check, subject in
      check.waits(subject) + [
        (check.queue(of: subject) != nil, "a queue holds it"),
        (check.has(.enqueued, of: subject), "it was put into a queue"),
      ]
    },
    "the thread that must run it is blocked": { check, subject in
      [(!check.isBlocked(subject), "that thread is not blocked")]
    },
    "it was started and does not report isFinished": { check, subject in
      [
        (!check.wasStarted(subject), "it was not started"),
        (check.has(.finished, of: subject), "it reported isFinished"),
        (check.state(subject).contains(.finished), "it is finished"),
      ]
    },
    "its queue got no notification of the change": { check, subject in
      let isFinished = check.state(subject).contains(.finished)
      let isReady = check.state(subject).contains(.ready) && !check.wasStarted(subject)
      let isHeldBack =
        check.queue(of: subject)?.isSuspended != false || check.freeSlots(subject) == 0
        || check.isBlocked(subject)
      return [
        (check.queue(of: subject) == nil, "no queue holds it"),
        (!isFinished && !isReady, "it is neither finished nor ready to start"),
        (!isFinished && isHeldBack, "something else holds it back"),
      ]
    },
  ]

  /// What is true of every operation that was not started.
  private func waits(_ subject: String) -> [Look] {
    [
      (snapshot.operation(subject) == nil, "there is no such operation"),
      (wasStarted(subject), "it was started"),
      (state(subject).contains(.finished), "it is finished"),
    ]
  }

  private func state(_ subject: String) -> OperationState {
    snapshot.operation(subject)?.state ?? []
  }

  private func has(_ kind: Event.Kind, of subject: String) -> Bool {
    events.contains { $0.kind == kind && $0.subject == subject }
  }

  private func wasStarted(_ subject: String) -> Bool {
    state(subject).contains(.executing)
      || [.started, .began, .returned].contains { has($0, of: subject) }
  }

  private func queue(of subject: String) -> Snapshot.Queue? {
    snapshot.queues.first { $0.operations.contains(subject) }
  }

  private func unfinishedDependencies(_ subject: String) -> [String] {
    (snapshot.operation(subject)?.dependencies ?? []).filter { !state($0).contains(.finished) }
  }

  /// The operations that were started and are still in the queue of the subject.
  private func holders(_ subject: String) -> [String] {
    (queue(of: subject)?.operations ?? []).filter(wasStarted)
  }

  /// How many more operations the queue could start. `nil` if no queue holds the subject.
  private func freeSlots(_ subject: String) -> Int? {
    guard let queue = queue(of: subject) else { return nil }
    // Where the system decides the width, it still has only so many threads.
    return max((queue.width < 0 ? 64 : queue.width) - holders(subject).count, 0)
  }

  /// The call that the subject's thread has not returned from.
  private func blockingCall(_ subject: String) -> Event? {
    lastOfThread.values.first { $0.kind == .waiting && $0.subject == subject }
  }

  private func isBlocked(_ subject: String) -> Bool {
    if subject == Diagnosis.Finding.program { return snapshot.isProgramBlocked }
    if wasStarted(subject) { return blockingCall(subject) != nil }
    return queue(of: subject)?.name == Snapshot.Queue.main && snapshot.isProgramBlocked
  }

  /// What the subject waits for, in one step.
  private func needs(_ subject: String) -> [String] {
    if let call = blockingCall(subject) {
      switch call.wait {
      case .operation(let name): return [name]
      case .operations(let names): return names
      case .queue(let name): return snapshot.queues.first { $0.name == name }?.operations ?? []
      case .gate, .signal, .other, nil: return []
      }
    }
    if subject == Diagnosis.Finding.program {
      return snapshot.operations.map(\.name).filter { name in
        wasStarted(name) && !state(name).contains(.finished)
          && events.contains { $0.kind == .started && $0.subject == name && $0.thread == "main" }
      }
    }
    guard !wasStarted(subject) else { return [] }
    let dependencies = state(subject).contains(.ready) ? [] : unfinishedDependencies(subject)
    if !dependencies.isEmpty { return dependencies }
    return isBlocked(subject)
      ? [Diagnosis.Finding.program] : freeSlots(subject) == 0 ? holders(subject) : []
  }

  private func reaches(_ subject: String) -> Bool {
    var (reached, open) = (Set<String>(), needs(subject))
    while let name = open.popLast() {
      if reached.insert(name).inserted { open += needs(name) }
    }
    return reached.contains(subject)
  }
}

import Foundation
import OperationDownloads
import OperationLab
import OperationTesting

// What priorities do to running operations, and where there are slots to spare: nothing.
extension Lesson08 {
  static let noOvertaking = Claim(
    "C22c", "... but it takes no slot away from an operation that is running.", origin: .kit,
    expected: .everywhere(
      .confirmed,
      because: """
        Priorities are compared when a slot is free. Whoever came to an idle queue first has \
        started first, whatever its priority.
        """),
    mutants: [
      .trace(of: "late-comer", "the late comer begins at once") {
        $0.movingToFront(.began, of: "very high")
      },
      .trace(of: "late-comer", "nobody looked while 'very low' ran") { $0.removing(.settled) },
      .trace(of: "late-comer", "the late comer waits longer than it must") {
        $0.movingToEnd(.began, of: "very high")
      },
      .trace(of: "late-comer", "the running one has very high priority, too") {
        $0.replacing(.enqueued, of: "very low") {
          $0.enqueueing = Event.Enqueueing(queue: "queue", width: 1, priority: 8)
        }
      },
    ]
  ) { runs in
    let run = try runs["late-comer"]
    let three: [(name: String, priority: Operation.QueuePriority)] = [
      ("very low", .veryLow), ("low", .low), ("very high", .veryHigh),
    ]
    let added = try three.map {
      try run.enqueued(
        $0.name, in: "queue", width: 1, isSuspended: false, priority: $0.priority.rawValue,
        dependencies: [])
    }
    try run.requireNeverSuspended("queue")
    try run.requireNotCancelled("very low", "low", "very high")
    let running = try run.restInQueue(of: "very low")
    let waits = try run.restInQueue(of: "very high")
    let end = try run.first(.ended, of: "very low")
    let first = try run.first(.began, of: "very high")
    let second = try run.first(.began, of: "low")
    try run.require(
      running.state.contains(.executing) && running.seq < added[1].seq
        && added[1].seq < added[2].seq && added[2].seq < waits.seq && waits.seq < end.seq,
      "'very low' was running when the others came, and until everything had come to rest")
    return .confirmed(
      if: waits.state.contains(.ready) && end.seq < first.seq && first.seq < second.seq,
      "'very high' waited for the end of 'very low', and then went before 'low'",
      otherwise: "'very high' did not begin just when 'very low' had ended",
      added + [running, waits, end, first, second])
  }

  static let noOrder = Claim(
    "C22d", "... and it makes nobody wait: with a second slot, the lowest begins at once.",
    origin: .kit,
    expected: .everywhere(
      .confirmed,
      because: "A priority says who gets a slot first, not who must be over. That is a dependency."),
    mutants: [
      .passing("dependency-as-order", as: "priority-as-order"),
      .trace(of: "priority-as-order", "cook begins when wash has ended") {
        $0.movingToEnd(.began, of: "cook")
      },
      .trace(of: "priority-as-order", "they have no priorities") {
        $0.replacing(.enqueued) { $0.enqueueing = Event.Enqueueing(queue: "kitchen", width: 2) }
      },
      .trace(of: "priority-as-order", "wash does not wait for cook") {
        $0.removing(.noted, of: "wash")
      },
    ]
  ) { runs in
    let run = try runs["priority-as-order"]
    try run.enqueued("wash", dependencies: [])
    try run.enqueued("cook", dependencies: [])
    let washing = try Washing(in: run)
    try run.require(
      washing.priorities[0] > washing.priorities[1], "wash had a higher priority than cook")
    try run.require(
      washing.answer != .shutWithoutThread, "the system had a second thread for cook")
    return .confirmed(
      if: washing.cookBeginsMeanwhile, "cook began while wash was going on",
      otherwise: "cook did not begin before wash had ended", washing.evidence)
  }

  static let dependencyIsAnOrder = Claim(
    "C22e",
    "A dependency is an order: cook does not begin before wash has ended, though a slot is free.",
    origin: .kit,
    expected: .everywhere(
      .confirmed, basis: .documented(page: ApplePage.addDependency),
      because: "Until wash has finished, cook is not ready."),
    mutants: [
      .passing("priority-as-order", as: "dependency-as-order"),
      .trace(of: "dependency-as-order", "cook does not depend on wash") {
        $0.replacing(.enqueued) { $0.enqueueing = Event.Enqueueing(queue: "kitchen", width: 2) }
      },
      .trace(of: "dependency-as-order", "cook begins while wash goes on") {
        $0.movingToFront(.began, of: "cook")
      },
    ]
  ) { runs in
    let run = try runs["dependency-as-order"]
    let washing = try Washing(in: run)
    if washing.cookBeginsMeanwhile {
      return Judgement(.refuted, "cook began while wash was going on", washing.evidence)
    }
    try run.enqueued("wash", dependencies: [])
    try run.enqueued("cook", dependencies: ["wash"])
    try run.require(
      washing.priorities[0] <= washing.priorities[1], "wash had no higher priority than cook")
    try run.require(
      !washing.added[1].state.contains(.ready) && washing.washEnds.seq < washing.cookBegins.seq,
      "cook was not ready when it was added, and began after wash had ended")
    return Judgement(
      .confirmed, "cook waited for wash, although wash waited for cook", washing.evidence)
  }

  /// wash, which goes on until cook begins, and cook, in a queue that has a slot for each.
  private struct Washing {
    let added: [Evidence]
    let priorities: [Int]
    let washBegins: Evidence
    let answer: Event.Answer
    let waited: Evidence
    let washEnds: Evidence
    let cookBegins: Evidence

    init(in run: Run) throws {
      added = try ["wash", "cook"].map {
        let priority = try run.enqueued($0).enqueueing?.priority
        return try run.enqueued(
          $0, in: "kitchen", slots: 2, isSuspended: false, priority: priority)
      }
      priorities = added.compactMap(\.enqueueing?.priority)
      try run.requireNeverSuspended("kitchen")
      try run.requireNotCancelled("wash", "cook")
      (washBegins, washEnds) = try (run.first(.began, of: "wash"), run.first(.ended, of: "wash"))
      cookBegins = try run.first(.began, of: "cook")
      let opened = try run.first(.opened, of: "cooking")
      (answer, waited) = try run.answer(to: "wash", waitingFor: "cooking")
      try run.require(
        added[0].seq < added[1].seq && washBegins.seq < waited.seq && waited.seq < washEnds.seq,
        "wash came first, and went on until cook began or nothing else could happen")
      try run.require(
        cookBegins.seq < opened.seq && cookBegins.thread == opened.thread,
        "cook says when it begins")
    }

    var cookBeginsMeanwhile: Bool { answer == .open && cookBegins.seq < washEnds.seq }

    var evidence: [Evidence] { added + [washBegins, cookBegins, waited, washEnds] }
  }
}

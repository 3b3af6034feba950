import OperationLab
import OperationTesting

extension Lesson04 {
  /// What the claims about pour presuppose: it was put into the kitchen, which had room for it; it
  /// depended on boil, and it waited while boil was running, until the water was hot.
  struct Scene {
    /// The first rest of pour.
    let before: Evidence
    /// The gate that lets boil end.
    let opened: Evidence
    /// The end of boil's body.
    let ended: Evidence

    /// - Throws: ``MissingEvidence`` if something of it is not so in the run.
    init(_ run: Run) throws {
      for name in ["boil", "pour"] {
        let entry = try run.enqueued(
          name, in: "kitchen", isSuspended: false, dependencies: name == "pour" ? ["boil"] : [])
        try run.require(
          entry.enqueueing?.width != 1 && entry.enqueueing?.width != 0,
          "the kitchen has room for pour beside boil")
      }
      try run.requireNeverSuspended("kitchen")
      before = try run.restInQueue(of: "pour")
      let boiling = try run.restInQueue(of: "boil")
      opened = try run.first(.opened, of: "water is hot")
      ended = try run.first(.ended, of: "boil")
      try run.require(
        before.note == "in kitchen" && before.state.isDisjoint(with: [.ready, .cancelled])
          && boiling.state == [.ready, .executing],
        "pour was in the kitchen and not ready while boil was running")
      let order = [max(before.seq, boiling.seq), opened.seq, ended.seq]
      try run.require(order == order.sorted(), "boil ended after that, when the water was hot")
    }

    /// The look at boil between the cancellation and its end.
    func stillBoiling(_ run: Run) throws -> Evidence {
      let look = try run.first(.observed, of: "boil", note: "after the cancellation")
      try run.require(
        look.state == [.ready, .executing] && before.seq < look.seq && look.seq < opened.seq,
        "boil was still running after the cancellation")
      return look
    }

    /// The one start of pour, by the queue.
    func start(_ run: Run) throws -> Evidence {
      let start = try run.first(.started, of: "pour")
      try run.require(
        start.thread != "main" && run.all(.started, of: "pour").count == 1,
        "the queue starts pour, once")
      return start
    }

    /// The start of pour, which was cancelled after its first rest.
    func startOfCancelled(_ run: Run, before look: Evidence) throws -> Evidence {
      let start = try start(run)
      try run.require(
        start.state.contains(.cancelled) && before.seq < start.seq && start.seq < look.seq,
        "pour was cancelled while it waited, and started then")
      return start
    }

    /// The body of the operation of the same kind that nobody cancels: without it, a body that does
    /// not run proves nothing.
    func bodyOfNext(_ run: Run) throws -> Evidence {
      let (start, body) = (try run.first(.started, of: "next"), try run.first(.began, of: "next"))
      try run.require(
        !start.state.contains(.cancelled) && start.seq < body.seq,
        "an operation of the same kind, which nobody cancels, does its work")
      return body
    }
  }
}

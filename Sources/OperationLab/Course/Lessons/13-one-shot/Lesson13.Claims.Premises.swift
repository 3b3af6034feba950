import OperationLab
import OperationTesting

// What the claims presuppose: two starts, a ticket without which photo is not ready, and a message
// that is not the lesson's own.
extension Lesson13 {
  /// The operations of the right way.
  static let allOnce = ["photo", "photo again", "crop", "stamp"]

  /// upload was started by hand while it was in its queue, and then by the queue.
  static let startedByHandAndQueue: [Trace.Condition] = [
    .added("upload", to: "uploads", isSuspended: true), .times(2, .started, of: "upload"),
    .order(
      .added("upload"), .started("upload"), .resumed("uploads"), .started("upload").last),
    .differentThreads(.started("upload"), .started("upload").last),
    .flags(not: .finished, at: .started("upload")),
    .flags(not: .finished, at: .started("upload").last),
  ]

  /// photo was in its queue, waiting for nothing but its ticket.
  static let waitsForTicket: [Trace.Condition] = [
    .added("photo", to: "downloads", dependencies: []), .neverSuspended("downloads"),
    .state([], at: .added("photo")), .state([], at: .firstSettled("photo")),
    .place("downloads", at: .firstSettled("photo")),
  ]

  /// The call that added photo was asking whether it was ready when another thread gave it its
  /// ticket and posted isReady.
  static let ticketWhileAdded: [Trace.Condition] = [
    .added("photo", to: "downloads", dependencies: []), .state([], at: .added("photo")),
    .order(
      .added("photo"), .marked(asked, by: "photo"), .announced("isReady", by: "photo"),
      .observed("photo")),
    .sameThread(.added("photo"), .marked(asked, by: "photo")),
    .differentThreads(.marked(asked, by: "photo"), .announced("isReady", by: "photo")),
  ]

  /// The message of the trap is Foundation's own.
  static let messageIsFoundations: Trace.Condition = .prints("Lesson13", false)
}

extension Trace.Condition {
  /// The queue was not resumed during the run.
  static func neverResumed(_ queue: String) -> Self {
    Self("'\(queue)' was never resumed") { run in
      Outcome(run.all(.resumed, of: queue).isEmpty, "", [])
    }
  }
}

import OperationLab
import OperationDownloads
import OperationTesting

extension Lesson13 {
  static let startsOnce = Claim(
    "B01a", "A second start() after the end does not run the work again.",
    origin: .article(
      .c,
      passage: .init(
        "如果NSOperation已經(jīng)取消了或者已經(jīng)完成了,這個(gè)方法會(huì)直接返回",
        "if the NSOperation was cancelled or is finished already, this method returns at once",
        at: 72)),
    expected: .everywhere(
      .confirmed, basis: .documented(page: ApplePage.start),
      because: """
        start() sees that the operation is finished and returns, without a word. That is no way \
        to run work again, and nothing tells you so.
        """),
    mutants: [
      .trace(of: "start-again", "the body runs twice") { $0.inserting(.began, of: "photo") },
      .trace(of: "start-again", "it was started once") {
        $0.edited { events in
          if let place = events.lastIndex(where: { $0.kind == .started }) {
            events.remove(at: place)
          }
        }
      },
      .trace(of: "start-again", "it had not finished when it was started again") {
        $0.replacing(.started) { $0.state.remove(.finished) }
      },
      .trace(of: "start-again", "nobody looked in the end") { $0.removing(.settled) },
    ]
  ) { runs in
    let run = try runs["start-again"]
    let starts = run.all(.started, of: "photo")
    try run.require(starts.count >= 2, "photo was started twice")
    let end = try run.first(.ended, of: "photo")
    try run.require(starts[0].seq < end.seq, "the first start() ran the body")
    try run.require(
      starts.dropFirst().allSatisfy { end.seq < $0.seq && $0.state.contains(.finished) },
      "photo had finished when it was started again")
    let bodies = run.all(.began, of: "photo")
    let last = try run.last(.settled, of: "photo")
    return .confirmed(
      if: bodies.count == 1 && run.outcome == .completes,
      "start() was called twice; the body ran once",
      otherwise: "the body ran \(bodies.count) times", starts + bodies + [last])
  }

  static let newOperation = Claim(
    "B01c", "To run the work again, make a new operation.",
    origin: .article(
      .b,
      passage: .init(
        "注意每次不论开始还是重启新建一个TaskOperation就可以了",
        "note: each time, whether to start or to start again, a new TaskOperation does it",
        at: 865)),
    expected: .everywhere(
      .confirmed, basis: .documented(page: ApplePage.operation),
      because: "It has a state of its own; the old one's says for ever that it is over."),
    mutants: [
      .trace(of: "right-way", "the new operation does not run") {
        $0.removing(.began, of: "photo again")
      },
      .trace(of: "right-way", "the old one runs again") { $0.inserting(.began, of: "photo") },
      .trace(of: "right-way", "nobody wanted it while photo ran") {
        $0.movingToFront(.ended, of: "photo")
      },
      .passing("start-again", as: "right-way"),
    ]
  ) { runs in
    let run = try runs["right-way"]
    let names = ["photo", "photo again", "crop", "stamp"]
    let photo = try (run.first(.began, of: "photo"), run.first(.ended, of: "photo"))
    let added = try run.enqueued("photo again")
    try run.require(
      photo.0.seq < added.seq && added.seq < photo.1.seq, "photo again was added while photo ran")
    for name in names {
      try run.require(
        run.enqueued(name).seq < run.first(.started, of: name).seq, "the queue starts \(name)")
    }
    for name in ["crop", "stamp"] {
      let isBehind = try run.enqueued(name).enqueueing?.dependencies.contains("photo") == true
      try run.require(isBehind, "\(name) depended on photo")
    }
    let bodies = try names.map { try run.first(.began, of: $0) }
    let ends = try names.map { try run.last(.settled, of: $0) }
    let isOnce = names.allSatisfy {
      run.all(.started, of: $0).count == 1 && run.all(.began, of: $0).count == 1
    }
    let isInOrder = bodies.dropFirst(2).allSatisfy { photo.1.seq < $0.seq }
    return .confirmed(
      if: ends.allSatisfy { $0.state.contains(.finished) && $0.note == "in no queue" }
        && isOnce && isInOrder,
      "each ran once and finished, the new operation among them",
      otherwise: "not all have run once, in their order, and finished", bodies + ends)
  }

  static let ownStartUnchecked = Claim(
    "C31d",
    "... but nobody checks when the subclass has a start() of its own: the work begins twice.",
    origin: .kit,
    expected: .everywhere(
      .confirmed,
      because: """
        The check is in Operation's start(), which such a subclass replaces and must not call. \
        Nobody notices the second start, and the work begins twice.
        """),
    mutants: [
      .passing("checked-start", as: "own-start"),
      .trace(of: "own-start", "it was started once") { $0.movingToFront(.resumed, of: "uploads") },
      .trace(of: "own-start", "it was in no queue") { $0.removing(.enqueued) },
    ]
  ) { runs in
    let run = try runs["own-start"]
    let starts = try startsByHandAndQueue(in: run)
    let bodies = run.all(.began, of: "upload")
    return .confirmed(
      if: run.outcome == .completes && bodies.count == 2,
      "started by hand and by the queue; the work began twice",
      otherwise: "the work began \(bodies.count) times", starts + bodies)
  }

  static let checkedStartOnce = Claim(
    "C31e", "... unless its start() checks for itself: then only the first one counts.",
    origin: .kit,
    expected: .everywhere(
      .confirmed,
      because: "It asks under its lock whether it has been started, and remembers it."),
    mutants: [
      .passing("own-start", as: "checked-start"),
      .trace(of: "checked-start", "the queue never starts it") {
        $0.edited { events in
          if let place = events.lastIndex(where: { $0.kind == .started }) {
            events.remove(at: place)
          }
        }
      },
      .trace(of: "checked-start", "the work begins at the second start()") {
        $0.movingToEnd(.began, of: "upload")
      },
      .trace(of: "checked-start", "it stays in its queue") {
        $0.replacing(.settled) { $0.note = "in uploads" }
      },
    ]
  ) { runs in
    let run = try runs["checked-start"]
    let starts = try startsByHandAndQueue(in: run)
    let bodies = run.all(.began, of: "upload")
    let announced = try run.announced("isFinished", by: "upload")
    let last = try run.last(.settled, of: "upload")
    return .confirmed(
      if: bodies.count == 1 && bodies[0].seq < starts[2].seq && starts[3].seq < announced.seq
        && last.state.contains(.finished) && last.note == "in no queue",
      "started by hand and by the queue; the work began once, and the queue let go of it",
      otherwise: "the work began \(bodies.count) times; in the end \(last.state), \(last.note)",
      starts + bodies + [announced, last])
  }

  /// An operation is added to a queue, started by hand, and then started by the queue as well: the
  /// four events that show it.
  private static func startsByHandAndQueue(in run: Run) throws -> [Evidence] {
    let added = try run.enqueued("upload", isSuspended: true)
    let resumed = try run.first(.resumed, of: "uploads")
    let starts = run.all(.started, of: "upload")
    try run.require(starts.count == 2, "upload was started twice")
    try run.require(
      added.seq < starts[0].seq && starts[0].seq < resumed.seq && resumed.seq < starts[1].seq
        && starts[0].thread != starts[1].thread
        && starts.allSatisfy { !$0.state.contains(.finished) },
      "upload was started by hand while it was in its queue, and then by the queue")
    return [added, starts[0], resumed, starts[1]]
  }
}

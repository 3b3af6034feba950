import OperationLab
import OperationDownloads
import OperationTesting

// What the bare class does, with nothing overridden.
extension Lesson01 {
  static let bareIsEmpty = Claim(
    "A02b", "The start() and main() of Operation itself are empty: they do nothing.",
    origin: .article(
      .a,
      passage: .init(
        "但NSOperation类的这两个方法是空方法,没有干任何事情",
        "But these two methods of the class NSOperation are empty methods, they do nothing",
        at: 63)),
    expected: .everywhere(
      .refuted,
      basis: .documented(page: ApplePage.start),
      because: """
        Only main() is empty. start() keeps the books: it sets executing, calls main(), and reports \
        finished. That is why overriding main() is enough.
        """),
    mutants: [
      .trace(of: "bare", "start() changes nothing") {
        $0.edited { events in
          for place in events.indices where events[place].note == "after start()" {
            events[place].state = [.ready]
          }
        }
      },
      .trace(of: "bare", "it is a class of somebody's own") {
        $0.replacing(.noted, of: "started") { $0.note = "MyOperation, isAsynchronous: false" }
      },
      .trace(of: "bare", "it was started by its queue") { $0.inserting(.enqueued, of: "started") },
    ]
  ) { runs in
    let run = try runs["bare"]
    let classes = try ["called", "started"].map { try bareClass(of: $0, in: run) }
    let main = try Caller(of: "main()", on: "called", run)
    let start = try Caller(of: "start()", on: "started", run)
    try run.requireNotCancelled("called", "started")
    return .confirmed(
      if: main.after.state == main.before.state && start.after.state == start.before.state,
      "neither call changed anything",
      otherwise: "main() left it '\(main.after.state)', start() made it '\(start.after.state)'",
      classes + [main.before, main.after, start.before, start.after])
  }

  static let bareCannotBeUsed = Claim(
    "C01b", "NSOperation is abstract and cannot be used directly.",
    origin: .article(
      .c,
      passage: .init(
        "NSOperation是一個(gè)抽象類。不能直接使用。",
        "NSOperation is an abstract class. It cannot be used directly.",
        at: 2,
        alsoOn: ApplePage.operation)),
    expected: .everywhere(
      .refuted,
      basis: .reported("Open Radar 32541724"),
      because: """
        It can be made, started and put into a queue; it finishes like any other. It has no work \
        to do, which is all that "abstract" means here. The article itself uses one as a token: \
        lesson 21.
        """),
    mutants: [
      .trace(of: "bare", "it stays in its queue") {
        $0.removing(.completed, of: "queued").replacing(.settled, of: "queued") {
          $0.state = [.ready]
          $0.note = "in downloads"
        }
      },
      .trace(of: "bare", "it is a block operation") {
        $0.replacing(.noted, of: "queued") { $0.note = "BlockOperation, isAsynchronous: false" }
      },
      .trace(of: "bare", "it was in no queue") { $0.removing(.enqueued) },
      .trace(of: "bare", "nobody looked in the end") { $0.removing(.settled) },
    ]
  ) { runs in
    let run = try runs["bare"]
    let type = try bareClass(of: "queued", in: run)
    let put = try run.enqueued("queued", in: "downloads", isSuspended: false, dependencies: [])
    try run.requireNotCancelled("queued")
    let end = try run.last(.settled, of: "queued")
    let completion = try run.occurrence(of: .completed, of: "queued")
    let signs = [
      !end.state.contains(.finished), end.note == "in downloads", completion.isNever,
    ]
    try run.require(Set(signs).count == 1, "either it is done with or it is not")
    return .confirmed(
      if: signs[0], "it stayed in its queue",
      otherwise: "its queue started it, it finished, and its completion block ran",
      [type, put, completion.evidence, end])
  }

  /// The answer that shows that an operation is Foundation's own `Operation` and no subclass.
  private static func bareClass(of name: String, in run: Run) throws -> Evidence {
    let answer = try run.first(.noted, of: name)
    try run.require(
      answer.note.hasPrefix("Operation, isAsynchronous: "), "\(name) is Foundation's Operation")
    return answer
  }
}

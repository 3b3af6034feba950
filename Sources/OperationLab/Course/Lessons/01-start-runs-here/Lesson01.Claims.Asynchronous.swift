import OperationLab
import OperationDownloads
import OperationTesting

// What isAsynchronous says, and what makes it true.
extension Lesson01 {
  static let flagIsFalse = Claim(
    "C02",
    """
    isAsynchronous is false by default, also for block operations and for the kit's \
    InvocationOperation.
    """,
    origin: .article(
      .c,
      passage: .init(
        "這兩個(gè)類的isAsynchronous都是NO",
        "isAsynchronous of both these classes is NO",
        at: 55,
        but: """
          The article speaks of NSInvocationOperation, which Swift does not have. The kit's \
          InvocationOperation is judged in its place.
          """)),
    expected: .everywhere(
      .confirmed, basis: .documented(page: ApplePage.isAsynchronous),
      because: "The default is documented. The kit's InvocationOperation inherits it."),
    mutants: [
      .trace(of: "flag-alone", "a block operation says true") {
        $0.replacing(.noted, of: "block") { $0.note = "BlockOperation, isAsynchronous: true" }
      },
      .trace(of: "flag-alone", "another class was asked") {
        $0.replacing(.noted, of: "invocation") { $0.note = "Operation, isAsynchronous: false" }
      },
      .trace(of: "flag-alone", "nobody asked") { $0.removing(.noted, of: "plain") },
    ]
  ) { runs in
    let run = try runs["flag-alone"]
    let asked = [
      ("plain", "Operation"), ("block", "BlockOperation"), ("invocation", "InvocationOperation"),
    ]
    let answers = try asked.map { name, type in
      let answer = try run.first(.noted, of: name)
      try run.require(
        answer.note.hasPrefix("\(type), isAsynchronous: "), "\(name) is of class \(type)")
      return answer
    }
    return .confirmed(
      if: answers.allSatisfy { $0.note.hasSuffix(": false") }, "all three say false",
      otherwise: answers.map(\.note).joined(separator: "; "), answers)
  }

  static let flagChangesNothing = Claim(
    "C03",
    "Overriding isAsynchronous to return true does not by itself make the work asynchronous.",
    origin: .article(
      .c,
      passage: .init(
        "僅僅重寫isAsynchronous返回YES是不會(huì)讓任務(wù)異步執(zhí)行的",
        """
        merely overriding isAsynchronous to return YES does not make the task run \
        asynchronously
        """,
        at: 46)),
    expected: .everywhere(
      .confirmed,
      basis: .documented(page: ApplePage.operation),
      because: """
        The property only describes the operation to others. Whoever starts it by hand may ask; \
        a queue never does.
        """),
    mutants: [
      .passing("really-asynchronous", as: "flag-alone"),
      .trace(of: "flag-alone", "the body runs elsewhere") {
        $0.replacing(.began, of: "flag only") { $0.thread = "T1" }
      },
      .trace(of: "flag-alone", "it says that it is not asynchronous") {
        $0.replacing(.noted, of: "flag only") {
          $0.note = $0.note.replacing("true", with: "false")
        }
      },
    ]
  ) { runs in
    let run = try runs["flag-alone"]
    let answer = try run.first(
      .noted, of: "flag only", note: "FlagOnlyOperation, isAsynchronous: true")
    let caller = try Caller(of: "start()", on: "flag only", run)
    let body = try run.first(.began, of: "flag only")
    try run.require(body.state.contains(.executing), "start() called main() of flag only")
    let story = [body, try run.first(.ended, of: "flag only"), caller.after]
    return .confirmed(
      if: caller.sees(story) && caller.after.state.contains(.finished),
      "it says that it is asynchronous; the body ran on the caller's thread, \(caller.thread), and "
        + "all was over when start() returned",
      otherwise: "the body ran on \(body.thread), the caller on \(caller.thread); after start() "
        + "the state was '\(caller.after.state)'",
      [answer, caller.before] + story)
  }

  static let workElsewhere = Claim(
    "C03b",
    """
    A subclass that hands its work to another thread is asynchronous: start() comes back while it \
    is executing, the work is done later on that thread, and then the operation is finished.
    """,
    origin: .kit,
    expected: .everywhere(
      .confirmed,
      basis: .documented(page: ApplePage.operation),
      because: """
        Not the property but the class makes it so: nobody waits for the other thread, and the \
        class calls finish() when the work is over.
        """),
    mutants: [
      .trace(of: "really-asynchronous", "the work is done inside start()") {
        $0.movingToFront(.ended, of: "thread").movingToFront(.began, of: "thread")
      },
      .trace(of: "really-asynchronous", "the work runs on the caller's thread") {
        $0.replacing(.began, of: "thread") { $0.thread = "main" }
      },
      .trace(of: "really-asynchronous", "it never finishes") {
        $0.replacing(.settled, of: "thread") { $0.state = [.ready, .executing] }
      },
    ]
  ) { runs in
    let run = try runs["really-asynchronous"]
    let answer = try run.first(
      .noted, of: "thread", note: "ThreadOperation, isAsynchronous: true")
    let caller = try Caller(of: "start()", on: "thread", run)
    let start = try run.first(.started, of: "thread")
    try run.require(caller.made(start), "thread was started by hand, by \(caller.thread)")
    let (began, ended) = (
      try run.first(.began, of: "thread"), try run.first(.ended, of: "thread")
    )
    let rest = try run.last(.settled, of: "thread")
    let evidence = [answer, caller.before, start, caller.after, began, ended, rest]
    let back = caller.after
    guard back.state == [.ready, .executing], back.seq < began.seq, began.thread != caller.thread
    else {
      return Judgement(
        .refuted,
        "the body ran on \(began.thread) from #\(began.seq) on; after start(), at #\(back.seq), the "
          + "state was '\(back.state)'", evidence)
    }
    return .confirmed(
      if: began.state.contains(.executing) && ended.state == began.state
        && ended.thread == began.thread && rest.state.contains(.finished),
      "start() was back before the work began, on \(began.thread); when it had ended, the operation "
        + "was finished",
      otherwise: "the state was '\(began.state)' when the work began, '\(ended.state)' when it "
        + "ended, and '\(rest.state)' at rest",
      evidence)
  }
}

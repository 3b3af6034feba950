import OperationLab
import OperationDownloads
import OperationTesting

extension Lesson01 {
  static let startIsSynchronous = Claim(
    "C01", "start() alone runs the work synchronously on the thread that called it.",
    origin: .article(
      .c,
      passage: .init(
        "如果使用start方法來(lái)開啟一個(gè)任務(wù),默認(rèn)是同步的",
        "if a task is set going with start, it is synchronous by default",
        at: 60)),
    expected: .everywhere(
      .confirmed, basis: .documented(page: ApplePage.operation),
      because: "start() is an ordinary method: it calls main() and returns when main() does."),
    mutants: [
      .trace(of: "by-hand", "the body runs on another thread") {
        $0.replacing(.began, of: "here") { $0.thread = "T9" }
      },
      .trace(of: "by-hand", "start() returns before the body ends") {
        $0.movingToEnd(.ended, of: "there")
      },
      .trace(of: "by-hand", "a queue started it") { $0.inserting(.enqueued, of: "here") },
    ]
  ) { runs in
    let run = try runs["by-hand"]
    var evidence: [Evidence] = []
    var isHere = true
    for name in ["here", "there"] {
      let caller = try Caller(of: "start()", on: name, run)
      let start = try run.first(.started, of: name)
      try run.require(caller.made(start), "\(name) was started by hand, by \(caller.thread)")
      let story = [
        start, try run.first(.began, of: name), try run.first(.ended, of: name),
        try run.first(.returned, of: name), caller.after,
      ]
      isHere = isHere && caller.sees(story) && run.all(.began, of: name).count == 1
      evidence += [caller.before] + story
    }
    try run.require(
      evidence[0].thread == "main" && evidence[6].thread != "main",
      "here was started on main, there on another thread")
    return .confirmed(
      if: isHere, "both bodies ran on the calling thread, and ended before start() returned",
      otherwise: "a body ran on another thread, or start() returned before it ended", evidence)
  }

  static let invocationRunsHere = Claim(
    "C04",
    """
    The kit's InvocationOperation, started on the main thread, runs its method there before start() \
    returns.
    """,
    origin: .article(
      .c,
      passage: .init(
        "可以看出任務(wù)是在主線程執(zhí)行的,并沒有生成新的線程",
        "one sees that the task runs on the main thread and that no new thread was made",
        at: 231,
        but: """
          The article speaks of NSInvocationOperation; the kit's InvocationOperation is judged. \
          A trace shows where the method runs, not whether a thread was made.
          """)),
    expected: .everywhere(
      .confirmed, basis: .documented(page: ApplePage.operation),
      because: "Its main() calls the method, and start() calls main()."),
    mutants: [
      .trace(of: "by-hand", "the method runs on a new thread") {
        $0.replacing(.noted, of: "photo") { $0.thread = "T9" }
      },
      .trace(of: "by-hand", "it was not started on the main thread") {
        $0.replacing(.started, of: "invocation") { $0.thread = "T1" }
      },
      .trace(of: "by-hand", "it has no method") { $0.removing(.noted, of: "photo") },
    ]
  ) { runs in
    let run = try runs["by-hand"]
    let caller = try Caller(of: "start()", on: "invocation", run)
    let start = try run.first(.started, of: "invocation")
    let began = try run.first(.began, of: "invocation")
    try run.require(
      caller.made(start) && start.thread == "main", "invocation was started by hand, on main")
    try run.require(began.state.contains(.executing), "invocation is executing in its own main()")
    let method = try run.first(.noted, of: "photo", note: "fetch() runs")
    let story = [
      start, began, method, try run.first(.ended, of: "invocation"),
      try run.first(.returned, of: "invocation"), caller.after,
    ]
    let others = run.trace.events.filter {
      caller.before.seq < $0.seq && $0.seq < caller.after.seq && $0.thread != "main"
    }
    let calls = run.all(.noted, of: "photo").filter {
      start.seq < $0.seq && $0.seq < story[4].seq
    }
    return .confirmed(
      if: caller.sees(story) && others.isEmpty && calls.count == 1,
      "the method ran on main, and nothing was seen of another thread until start() was back",
      otherwise: "not everything happened on main, one thing after the other",
      [caller.before] + story)
  }

  static let queueStarts = Claim(
    "C05",
    "A queue calls start() itself, on a thread that is not the one that added the operation.",
    origin: .article(
      .c,
      passage: .init(
        """
        operation queue會(huì)生成新的線程來(lái)執(zhí)行加入\
        到其中的operation,執(zhí)行的過程也是調(diào)用start方法
        """,
        """
        an operation queue makes a new thread to run what is added to it, and runs it by \
        calling start, too
        """,
        at: 572)),
    expected: .everywhere(
      .confirmed, basis: .documented(page: ApplePage.operation),
      because: "The queue hands ready operations to a pool of threads of its own."),
    mutants: [
      .trace(of: "by-queue", "start() is called by the thread that added it") {
        $0.edited { events in
          for place in events.indices { events[place].thread = "main" }
        }
      },
      .trace(of: "by-queue", "start() is never called") { $0.removing(.started) },
      .trace(of: "by-queue", "somebody else started it") {
        $0.replacing(.noted, of: "queued") { $0.note = "run by no queue" }
      },
    ]
  ) { runs in
    let run = try runs["by-queue"]
    let added = try run.enqueued("queued", in: "downloads")
    let start = try run.first(.started, of: "queued")
    let inside = try run.first(.noted, of: "queued", note: "run by downloads")
    try run.require(
      inside.thread == start.thread && run.all(.started, of: "queued").count == 1,
      "queued was started once, by the queue")
    return .confirmed(
      if: start.thread != added.thread,
      "added on \(added.thread), started by the queue on \(start.thread)",
      otherwise: "added and started on \(added.thread)", [added, start, inside])
  }

  static let mainIsACall = Claim(
    "A01",
    """
    Calling main() directly runs the work like an ordinary method call, on the current thread.
    """,
    origin: .article(
      .a,
      passage: .init(
        "直接调用main方法即可,调用之后就和调用普通对象的方法一样,使用当前线程来执行main方法",
        """
        simply call main; that is like calling a method of any object, and main runs on \
        the current thread
        """,
        at: 495)),
    expected: .everywhere(
      .confirmed,
      because: """
        main() is only the work. All bookkeeping is in start(), so the operation does not even \
        notice: it is not finished afterwards.
        """),
    mutants: [
      .trace(of: "by-hand", "the work runs elsewhere") {
        $0.replacing(.began, of: "called") { $0.thread = "T1" }
      },
      .trace(of: "by-hand", "the call finishes the operation") {
        $0.replacing(.observed, of: "called") { $0.state = [.ready, .finished] }
      },
    ]
  ) { runs in
    let run = try runs["by-hand"]
    let caller = try Caller(of: "main()", on: "called", run)
    let body = try run.first(.began, of: "called")
    let story = [body, try run.first(.ended, of: "called"), caller.after]
    return .confirmed(
      if: caller.sees(story) && !caller.after.state.contains(.finished)
        && !body.state.contains(.executing),
      "the work ran on \(body.thread); the operation was neither executing nor finished",
      otherwise: "the work ran on \(body.thread), the state was '\(body.state)' in it and "
        + "'\(caller.after.state)' afterwards",
      [caller.before] + story)
  }

  static let startCallsMain = Claim(
    "A02", "start() on a subclass that overrides only main() runs main().",
    origin: .article(
      .a,
      passage: .init(
        "即使我们没有实现start方法,这里调用start方法以后依旧会执行main方法",
        "even though we have not written start, calling start here still runs main",
        at: 506)),
    expected: .everywhere(
      .confirmed, basis: .documented(page: ApplePage.start),
      because: "That is what the default start() is for; it also keeps the states."),
    mutants: [
      .trace(of: "by-hand", "main() never runs") { $0.removing(.began, of: "started") },
      .trace(of: "by-hand", "it is not finished afterwards") {
        $0.replacing(.observed, of: "started") { $0.state = [.ready] }
      },
      .trace(of: "by-hand", "it is in a queue") { $0.inserting(.enqueued, of: "started") },
    ]
  ) { runs in
    let run = try runs["by-hand"]
    let caller = try Caller(of: "start()", on: "started", run)
    let body = try run.first(.began, of: "started")
    let story = [body, try run.first(.ended, of: "started"), caller.after]
    return .confirmed(
      if: caller.sees(story) && body.state.contains(.executing)
        && caller.after.state.contains(.finished),
      "main() ran while the operation was executing; afterwards it was finished",
      otherwise: "the state was '\(body.state)' in main() and '\(caller.after.state)' afterwards",
      [caller.before] + story)
  }
}

extension Lesson01 {
  /// Who calls an operation by hand: its looks at the operation before the call and after it.
  struct Caller {
    let before, after: Evidence

    /// - Throws: ``MissingEvidence`` unless one thread looked before and after, at an operation that was
    ///   in no queue and that nobody had cancelled or finished.
    init(of method: String, on name: String, _ run: Run) throws {
      before = try run.first(.observed, of: name, note: "before \(method)")
      after = try run.first(.observed, of: name, note: "after \(method)")
      try run.require(run.all(.enqueued, of: name).isEmpty, "\(name) is in no queue")
      try run.require(
        before.thread == after.thread && before.seq < after.seq,
        "one thread looked at \(name) before and after \(method)")
      try run.require(
        before.state.isDisjoint(with: [.executing, .finished, .cancelled]),
        "\(name) was new before \(method)")
    }

    var thread: String { before.thread }

    /// Whether the caller itself made this call.
    func made(_ call: Evidence) -> Bool {
      call.thread == thread && before.seq < call.seq && call.seq < after.seq
    }

    /// Whether these events happened in this order, on the caller's thread, after the first look.
    func sees(_ story: [Evidence]) -> Bool {
      story.allSatisfy { $0.thread == thread && $0.seq > before.seq }
        && zip(story, story.dropFirst()).allSatisfy { $0.seq < $1.seq }
    }
  }
}

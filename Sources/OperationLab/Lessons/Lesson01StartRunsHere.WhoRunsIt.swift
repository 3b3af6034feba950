/// What lesson 1 has to say of who calls whom: an invocation, a queue, main() and start().
enum WhoRunsIt {
  static let invocationRunsHere = Claim(
    "C04",
    """
    An invocation operation started on the main thread runs its method there; no thread is created.
    """,
    source: .c,
    expected: .everywhere(
      .confirmed, because: "Its main() calls the method, and start() calls main()."),
    mutants: [
      .trace(of: "by-hand", "the method runs on a new thread") {
        $0.replacing(.began, of: "invocation") { $0.thread = "T9" }
      },
      .trace(of: "by-hand", "it was not started on the main thread") {
        $0.replacing(.started, of: "invocation") { $0.thread = "T1" }
      },
    ]
  ) { runs in
    let run = try runs["by-hand"]
    let evidence = [
      try run.first(.started, of: "invocation"), try run.first(.began, of: "invocation"),
      try run.first(.ended, of: "invocation"),
    ]
    return .confirmed(
      if: evidence.allSatisfy { $0.thread == "main" }, "the method ran on main from end to end",
      otherwise: "not everything happened on main", evidence)
  }

  static let queueStarts = Claim(
    "C05",
    "A queue calls start() itself, on a thread that is not the one that added the operation.",
    source: .c,
    expected: .everywhere(
      .confirmed, because: "The queue hands ready operations to a pool of threads of its own."),
    mutants: [
      .trace(of: "by-queue", "start() is called by the thread that added it") {
        $0.replacing(.started, of: "queued") { $0.thread = "main" }
      },
      .trace(of: "by-queue", "start() is never called") { $0.removing(.started) },
    ]
  ) { runs in
    let run = try runs["by-queue"]
    let added = try run.first(.enqueued, of: "queued")
    let start = try run.first(.started, of: "queued")
    return .confirmed(
      if: start.thread != added.thread,
      "added on \(added.thread), started on \(start.thread)",
      otherwise: "added and started on \(added.thread)", [added, start])
  }

  static let mainIsACall = Claim(
    "A01",
    """
    Calling main() directly runs the work like an ordinary method call, on the current thread.
    """,
    source: .a,
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
    let body = try run.first(.began, of: "called")
    let after = try run.first(.observed, of: "called", note: "after main()")
    return .confirmed(
      if: body.thread == after.thread && !after.state.contains(.finished)
        && !body.state.contains(.executing),
      "the work ran on \(body.thread); the operation was neither executing nor finished",
      otherwise: "the work ran on \(body.thread), and afterwards it was \(after.state)",
      [body, after])
  }

  static let startCallsMain = Claim(
    "A02", "start() on a subclass that overrides only main() runs main().", source: .a,
    expected: .everywhere(
      .confirmed, because: "That is what the default start() is for; it also keeps the states."),
    mutants: [
      .trace(of: "by-hand", "main() never runs") { $0.removing(.began, of: "started") },
      .trace(of: "by-hand", "it is not finished afterwards") {
        $0.replacing(.observed, of: "started") { $0.state = [.ready] }
      },
    ]
  ) { runs in
    let run = try runs["by-hand"]
    let body = try run.first(.began, of: "started")
    let after = try run.first(.observed, of: "started", note: "after start()")
    return .confirmed(
      if: body.state.contains(.executing) && after.state.contains(.finished),
      "main() ran while the operation was executing; afterwards it was finished",
      otherwise: "\(body.state) in main(), \(after.state) afterwards", [body, after])
  }
}

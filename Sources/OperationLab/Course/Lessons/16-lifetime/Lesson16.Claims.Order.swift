import OperationDownloads
import OperationTesting

// A17: what comes first, the completion block or whatever else waits for the end.
extension Lesson16 {
  static let afterDependents = Claim(
    "A17d", "... but it need not have run when a dependent of the operation starts.", origin: .kit,
    expected: .everywhere(
      .confirmed,
      basis: .reported("Stack Overflow, question 11413156, from iOS 8 and 9"),
      because: """
        Dependents wait for the end of the operation, not for its block. Here the block even \
        waits for the dependent, and both get what they want.
        """),
    mutants: [
      .passing("operation-between", as: "dependent-first"),
      .trace(of: "dependent-first", "the dependent never begins") {
        $0.removing(.began, of: "second")
      },
      .trace(of: "dependent-first", "nothing depends on anything") {
        $0.replacing(.enqueued) { $0.enqueueing = nil }
      },
      .trace(of: "dependent-first", "the block does not wait") { $0.removing(.waiting) },
      .trace(of: "dependent-first", "the block is over before") {
        $0.movingToEnd(.began, of: "second")
      },
    ]
  ) { runs in
    let run = try runs["dependent-first"]
    try run.enqueued("second", dependencies: ["first"])
    let block = try BlockRun(of: "first", in: run)
    let waits = try block.wait(for: "second")
    let saved = try run.first(.noted, of: "save")
    try run.require(
      block.contains(saved) && waits.seq < saved.seq, "the block saves when it has waited")
    let ended = try run.first(.ended, of: "first")
    let began = try run.first(.began, of: "second")
    try run.require(ended.seq < began.seq, "second begins after first")
    return .confirmed(
      if: began.seq < saved.seq, "second began, and only then did first's block come to its end",
      otherwise: "the block was over before second began", [ended, began, waits, saved, block.over])
  }

  static let afterWaiters = Claim(
    "A17e", "... nor when waitUntilFinished() returns.", origin: .kit,
    expected: .everywhere(
      .confirmed,
      because: "Whoever waits is woken by the end; the block runs on a thread of its own."),
    mutants: [
      .trace(of: "wait-returns-first", "waitUntilFinished() returns later") {
        $0.movingToEnd(.began, of: "next")
      },
      .trace(of: "wait-returns-first", "it never returns") { $0.removing(.started, of: "next") },
      .trace(of: "wait-returns-first", "nobody waits") { $0.removing(.waiting, of: "program") },
      .trace(of: "wait-returns-first", "the block does not wait") {
        $0.removing(.waiting, of: "first")
      },
    ]
  ) { runs in
    let run = try runs["wait-returns-first"]
    try run.enqueued("first")
    let caller = try run.first(.waiting, of: "program", note: "for operation first")
    let next = try run.first(.started, of: "next")
    let goesOn = try run.first(.began, of: "next")
    let ended = try run.first(.ended, of: "first")
    try run.require(
      caller.seq < next.seq && caller.thread == next.thread && ended.seq < next.seq,
      "next is what the caller does after waitUntilFinished()")
    let block = try BlockRun(of: "first", in: run)
    let waits = try block.wait(for: "next")
    let saved = try run.first(.noted, of: "save")
    try run.require(
      block.contains(saved) && waits.seq < saved.seq, "the block saves when it has waited")
    return .confirmed(
      if: goesOn.seq < saved.seq,
      "the caller went on, and only then did the block come to its end",
      otherwise: "the block was over before the caller went on",
      [caller, ended, next, waits, saved, block.over])
  }

  static let byChance = Claim(
    "A17f", "Left to chance, the completion block runs before the dependent begins.", origin: .kit,
    expected: .everywhere(
      .refuted,
      basis: .reported("Stack Overflow, question 11413156, from iOS 8 and 9"),
      because: """
        Both are sent off at the same moment, to two threads. What works in one queue, or in a \
        hundred runs, is no rule: in the next queue it is the other way round.
        """),
    mutants: [
      .trace(of: "left-to-chance", "the block never runs") { $0.removing(.noted, of: "save 1") },
      .trace(of: "left-to-chance", "the dependent never begins") {
        $0.removing(.began, of: "second 1")
      },
      .trace(of: "left-to-chance", "the block always runs first") { trace in
        (1...8).reduce(trace) { $0.movingToEnd(.began, of: "second \($1)") }
      },
      .trace(of: "left-to-chance", "somebody waits for somebody") {
        $0.inserting(.waiting, of: "first 1")
      },
      .trace(of: "left-to-chance", "nothing depends on anything") {
        $0.replacing(.enqueued) { $0.enqueueing = nil }
      },
    ]
  ) { runs in
    let run = try runs["left-to-chance"]
    let names = ["first ", "second ", "save ", "transfers "]
    try run.require(
      !run.all(.waiting).contains { wait in
        names.contains { wait.subject.hasPrefix($0) || wait.note.contains($0) }
      }, "nobody of these waits, or is waited for")
    var (evidence, blockIsFirst): ([Evidence], Set<Bool>) = ([], [])
    for round in 1...8 {
      let (first, second) = ("first \(round)", "second \(round)")
      try run.enqueued(second, dependencies: [first])
      let block = try BlockRun(of: first, in: run)
      let saved = try run.first(.noted, of: "save \(round)")
      try run.require(block.contains(saved), "the completion block of \(first) saves")
      let began = try run.first(.began, of: second)
      blockIsFirst.insert(saved.seq < began.seq)
      evidence += [saved, began]
    }
    try run.require(
      blockIsFirst.count == 2,
      "the order is left to chance, and both orders are seen in eight rounds")
    return Judgement(.refuted, "now the block came first, now the dependent", evidence)
  }

  static let between = Claim(
    "A17g", "An operation between the two runs after the first and before the second.",
    origin: .kit,
    expected: .everywhere(
      .confirmed, basis: .documented(page: ApplePage.addDependency),
      because: "Its place is made sure of by dependencies, and those are kept in every run."),
    mutants: [
      .trace(of: "operation-between", "second begins first") {
        $0.movingToFront(.began, of: "second")
      },
      .trace(of: "operation-between", "nothing depends on anything") {
        $0.replacing(.enqueued) { $0.enqueueing = nil }
      },
      .trace(of: "operation-between", "it is never done") { $0.removing(.ended, of: "save") },
    ]
  ) { runs in
    let run = try runs["operation-between"]
    try run.enqueued("first", slots: 2)
    for (name, other) in [("save", "first"), ("second", "save")] {
      let isBehind =
        try run.enqueued(name, slots: 2).enqueueing?.dependencies.contains(other) == true
      try run.require(isBehind, "\(name) depends on \(other)")
    }
    let first = try run.first(.ended, of: "first")
    let begins = try run.first(.began, of: "save")
    let ends = try run.first(.ended, of: "save")
    let second = try run.first(.began, of: "second")
    return .confirmed(
      if: first.seq < begins.seq && ends.seq < second.seq,
      "first, then save, then second", otherwise: "not in this order",
      [first, begins, ends, second])
  }
}

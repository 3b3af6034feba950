import Foundation

extension Lesson {
  static let priorityAmongReady = Lesson(
    8, "priority-among-ready", title: "Priority orders only what is ready",
    question: """
      You give an operation a very high priority. Does it run before the others? And does that \
      mean that they run after it?
      """,
    programs: [fiveLevels, againstDependency, lateComer, priorityAsOrder, dependencyAsOrder],
    claims: [highestFirst, levelsHaveValues, dependencyComesFirst, noOvertaking, noOrder])

  private static let levels: [(name: String, priority: Operation.QueuePriority)] = [
    ("very low", .veryLow), ("low", .low), ("normal", .normal), ("high", .high),
    ("very high", .veryHigh),
  ]

  // snippet: five-levels
  private static let fiveLevels = Program(
    "five-levels", role: .article,
    "A suspended queue of width 1 gets one operation of each level, the lowest first, and goes on."
  ) { bench in
    let queue = bench.queue("queue", width: 1)
    queue.isSuspended = true
    for (name, priority) in levels {
      let operation = bench.block(name)
      operation.queuePriority = priority
      bench.log(name)(.noted, note: "priority \(operation.queuePriority.rawValue)")
      queue.addOperation(operation)
    }
    queue.isSuspended = false
  }
  // end snippet

  // snippet: against-dependency
  private static let againstDependency = Program(
    "against-dependency", role: .article,
    "The same with three: dessert, of very high priority, depends on soup, of very low priority."
  ) { bench in
    let queue = bench.queue("kitchen", width: 1)
    queue.isSuspended = true
    let (soup, salad, dessert) = (bench.block("soup"), bench.block("salad"), bench.block("dessert"))
    soup.queuePriority = .veryLow
    dessert.queuePriority = .veryHigh
    dessert.addDependency(soup)
    [dessert, salad, soup].forEach(queue.addOperation)
    queue.isSuspended = false
  }
  // end snippet

  private static let lateComer = Program(
    "late-comer", role: .article,
    "Width 1, not suspended: one of very low priority is running when one of very high comes."
  ) { bench in
    let queue = bench.queue("queue", width: 1)
    let mayEnd = bench.gate("'very low' may end")
    let early = bench.block("very low") { mayEnd.wait() }
    early.queuePriority = .veryLow
    queue.addOperation(early)
    bench.settle()
    for (name, priority) in [levels[1], levels[4]] {
      let late = bench.block(name)
      late.queuePriority = priority
      queue.addOperation(late)
    }
    bench.settle()
    mayEnd.open()
  }

  // snippet: priority-as-order
  /// BROKEN ON PURPOSE: means "wash first, then cook" and says it with priorities.
  private static let priorityAsOrder = Program(
    "priority-as-order", role: .broken,
    "Width 2. wash has very high priority, cook very low, so that washing comes first."
  ) { bench in
    // snippet: wash-first
    washAndCook(bench) { wash, cook in
      wash.queuePriority = .veryHigh
      cook.queuePriority = .veryLow
    }
    // end snippet
  }

  private static let dependencyAsOrder = Program(
    "dependency-as-order", role: .fixed, "Width 2. cook depends on wash; no priorities."
  ) { bench in
    // snippet: cook-later
    washAndCook(bench) { wash, cook in
      cook.addDependency(wash)
    }
    // end snippet
  }
  // end snippet

  /// Washing goes on until cooking begins, unless it never will while washing goes on.
  private static func washAndCook(
    _ bench: Bench, arrange: (_ wash: Operation, _ cook: Operation) -> Void
  ) {
    let queue = bench.queue("kitchen", width: 2)
    let cooking = bench.gate("cooking")
    let wash = bench.block("wash") {
      let tooSoon = cooking.waitUnlessQuiet()
      bench.log("wash")(
        .noted, note: tooSoon ? "cook began with dirty carrots" : "cook waits for clean carrots")
    }
    let cook = bench.block("cook") { cooking.open() }
    arrange(wash, cook)
    queue.addOperation(wash)
    queue.addOperation(cook)
  }

  private static let highestFirst = Claim(
    "C22a", "Among ready operations the queue starts the one of highest priority first.",
    source: .c,
    expected: .everywhere(
      .confirmed,
      because: "Whenever a slot is free, the queue looks through its levels from the highest down."),
    mutants: [
      .trace(of: "five-levels", "in the order in which they were added") { trace in
        levels.reduce(trace) { $0.movingToEnd(.began, of: $1.name) }
      },
      .trace(of: "five-levels", "the middle one begins first") {
        $0.movingToFront(.began, of: "normal")
      },
      .trace(of: "five-levels", "one never begins") { $0.removing(.began, of: "low") },
      .trace(of: "five-levels", "the queue was not suspended while they were added") {
        $0.movingToFront(.resumed, of: "queue")
      },
    ]
  ) { runs in
    let run = try runs["five-levels"]
    let resumed = try run.first(.resumed, of: "queue")
    let added = try levels.map { try run.first(.enqueued, of: $0.name) }
    guard added.allSatisfy({ $0.seq < resumed.seq }) else {
      return Judgement(.undecided, "some were added when the queue was already going", [])
    }
    let begun = try levels.map { try run.first(.began, of: $0.name) }.sorted { $0.seq < $1.seq }
    return .confirmed(
      if: begun.map(\.subject) == levels.map(\.name).reversed(),
      "they began in this order: \(begun.map(\.subject).joined(separator: ", "))",
      otherwise: "they began in this order: \(begun.map(\.subject).joined(separator: ", "))",
      [resumed] + begun)
  }

  private static let levelsHaveValues = Claim(
    "C22b", "There are five levels, of raw values -8, -4, 0, 4 and 8.", source: .c,
    expected: .everywhere(
      .confirmed, because: "The values have gaps, but a queue knows no level between them."),
    mutants: [
      .trace(of: "five-levels", "high is 5") {
        $0.replacing(.noted, of: "high") { $0.note = "priority 5" }
      },
      .trace(of: "five-levels", "nobody asked") { $0.removing(.noted, of: "very low") },
    ]
  ) { runs in
    let run = try runs["five-levels"]
    let values = try levels.map { try run.first(.noted, of: $0.name) }
    return .confirmed(
      if: values.map(\.note) == [-8, -4, 0, 4, 8].map { "priority \($0)" },
      "from very low to very high: -8, -4, 0, 4, 8",
      otherwise: values.map(\.note).joined(separator: ", "), values)
  }

  private static let dependencyComesFirst = Claim(
    "A11", "Priority does not override dependencies.", source: .a,
    expected: .everywhere(
      .confirmed,
      because: "An operation with an unfinished dependency is not ready: it is not even compared."),
    mutants: [
      .trace(of: "against-dependency", "dessert begins first") {
        $0.movingToFront(.began, of: "dessert")
      },
      .trace(of: "against-dependency", "dessert is as unimportant as soup") {
        $0.movingToEnd(.enqueued, of: "dessert")
      },
      .trace(of: "against-dependency", "soup never ends") { $0.removing(.ended, of: "soup") },
    ]
  ) { runs in
    let run = try runs["against-dependency"]
    let resumed = try run.first(.resumed, of: "kitchen")
    let added = try run.first(.enqueued, of: "dessert")
    let soup = try run.first(.ended, of: "soup")
    let salad = try run.first(.began, of: "salad")
    let dessert = try run.first(.began, of: "dessert")
    guard added.seq < resumed.seq else {
      return Judgement(.undecided, "dessert came too late to be first", [])
    }
    return .confirmed(
      if: salad.seq < dessert.seq && soup.seq < dessert.seq,
      "salad, then soup; dessert began when soup had ended, although its priority is highest",
      otherwise: "dessert began before soup had ended", [added, resumed, salad, soup, dessert])
  }

  private static let noOvertaking = Claim(
    "C22c", "... but it takes no slot away from an operation that is running.", source: .c,
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
    ]
  ) { runs in
    let run = try runs["late-comer"]
    let waits = try run.first(.settled, of: "very high")
    let end = try run.first(.ended, of: "very low")
    let first = try run.first(.began, of: "very high")
    let second = try run.first(.began, of: "low")
    return .confirmed(
      if: waits.seq < end.seq && end.seq < first.seq && first.seq < second.seq,
      "'very high' waited for the end of 'very low', and then went before 'low'",
      otherwise: "'very high' did not begin just when 'very low' had ended",
      [waits, end, first, second])
  }

  private static let noOrder = Claim(
    "C22d", "... and it makes nobody wait: with a second slot, the lowest begins at once.",
    source: .c,
    expected: .everywhere(
      .confirmed,
      because: "A priority says who gets a slot first, not who must be over. That is a dependency."),
    mutants: [
      .passing("dependency-as-order", as: "priority-as-order"),
      .trace(of: "priority-as-order", "cook begins when wash has ended") {
        $0.movingToEnd(.began, of: "cook")
      },
    ]
  ) { runs in
    let run = try runs["priority-as-order"]
    let cook = try run.first(.began, of: "cook")
    let seen = try run.first(.noted, of: "wash")
    let end = try run.first(.ended, of: "wash")
    return .confirmed(
      if: cook.seq < end.seq && seen.note.contains("dirty"), "cook began while wash was going on",
      otherwise: "cook began after wash had ended", [cook, seen, end])
  }
}

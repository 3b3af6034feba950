import Foundation
import OperationTesting

extension Lesson08 {
  // snippet: five-levels
  static let fiveLevels = Program(
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
  static let againstDependency = Program(
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

  static let lateComer = Program(
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
  static let priorityAsOrder = Program(
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

  static let dependencyAsOrder = Program(
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
  static func washAndCook(
    _ bench: Bench, arrange: (_ wash: Operation, _ cook: Operation) -> Void
  ) {
    let queue = bench.queue("kitchen", width: 2)
    let cooking = bench.gate("cooking")
    let wash = bench.block("wash") { bench.wait("wash", for: cooking) }
    let cook = bench.block("cook") { cooking.open() }
    arrange(wash, cook)
    queue.addOperation(wash)
    queue.addOperation(cook)
  }
}

import Foundation
@_spi(Course) import OperationTesting

extension Lesson08 {
  // snippet: five-levels
  static let fiveLevels = Program(
    "five-levels", role: .article,
    "One operation of each level is added to a suspended queue, the lowest first. Width 1."
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
    "dessert has very high priority and depends on soup, which has very low priority. Width 1."
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
    "Width 1. An operation of very low priority is running when one of very high is added."
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
  /// BROKEN ON PURPOSE: cook must come after wash, but this sets only priorities.
  static let priorityAsOrder = Program(
    "priority-as-order", role: .broken,
    "Width 2. wash has very high priority, and cook has very low priority."
  ) { bench in
    // snippet: wash-first
    washAndCook(bench) { wash, cook in
      wash.queuePriority = .veryHigh
      cook.queuePriority = .veryLow
    }
    // end snippet
  }

  static let dependencyAsOrder = Program(
    "dependency-as-order", role: .fixed, "Width 2. cook depends on wash. No priorities."
  ) { bench in
    // snippet: cook-later
    washAndCook(bench) { wash, cook in
      cook.addDependency(wash)
    }
    // end snippet
  }
  // end snippet

  /// wash runs until cook begins, or until the process is idle.
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

  // snippet: quality-of-service
  static let qualityOfService = Program(
    "quality-of-service", role: .article,
    "Operations of one priority, and two qualities of service, wait for one slot. Width 1, then 2."
  ) { bench in
    for width in 1...2 {
      let queue = bench.queue("width \(width)", width: width)
      let mayEnd = bench.gate("'busy' may end", isTraced: false)
      if width == 2 { queue.addOperation(bench.block("busy") { mayEnd.wait() }) }
      bench.settle()
      queue.isSuspended = true
      for (name, quality) in [("backup", QualityOfService.background), ("photo", .userInteractive)]
      {
        let operation = bench.block("\(name) \(width)")
        operation.qualityOfService = quality
        bench.log("\(name) \(width)")(has(operation.qualityOfService))
        queue.addOperation(operation)
      }
      queue.isSuspended = false
      bench.settle()
      mayEnd.open()
    }
  }
  // end snippet

  static func has(_ quality: QualityOfService) -> Trace.Event.Mark {
    Trace.Event.Mark("quality of service {}", .text("\(quality)"))
  }
}

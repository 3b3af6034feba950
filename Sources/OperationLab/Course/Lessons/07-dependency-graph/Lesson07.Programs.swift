import Foundation
import OperationDoctor
import OperationLab
@_spi(Course) import OperationBench

extension Lesson07 {
  static func dependenciesLeft(_ count: Int) -> Trace.Event.Mark {
    Trace.Event.Mark("dependencies left: {}", .number(count))
  }

  static func waits(for name: String) -> Trace.Event.Mark {
    Trace.Event.Mark("waits for {}", .text(name))
  }

  static func mustNotWait(for name: String) -> Trace.Event.Mark {
    Trace.Event.Mark("must not wait for {}, which would close a circle", .text(name))
  }

  /// Finishes when its transfer has ended, on another thread, after `start()` has returned.
  final class TransferOperation: AsyncOperation, @unchecked Sendable {
    private let transfer: Gate
    private let bench: Bench
    private let log: Log

    init(_ name: String, until transfer: Gate, _ bench: Bench) {
      self.transfer = transfer
      self.bench = bench
      log = bench.log(name)
      super.init()
      self.name = name
    }

    override func work() {
      log(.started, self)
      bench.elsewhere {
        self.transfer.wait()
        self.log(.finished, note: "by calling finish()")
        self.finish()
      }
      log(.returned, self)
    }
  }

  /// Does nothing. It records a call of `addDependency(_:)` before it is made.
  final class EmptyOperation: TracedOperation, @unchecked Sendable {
    override func addDependency(_ other: Operation) {
      log.recorder.noteWait(
        .other("for \(log.subject).addDependency(\(other.name ?? "")) to return")
      ) {
        super.addDependency(other)
      }
    }

    override func main() {
      log(.began, self)
      log(.ended, self)
    }
  }
}

// snippet: unless-circular
extension Operation {
  /// Adds a dependency, unless the other operation waits for this one, directly or through others.
  ///
  /// Call it from one thread only. No other thread may add dependencies in the meantime.
  ///
  /// - Returns: whether it was added.
  func addDependencyUnlessCircular(_ other: Operation) -> Bool {
    var waiting: [Operation] = [other]
    var seen: Set<ObjectIdentifier> = []
    while let operation = waiting.popLast() {
      if operation === self { return false }
      guard seen.insert(ObjectIdentifier(operation)).inserted else { continue }
      waiting += operation.dependencies
    }
    addDependency(other)
    return true
  }
}
// end snippet

extension Lesson07 {
  // snippet: five-tasks
  static let fiveTasks = Program(
    "five-tasks", role: .article,
    "Tasks 2 and 3 depend on 1, and 4 on 3. Task 1 may end when nothing more happens. Width 4."
  ) { bench in
    let mayEnd = bench.gate("task 1 may end")
    let task1 = bench.block("task 1") { mayEnd.wait() }
    let task2 = bench.block("task 2")
    let task3 = bench.block("task 3")
    let task4 = bench.block("task 4")
    let task5 = bench.block("task 5")
    task2.addDependency(task1)
    task3.addDependency(task1)
    task4.addDependency(task3)
    bench.drawDependencies()

    let queue = bench.queue("tasks", width: 4)
    [task1, task2, task3, task4, task5].forEach(queue.addOperation)
    bench.settle()
    mayEnd.open()
  }
  // end snippet

  // snippet: two-queues
  static let twoQueues = Program(
    "two-queues", role: .article,
    "resize depends on download, which is in another queue and finishes after its start()."
  ) { bench in
    let transfer = bench.gate("transfer has ended")
    let download = TransferOperation("download", until: transfer, bench)
    let resize = bench.block("resize")
    resize.addDependency(download)
    bench.queue("images").addOperation(resize)
    bench.queue("network").addOperation(download)
    bench.settle()
    transfer.open()
  }
  // end snippet

  // snippet: remove-dependency
  static let removeDependency = Program(
    "remove-dependency", role: .article,
    "pour depends on boil. While boil runs, the dependency is removed.",
    expected: .hangs, onDarwin: .completes
  ) { bench in
    whileBoiling(bench) { boil, pour, _ in
      pour.removeDependency(boil)
      bench.log("pour")(dependenciesLeft(pour.dependencies.count))
    }
  }

  static let newOperation = Program(
    "new-operation", role: .fixed,
    "pour depends on boil. While boil runs, pour is cancelled and replaced by a new operation."
  ) { bench in
    whileBoiling(bench) { _, pour, queue in
      queue.addOperation(bench.block("pour at once"))
      pour.cancel()
    }
  }
  // end snippet

  static func whileBoiling(
    _ bench: Bench, change: (_ boil: Operation, _ pour: Operation, OperationQueue) -> Void
  ) {
    let queue = bench.queue("kitchen")
    let hot = bench.gate("water is hot")
    let boil = bench.block("boil") { hot.wait() }
    let pour = bench.block("pour")
    pour.addDependency(boil)
    queue.addOperation(boil)
    queue.addOperation(pour)
    bench.settle()
    change(boil, pour, queue)
    bench.settle()
    hot.open()
  }

  // snippet: cycle
  /// BROKEN ON PURPOSE: two operations depend on each other.
  static let cycle = Program(
    "cycle", role: .broken, "chicken depends on egg, and egg on chicken.", expected: .hangs
  ) { bench in
    let (chicken, egg) = (bench.block("chicken"), bench.block("egg"))
    chicken.addDependency(egg)
    egg.addDependency(chicken)
    bench.drawDependencies()
    run([chicken, egg], bench)
  }
  // end snippet

  // snippet: cycle-cancelled
  static let cycleCancelled = Program(
    "cycle-cancelled", role: .fixed, "chicken and egg depend on each other. chicken is cancelled."
  ) { bench in
    let (chicken, egg) = (bench.block("chicken"), bench.block("egg"))
    chicken.addDependency(egg)
    egg.addDependency(chicken)
    run([chicken, egg], bench)
    bench.settle()
    chicken.cancel()
  }
  // end snippet

  // snippet: cycle-refused
  static let cycleRefused = Program(
    "cycle-refused", role: .fixed, "Each dependency that would close a circle is refused."
  ) { bench in
    let (chicken, egg) = (bench.block("chicken"), bench.block("egg"))
    let (nest, fox) = (bench.block("nest"), bench.block("fox"))
    let pairs = [(chicken, egg), (egg, chicken), (egg, nest), (nest, chicken), (fox, chicken)]
    for (one, other) in pairs {
      let isAdded = one.addDependencyUnlessCircular(other)
      let name = other.name ?? ""
      bench.log(one.name ?? "")(isAdded ? waits(for: name) : mustNotWait(for: name))
    }
    bench.drawDependencies()
    // nest comes last, because it is ready. The state of each other one is recorded when it is added.
    run([chicken, egg, fox, nest], bench)
  }
  // end snippet

  static func run(_ operations: [Operation], _ bench: Bench) {
    let queue = bench.queue("farm")
    operations.forEach(queue.addOperation)
  }

  // snippet: self-dependency
  /// BROKEN ON PURPOSE: an operation depends on itself.
  static let selfDependency = Program(
    "self-dependency", role: .broken, "ego depends on itself. next would be added after it.",
    expected: .hangs
  ) { bench in
    let queue = bench.queue("queue")
    let next = bench.block("next")
    let ego = EmptyOperation(bench.log("ego"))
    // The bench must not read the state of ego. On Linux the call holds the lock of ego forever, and
    // reading its state needs that lock.
    ego.addDependency(ego)
    queue.addOperation(ego)
    queue.addOperation(next)
  }
  // end snippet
}

extension Bench {
  /// Writes a drawing of the dependencies into the trace, a note for each line.
  func drawDependencies() {
    for line in DependencyDiagram(registry.snapshot()).lines {
      log("diagram")(.noted, note: line)
    }
  }
}

extension Lesson07 {
  // snippet: cleared
  static let keepsDependencies = Program(
    "keeps-dependencies", role: .article,
    "crop depends on photo. Both finish. Then the dependencies of crop are read."
  ) { bench in
    askWhenFinished(bench) { _ in }
  }

  static let forgetsDependencies = Program(
    "forgets-dependencies", role: .fixed,
    "crop depends on photo. Both finish. Then the dependencies of crop are removed and read."
  ) { bench in
    askWhenFinished(bench) { $0.dependencies.forEach($0.removeDependency) }
  }

  static func askWhenFinished(_ bench: Bench, tidyUp: (Operation) -> Void) {
    let queue = bench.queue("images")
    let (photo, crop) = (bench.block("photo"), bench.block("crop"))
    crop.addDependency(photo)
    queue.addOperation(crop)
    queue.addOperation(photo)
    bench.settle()
    bench.observeDependencies(of: crop)
    tidyUp(crop)
    bench.observeDependencies(of: crop)
  }
  // end snippet
}

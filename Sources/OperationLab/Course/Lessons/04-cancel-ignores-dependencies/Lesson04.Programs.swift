import Foundation
@_spi(Course) import OperationBench

extension Lesson04 {
  // snippet: careless
  /// BROKEN ON PURPOSE: its `start()` does not check `isCancelled`.
  final class CarelessOperation: TracedOperation, @unchecked Sendable {
    private let end = End()

    override func start() {
      log(.started, self)
      log(.began, self)
      log(.ended, self)
      end.report(self)
      log(.returned, self)
    }

    override var isFinished: Bool { end.isReached }
  }
  // end snippet

  // snippet: careful
  /// Fixed: `start()` checks `isCancelled` first, and finishes in both cases.
  final class CarefulOperation: TracedOperation, @unchecked Sendable {
    private let end = End()

    override func start() {
      log(.started, self)
      if !isCancelled {
        log(.began, self)
        log(.ended, self)
      }
      end.report(self)
      log(.returned, self)
    }

    override var isFinished: Bool { end.isReached }
  }
  // end snippet

  // snippet: end
  /// The flag behind `isFinished`, and the KVO notification.
  final class End: @unchecked Sendable {
    private let lock = NSLock()
    /// Guarded by `lock`.
    private var reached = false

    var isReached: Bool { lock.withLock { reached } }

    func report(_ operation: TracedOperation) {
      operation.willChangeValue(forKey: "isFinished")
      lock.withLock { reached = true }
      operation.log(.finished, operation)
      operation.didChangeValue(forKey: "isFinished")
    }
  }
  // end snippet

  /// Records when it is deallocated.
  final class Pour: TracedOperation, @unchecked Sendable {
    deinit { log(.released) }
  }
}

extension Lesson04 {
  static let waits = Program(
    "waits", role: .article, "pour depends on boil. cancel() is not called."
  ) { bench in
    let kitchen = bench.queue("kitchen")
    let (hot, boil) = boiling(bench)
    let pour = bench.block("pour") {
      // A subject of its own, because boil's thread may not have returned from start() yet.
      bench.log("boil's end")(.observed, boil, note: "as pour begins")
    }
    pour.addDependency(boil)
    kitchen.addOperation(pour)
    kitchen.addOperation(boil)
    bench.settle()
    hot.open()
  }

  // snippet: cancelled
  static let cancelled = Program(
    "cancelled", role: .article, "pour depends on boil, and is cancelled while boil runs."
  ) { bench in
    cancelWhileBoiling(bench) { name in bench.block(name) }
  }

  static let careless = Program(
    "careless-start", role: .broken,
    "pour overrides start() and does not check isCancelled."
  ) { bench in
    cancelWhileBoiling(bench) { name in CarelessOperation(bench.log(name)) }
  }

  static let careful = Program(
    "careful-start", role: .fixed, "pour overrides start(), checks isCancelled, and finishes."
  ) { bench in
    cancelWhileBoiling(bench) { name in CarefulOperation(bench.log(name)) }
  }

  /// boil is running, pour is cancelled, the process becomes idle, boil finishes. Then `next` is added,
  /// an operation like pour that is not cancelled.
  static func cancelWhileBoiling(_ bench: Bench, makePour: (_ name: String) -> Operation) {
    // snippet: cancel-while-boiling
    let kitchen = bench.queue("kitchen")
    let (hot, boil) = boiling(bench)
    let pour = makePour("pour")
    pour.addDependency(boil)
    kitchen.addOperation(boil)
    kitchen.addOperation(pour)
    bench.settle()
    pour.cancel()
    bench.settle()
    bench.observe(boil, note: "after the cancellation")
    hot.open()
    kitchen.addOperation(makePour("next"))
    // end snippet
  }
  // end snippet

  /// An operation that runs until the gate is opened, and the gate.
  static func boiling(_ bench: Bench) -> (hot: Gate, boil: Operation) {
    let hot = bench.gate("water is hot")
    return (hot, bench.block("boil") { hot.wait() })
  }

  // snippet: let-go
  /// BROKEN ON PURPOSE: releases a cancelled operation while its dependency still runs.
  static let early = Program(
    "let-go-early", role: .broken,
    "Eight operations depend on boil, are cancelled, leave the queue and are deallocated.",
    expected: .traps, onDarwin: .completes
  ) { bench in
    pourThenBoil(bench) { _, _ in }
  }

  static let removed = Program(
    "let-go-later", role: .fixed,
    "Eight operations depend on boil, are cancelled, and remove the dependency when they finish."
  ) { bench in
    pourThenBoil(bench) { pour, boil in pour.removeDependency(boil) }
  }

  static func pourThenBoil(
    _ bench: Bench, whenFinished: (_ pour: Operation, _ boil: Operation) -> Void
  ) {
    let kitchen = bench.queue("kitchen", holdsOperations: false)
    let (hot, boil) = boiling(bench)
    kitchen.addOperation(boil)
    bench.settle()
    pourAndCancel(bench, kitchen, boil, whenFinished: whenFinished)
    bench.settle()
    bench.observe(boil, note: "before the water is hot")
    hot.open()
  }

  /// Eight, so that the crash does not depend on what their memory is used for next.
  static func pourAndCancel(
    _ bench: Bench, _ kitchen: OperationQueue, _ boil: Operation,
    whenFinished: (_ pour: Operation, _ boil: Operation) -> Void
  ) {
    let pours = (1...8).map { Pour(bench.log("pour\($0)")) }
    for pour in pours {
      pour.addDependency(boil)
      kitchen.addOperation(pour)
    }
    for pour in pours { pour.cancel() }
    bench.settle()
    for pour in pours {
      whenFinished(pour, boil)
      bench.observeDependencies(of: pour)
    }
  }
  // end snippet

  // snippet: removed-before-start
  /// BROKEN ON PURPOSE: 'late pour' removes a finished dependency before it starts.
  static let removedBeforeStart = Program(
    "removed-before-start", role: .broken,
    "Two cancelled operations remove their dependency: one before it finishes, one after that.",
    expected: .hangs, onDarwin: .completes
  ) { bench in
    let kitchen = bench.queue("kitchen")
    kitchen.isSuspended = true
    let (boil, pour, late) = (bench.block("boil"), bench.block("pour"), bench.block("late pour"))
    for operation in [pour, late] {
      operation.addDependency(boil)
      kitchen.addOperation(operation)
      operation.cancel()
    }
    pour.removeDependency(boil)
    boil.start()
    late.removeDependency(boil)
    kitchen.isSuspended = false
  }
  // end snippet
}

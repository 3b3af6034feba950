import Foundation
import OperationLab
@_spi(Course) import OperationBench
import Synchronization

extension Lesson03 {
  // snippet: silent
  /// BROKEN ON PURPOSE: overrides `start()` and never reports finished, as in article C.
  final class SilentOperation: TracedOperation, @unchecked Sendable {
    // snippet: silent-start
    override func start() {
      log(.started, self)
      log(.returned, self)
    }
    // end snippet
  }
  // end snippet

  // snippet: reporting
  /// Fixed: a callback on another thread reports later that the operation is finished.
  final class ReportingOperation: TracedOperation, @unchecked Sendable {
    private let network: Network
    private let lock = NSLock()
    /// Guarded by `lock`.
    private var hasFinished = false

    init(_ log: Log, on network: Network) {
      self.network = network
      super.init(log)
    }

    override func start() {
      log(.started, self)
      let answer = network.request(for: self) { self.reportFinished() }
      log(.returned, self)
      answer.open()
    }

    private func reportFinished() {
      willChangeValue(forKey: "isFinished")
      lock.withLock { hasFinished = true }
      log(.finished, self)
      didChangeValue(forKey: "isFinished")
    }

    override var isFinished: Bool { lock.withLock { hasFinished } }
  }
  // end snippet

  // snippet: pairs
  /// Fixed: article C's class. Here the main queue calls back when two operations have started. In
  /// the article, it does so after three seconds.
  final class TimedOperation: TracedOperation, @unchecked Sendable {
    private let timer: PairTimer
    private let lock = NSLock()
    /// Guarded by `lock`.
    private var hasFinished = false

    init(_ log: Log, _ timer: PairTimer) {
      self.timer = timer
      super.init(log)
    }

    override func start() {
      log(.started, self)
      log(.returned, self)
      timer.callBack {
        self.willChangeValue(forKey: "isFinished")
        self.lock.withLock { self.hasFinished = true }
        self.log(.finished, self)
        self.didChangeValue(forKey: "isFinished")
      }
    }

    override var isFinished: Bool { lock.withLock { hasFinished } }
  }
  // end snippet

  /// A timer that fires when two wait for it, so that every run gives pairs.
  final class PairTimer: Sendable {
    private let waiting = Mutex<[@Sendable () -> Void]>([])

    /// Calls on the main queue, together with the next one or the one before.
    func callBack(_ body: @escaping @Sendable () -> Void) {
      let pair: [@Sendable () -> Void] = waiting.withLock { waiting in
        waiting.append(body)
        guard waiting.count == 2 else { return [] }
        defer { waiting = [] }
        return waiting
      }
      guard !pair.isEmpty else { return }
      DispatchQueue.main.async { for body in pair { body() } }
    }
  }

  // snippet: async
  /// Fixed with the kit's base class, which keeps every rule of lesson 10.
  final class FetchOperation: AsyncOperation, @unchecked Sendable {
    private let log: Log
    private let network: Network

    init(_ log: Log, on network: Network) {
      self.log = log
      self.network = network
      super.init()
      name = log.subject
    }

    override func work() {
      log(.started, self)
      let answer = network.request(for: self) {
        self.finish()
        self.log(.finished, self)
      }
      log(.returned, self)
      answer.open()
    }
  }
  // end snippet

  /// Calls back on its own thread, as a transfer does. It waits until two requests are under way, so
  /// that two operations always run at the same time.
  final class Network: Sendable {
    private let bench: Bench
    private let thread: Worker
    private let isBusy: Gate
    private let requests = Atomic<Int>(0)

    init(_ bench: Bench) {
      self.bench = bench
      thread = bench.worker()
      isBusy = bench.gate("two requests are under way", isTraced: false)
    }

    /// - Returns: a gate. The callback comes when it is open. Just before that, the trace records
    ///   whether the queue still holds the operation.
    func request(
      for operation: Operation, _ callback: @escaping @Sendable () -> Void
    ) -> Gate {
      let answer = bench.gate("answer", isTraced: false)
      thread.async { [bench, isBusy] in
        isBusy.wait()
        answer.wait()
        bench.observePlace(of: operation)
        callback()
      }
      if requests.add(1, ordering: .relaxed).newValue == 2 { isBusy.open() }
      return answer
    }
  }
}

extension Lesson03 {
  static let silence = Program(
    "article", role: .article,
    "start() logs its thread and returns. No operation reports isFinished. Width 2, ten operations.",
    expected: .hangs
  ) { bench in
    // snippet: ten-operations
    let queue = bench.queue("downloads", width: 2)
    for name in names {
      queue.addOperation(SilentOperation(bench.log(name)))
    }
    // end snippet
  }

  /// Article C's second log. Its class differs from that of the first in one line of `start()`.
  static let pairs = Program(
    "pairs", role: .fixed,
    "start() returns, and later the main queue reports isFinished, of two operations at a time."
  ) { bench in
    let queue = bench.queue("downloads", width: 2)
    let timer = PairTimer()
    for name in names {
      queue.addOperation(TimedOperation(bench.log(name), timer))
    }
  }

  static let laterCallback = Program(
    "later-callback", role: .fixed,
    "After start() has returned, a callback on another thread reports isFinished."
  ) { bench in
    let queue = bench.queue("downloads", width: 2)
    let network = Network(bench)
    for name in names {
      queue.addOperation(ReportingOperation(bench.log(name), on: network))
    }
  }

  static let baseClass = Program(
    "async-operation", role: .fixed,
    "Built on AsyncOperation, the kit's base class: work() begins, and finish() ends it."
  ) { bench in
    let queue = bench.queue("downloads", width: 2)
    let network = Network(bench)
    for name in names {
      queue.addOperation(FetchOperation(bench.log(name), on: network))
    }
  }
}

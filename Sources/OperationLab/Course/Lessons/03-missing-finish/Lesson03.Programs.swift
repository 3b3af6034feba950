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

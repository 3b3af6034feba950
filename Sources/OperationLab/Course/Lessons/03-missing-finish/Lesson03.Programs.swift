import OperationLab

extension Lesson03 {
  static let silence = Program(
    "article", role: .article,
    "start() logs its thread and returns; nobody ever reports isFinished. Width 2, ten operations.",
    expected: .hangs
  ) { bench in
    // snippet: ten-operations
    let queue = bench.queue("downloads", width: 2)
    for name in names {
      queue.addOperation(SilentOperation(bench.log(name)))
    }
    // end snippet
  }

  static let laterCallback = Program(
    "later-callback", role: .fixed,
    "The same, but a callback from another thread reports isFinished after start() has returned."
  ) { bench in
    let queue = bench.queue("downloads", width: 2)
    let network = Network(bench)
    for name in names {
      queue.addOperation(ReportingOperation(bench.log(name), on: network))
    }
  }

  static let baseClass = Program(
    "async-operation", role: .fixed,
    "The same on AsyncOperation, the kit's reference base class: work() begins, finish() ends."
  ) { bench in
    let queue = bench.queue("downloads", width: 2)
    let network = Network(bench)
    for name in names {
      queue.addOperation(FetchOperation(bench.log(name), on: network))
    }
  }
}

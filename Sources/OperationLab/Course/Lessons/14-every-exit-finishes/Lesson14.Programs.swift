import Foundation
@_spi(Course) import OperationTesting

extension Lesson14 {
  static let article = Program(
    "article", role: .article, "Article E's concurrent operation is cancelled before it starts.",
    expected: .hangs
  ) { bench in
    cancelBeforeStart(bench, UnfinishedOperation(bench.log("first")))
  }

  static let cancelledFinishes = Program(
    "cancelled-finishes", role: .fixed,
    "It is cancelled before it starts. Its start() calls finish() in every case."
  ) { bench in
    cancelBeforeStart(bench, FinishingOperation(bench.log("first")))
  }

  // snippet: cancel-before-start
  static func cancelBeforeStart(_ bench: Bench, _ first: TracedOperation) {
    let queue = bench.queue("downloads", width: 1)
    queue.isSuspended = true
    queue.addOperation(first)
    queue.addOperation(bench.block("next"))
    first.cancel()
    queue.isSuspended = false
  }
  // end snippet

  static let oneExitForgotten = Program(
    "one-exit-forgotten", role: .broken,
    "Five downloads, one for each way out. The one that fails does not finish, as in article A.",
    expected: .hangs
  ) { bench in
    endInEveryWay(bench) { ForgetfulDownload($0, $1, bench) }
  }

  static let everyExit = Program(
    "every-exit", role: .fixed, "Five downloads, one for each way out. All of them finish."
  ) { bench in
    endInEveryWay(bench) { ThoroughDownload($0, $1, bench) }
  }

  static func endInEveryWay(_ bench: Bench, _ make: (Log, Fate) -> Operation) {
    let queue = bench.queue("downloads", width: 1)
    for fate in Fate.allCases {
      let operation = make(bench.log(fate.rawValue), fate)
      if fate == .cancelledBefore { operation.cancel() }
      queue.addOperation(operation)
    }
  }
}

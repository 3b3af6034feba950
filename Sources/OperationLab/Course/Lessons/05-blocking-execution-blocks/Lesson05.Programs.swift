import Foundation
import OperationLab
@_spi(Course) import OperationBench

extension Lesson05 {
  /// A semaphore that records in the trace who sends and who waits. Unlike a gate, it has no deadline.
  final class Signal: Sendable {
    static let isSent = Trace.Event.Mark.signalSent

    private let name: String
    private let bench: Bench
    private let semaphore = DispatchSemaphore(value: 0)

    init(_ name: String, _ bench: Bench) {
      self.name = name
      self.bench = bench
    }

    func send() {
      bench.log(name)(Self.isSent)
      semaphore.signal()
    }

    func wait() {
      bench.recorder.noteWait(.signal(name)) { semaphore.wait() }
    }
  }
}

extension Lesson05 {
  static let oneBlock = Program(
    "one-block", role: .article, "A block operation with one block, started on the main thread."
  ) { bench in
    let operation = bench.block("only")
    operation.start()
  }

  // snippet: three-blocks
  static let threeBlocks = Program(
    "three-blocks", role: .article,
    "BlockOperation with three blocks. The first waits for the second, until the process is idle."
  ) { bench in
    // snippet: three-blocks-body
    let secondBegins = bench.gate("second has begun")
    let operation = bench.blocks("blocks")
    operation.addBlock("first") { bench.wait("first", for: secondBegins) }
    operation.addBlock("second") { secondBegins.open() }
    operation.addBlock("third") { bench.observe(operation, note: "in the third block") }
    operation.start()
    bench.observe(operation, note: "after start()")
    // end snippet
  }
  // end snippet

  // snippet: blocks-that-meet
  /// BROKEN ON PURPOSE: the blocks can only finish if they run at the same time.
  static let blocksThatMeet = Program(
    "blocks-that-meet", role: .broken,
    "BlockOperation with two blocks. Each waits for a signal of the other, without a deadline.",
    expected: .hangs, onDarwin: .completes
  ) { bench in
    let operation = bench.blocks("blocks")
    for (name, body) in twoBlocks(bench) { operation.addBlock(name, body) }
    operation.start()
    bench.observe(operation, note: "after start()")
  }
  // end snippet

  // snippet: concurrent-blocks
  static let concurrentBlocks = Program(
    "concurrent-blocks", role: .fixed,
    "ConcurrentBlockOperation of the kit runs its blocks at the same time on every platform."
  ) { bench in
    let operation = ConcurrentBlockOperation(
      twoBlocks(bench).map { (name, body) in { bench.log(name).during(body) } })
    operation.name = "blocks"
    bench.observe(operation, note: "before start()")
    operation.start()
    bench.observe(operation, note: "after start()")
  }
  // end snippet

  // snippet: two-blocks
  /// Each of the two blocks sends a signal and waits for the signal of the other.
  static func twoBlocks(_ bench: Bench) -> [(name: String, body: @Sendable () -> Void)] {
    let firstIsHere = Signal("first is here", bench)
    let secondIsHere = Signal("second is here", bench)
    return [
      ("first", { meet(firstIsHere, secondIsHere) }),
      ("second", { meet(secondIsHere, firstIsHere) }),
    ]
  }

  static func meet(_ own: Signal, _ other: Signal) {
    own.send()
    other.wait()
  }
  // end snippet
}

import Foundation
import OperationLab
import OperationTesting

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
    "Foundation's BlockOperation. Its first block waits for the second, unless nobody will come."
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
  /// BROKEN ON PURPOSE: relies on blocks running at the same time, as the documentation promises.
  static let blocksThatMeet = Program(
    "blocks-that-meet", role: .broken,
    "Foundation's BlockOperation. Each of its two blocks waits for the other, however long.",
    expected: .hangs, onDarwin: .completes
  ) { bench in
    let operation = bench.blocks("blocks")
    for (name, body) in visitors(bench) { operation.addBlock(name, body) }
    operation.start()
    bench.observe(operation, note: "after start()")
  }
  // end snippet

  // snippet: concurrent-blocks
  static let concurrentBlocks = Program(
    "concurrent-blocks", role: .fixed,
    "The kit's ConcurrentBlockOperation: what the documentation promises, on every platform."
  ) { bench in
    let operation = ConcurrentBlockOperation(
      visitors(bench).map { (name, body) in { bench.log(name).during(body) } })
    operation.name = "blocks"
    bench.observe(operation, note: "before start()")
    operation.start()
    bench.observe(operation, note: "after start()")
  }
  // end snippet

  // snippet: visitors
  /// Two blocks: each sends a signal that it is here, and waits for that of the other.
  static func visitors(_ bench: Bench) -> [(name: String, body: @Sendable () -> Void)] {
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

import OperationCourse
import OperationBench

/// What the words of the bench mean, a clause each: programs use them, and no lesson declares them.
package enum BenchWords {
  private static let all: [(word: String, meaning: String)] = [
    ("bench.block(", "bench.block: a BlockOperation with a name, which writes down what it does"),
    ("bench.blocks(", "bench.blocks: the same, with blocks that are added one by one"),
    ("bench.task(", "bench.task: an operation whose task records when it begins and ends"),
    ("arrival()", "arrival: suspends the calling task until the transfer answers"),
    ("bench.queue(", "bench.queue: a named OperationQueue. Its width is how many run at once"),
    ("bench.mainQueue(", "bench.mainQueue: OperationQueue.main"),
    ("bench.gate(", "bench.gate: a door that threads wait at until it is opened"),
    ("bench.wait(", "bench.wait: waits at a gate, unless it can never be opened"),
    ("waitUnlessQuiet", "waitUnlessQuiet: waits at a gate, unless it can never be opened"),
    ("bench.settle(", "bench.settle: waits until every thread sleeps and nothing can happen"),
    ("bench.observe(", "bench.observe: records the operation's flags"),
    ("bench.watch(", "bench.watch: has the operation looked at in the end, too"),
    ("bench.elsewhere", "bench.elsewhere: runs the block on a new thread"),
    ("bench.worker(", "bench.worker: a thread of its own that runs blocks one by one"),
    ("bench.log(", "bench.log: records events of one operation, such as log(.started)"),
    ("log(.", "log(.started, self): records this event and the state"),
    ("during", "during: runs the body, and records its beginning and its end"),
    ("PretendTransfer", "PretendTransfer: a transfer that answers when the program says so"),
    ("TracedOperation", "TracedOperation: Operation with a notebook, and nothing else"),
    ("AsyncOperation", "AsyncOperation: override work(), call finish() at the end (lesson 10)"),
    ("withServer", "withServer: a server on this machine that the program controls"),
    ("withNetwork", "withNetwork: a server on this machine that the program controls"),
    ("waitForOutside", "waitForOutside: waits for what comes from the network"),
    ("Signal(", "Signal: a door that waits as long as it takes"),
    ("@unchecked Sendable", "@unchecked Sendable: the compiler takes our word for the locking"),
  ]

  /// The meanings of the words that occur in the code, each once.
  package static func explaining(_ lines: [String]) -> [String] {
    let text = lines.joined(separator: "\n")
    return all.filter { text.contains($0.word) }.map(\.meaning)
  }
}

import Foundation
import OperationCourse
import OperationLab
import OperationTesting

/// What judging and drawing a trace cost, and whether that grows with its length and no faster.
enum TraceCost {
  private static let sizes = [10_000, 100_000, 1_000_000]
  /// How much more an event of the longest trace may cost than one of the shortest: caches make
  /// some difference, a cost that grows with the square would make it 100.
  private static let limit = 3.0

  /// Whether judging and drawing together grow linearly.
  static func report() -> Bool {
    let samples = sizes.map(Sample.init)
    printRow("traces, ns per event, median of 5 rounds", "10 k", "100 k", "1 M", "1 M : 10 k")
    // The parts are for information. A short trace fits into the processor's caches and a long one
    // does not, which makes a difference where little else is done.
    _ = measure("collecting from the recorder", samples) { $0.recorder.trace().events.count }
    _ = measure("judging: four passes by a claim", samples, judge)
    _ = measure("text timeline, 80 columns", samples, draw)
    let ratio = measure("judging and text", samples) { judge($0) + draw($0) }
    show(
      ratio <= limit ? "linear" : "NOT LINEAR: over \(limit.formatted(0)) times as much per event")
    return ratio <= limit
  }

  /// Prints one line; returns the ratio of the longest trace's cost per event to the shortest's.
  private static func measure(
    _ name: String, _ samples: [Sample], _ body: @escaping (Sample) -> Int
  ) -> Double {
    let costs = Measurement.interleaved(
      rounds: 5,
      samples.map { sample in
        (name, { processorNanoseconds { precondition(body(sample) > 0) } / Double(sample.size) })
      })
    let ratio = costs[2].ratio(to: costs[0])
    printRow(
      name, costs[0].median.formatted(1), costs[1].median.formatted(1),
      costs[2].median.formatted(1), ratio.formatted(2))
    return ratio
  }

  private static func draw(_ sample: Sample) -> Int {
    Timeline(sample.run.trace).text(width: 80).count
  }

  private static func judge(_ sample: Sample) -> Int {
    let judgement = sample.claim.judgement(on: Runs([sample.run]))
    precondition(judgement.verdict == .confirmed, judgement.seen)
    return judgement.evidence.count
  }

  /// A trace of that many events, and a claim about it that has to read all of it.
  private struct Sample {
    let size: Int
    let recorder = Recorder()
    let run: Run
    let claim: Claim

    init(size: Int) {
      self.size = size
      let life: [(Event.Kind, OperationState)] = [
        (.enqueued, .ready), (.started, .ready), (.began, [.ready, .executing]),
        (.ended, [.ready, .executing]), (.finished, [.ready, .finished]),
        (.returned, [.ready, .finished]), (.completed, [.ready, .finished]),
        (.settled, [.ready, .finished]),
      ]
      var events: [Event] = []
      for seq in 0..<size {
        let operation = seq / life.count
        let (kind, state) = life[seq % life.count]
        let subject = "operation \(operation)"
        let isOnMain = kind == .enqueued || kind == .settled
        events.append(
          Event(
            seq: seq, ns: UInt64(seq) * 1000, thread: isOnMain ? "main" : "T\(operation % 4 + 1)",
            subject: subject, kind: kind, state: state))
        recorder.record(kind, subject, state: state)
      }
      run = Run(program: "synthetic", outcome: .completes, trace: Trace(events))
      let last = "operation \(size / life.count - 1)"
      claim = Claim(
        "bench", "one at a time, and the last is never cancelled", origin: .article(.c),
        expected: .everywhere(.confirmed, because: "the trace was made so"),
        in: "synthetic", given: [],
        expect: [
          .check("one at a time", at: .finished(last)) { run, _ in
            run.peak(between: .began, and: .ended) == 1
          },
          .never(.cancelled(last)),
        ])
    }
  }
}

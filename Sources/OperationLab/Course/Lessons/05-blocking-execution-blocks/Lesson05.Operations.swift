import Foundation
@_spi(Course) import OperationTesting

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

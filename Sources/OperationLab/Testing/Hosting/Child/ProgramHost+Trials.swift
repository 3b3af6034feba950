import Foundation
import OperationLab

extension ProgramHost {
  /// A program that the parent asks for, and how rest is found in it.
  struct Request {
    let policy: RestDetector.Policy
    let silence: Duration
    let body: (Bench) -> Void
  }

  /// Runs programs one after the other, as the lines of standard input ask for them. Returns only
  /// after `quit` has been called, at the latest when a program leaves something behind that the
  /// next one could notice.
  ///
  /// - Parameter request: what a line asks for. `nil` if there is no such program.
  @MainActor
  func serve(_ request: (Data) -> Request?) {
    let lines = PendingLines()
    guard prepare(onInput: lines.take) else { return }
    while true {
      guard let request = request(lines.next()) else { return quit(64) }
      guard run(request) else { return quit(0) }
      send(ChildMessage(isReady: true))
      FileHandle.standardError.write(Data(Self.mark.utf8))
    }
  }

  /// Runs a program. Whether nothing is left of it.
  @MainActor
  private func run(_ request: Request) -> Bool {
    let isOver = Locked(false)
    let recorder = Recorder(
      sink: { [self] in if !isOver.withLock({ $0 }) { send(ChildMessage(event: $0)) } })
    let bench = Bench(recorder: recorder, policy: request.policy)
    let watch = HangWatch(bench: bench, silence: request.silence) { [self] in
      if report($0) { quit(0) }
    }
    watch.begin()
    request.body(bench)
    // If it was too late, the watch is about to end the process.
    guard watch.end() else { while true { Platform.parkThread() } }
    let snapshot = bench.settle()
    isOver.withLock { $0 = true }
    return report(snapshot) && snapshot.leavesNothing(recorder.trace())
      && bench.waitingThreads.atGates == 0 && bench.waitingThreads.pendingWork == 0
  }
}

extension Snapshot {
  /// Whether each operation has finished or was never started, and no queue holds one.
  fileprivate func leavesNothing(_ trace: Trace) -> Bool {
    let open = operations.filter { !$0.state.contains(.finished) }
    let begun = open.contains { operation in
      operation.state.contains(.executing)
        || trace.events.contains { $0.kind == .started && $0.subject == operation.name }
    }
    return !isStuck && !begun && !queues.contains { $0.name == Queue.main }
      && !trace.events.contains { $0.kind == .timedOut }
  }
}

/// Lines that have come and were not taken yet.
private final class PendingLines: Sendable {
  private let bytes = Locked<[UInt8]>([])
  private let lines = Locked<[Data]>([])
  private let count = DispatchSemaphore(value: 0)

  func take(_ piece: ArraySlice<UInt8>) {
    let complete = bytes.withLock { bytes in
      var parts = (bytes + piece).split(
        separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      bytes = Array(parts.removeLast())
      return parts.map { Data($0) }
    }
    lines.withLock { $0 += complete }
    for _ in complete { count.signal() }
  }

  /// Blocks the calling thread until a line is there.
  func next() -> Data {
    count.wait()
    return lines.withLock { $0.removeFirst() }
  }
}

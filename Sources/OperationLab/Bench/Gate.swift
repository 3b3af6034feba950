import Foundation
import OperationLab

extension Bench {
  /// Threads wait at a gate until it is opened. Programs force an order with gates.
  ///
  /// A gate stays open once opened. Every wait has a deadline. A wait that times out is an event of
  /// the trace, and its program counts as one that hangs.
  public final class Gate: Sendable {
    /// The subject of its events.
    public let name: String
    private let bench: Bench
    private let isTraced: Bool
    private let deadline: Duration
    private let latch = Latch()

    init(name: String, bench: Bench, isTraced: Bool, deadline: Duration) {
      self.name = name
      self.bench = bench
      self.isTraced = isTraced
      self.deadline = deadline
    }

    /// Lets everybody through, now and later. Callable from any thread, any number of times.
    public func open() {
      if isTraced { bench.recorder.record(.opened, name) }
      latch.open()
    }

    /// Blocks the calling thread until the gate is open.
    ///
    /// - Returns: `false` if the deadline passed first. The trace then says so.
    @discardableResult
    public func wait() -> Bool { wait(in: ownBodies) }

    /// - Parameter subjects: the operations whose bodies wait.
    @discardableResult
    func wait(in subjects: [String]) -> Bool {
      if bench.waitingThreads.atGate(in: subjects, { latch.wait(until: Deadline(deadline)) }) {
        return true
      }
      bench.recorder.record(.timedOut, name, .gaveUp(reason: .neverOpened))
      return false
    }

    /// Blocks the calling thread until the gate is open, or until nothing more can happen and it
    /// will never be opened.
    ///
    /// This is how a program asks whether two things run at the same time without hanging when they
    /// do not. In a test, call it in a body that the bench records, such as that of
    /// ``Bench/block(_:_:)``: anywhere else, its own operation counts as one that is executing.
    ///
    /// - Returns: whether the gate is open. If the deadline passed first, the trace says so, and no
    ///   claim is decided by this run.
    package func waitUnlessQuiet() -> Bool {
      bench.waitingThreads.atGate(in: ownBodies) {
        let ending = RestDetector(bench: bench, rank: .body)
          .wait(deadline: deadline, unless: { latch.isOpen })
        if ending == nil || latch.isOpen { return true }
        if ending == .deadline {
          bench.recorder.record(.timedOut, name, .gaveUp(reason: .neverAtRest))
        }
        return false
      }
    }

    /// The operations whose bodies the calling thread is in, as far as that matters.
    private var ownBodies: [String] {
      bench.policy.patience == nil ? [] : bench.recorder.openBodies
    }

    /// Blocks the calling thread until the gate is open. For gates that something outside this
    /// process opens in the end, such as an answer from the network.
    ///
    /// Threads that wait for something outside the process sleep like all others. While one waits
    /// here, the sleep of all threads is not taken for the end of the run.
    ///
    /// When called on the main thread it serves the main queue meanwhile, as a run loop would.
    ///
    /// - Returns: `false` if the deadline passed first. The trace then says so.
    @discardableResult
    package func waitForOutside() -> Bool {
      bench.needsExternalService()
      let isOpen = bench.waitingThreads.expectingOutside {
        MainQueue.serve { [latch, deadline] in latch.wait(until: Deadline(deadline)) }
      }
      if !isOpen { bench.recorder.record(.timedOut, name, .gaveUp(reason: .nothingFromOutside)) }
      return isOpen
    }

    /// Whether it has been opened.
    public var isOpen: Bool { latch.isOpen }
  }
}

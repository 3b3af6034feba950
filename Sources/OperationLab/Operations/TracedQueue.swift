import Foundation

/// Foundation's own queue; it only writes down what it is told to do, just before it does it.
public final class TracedQueue: OperationQueue, @unchecked Sendable {
  private let log: Log
  private let roster: Roster
  private let holdsOperations: Bool

  init(log: Log, roster: Roster, holdsOperations: Bool) {
    self.log = log
    self.roster = roster
    self.holdsOperations = holdsOperations
    super.init()
    name = log.subject
  }

  public override func addOperation(_ operation: Operation) {
    note(operation)
    super.addOperation(operation)
  }

  public override func addOperations(_ operations: [Operation], waitUntilFinished wait: Bool) {
    operations.forEach(note)
    super.addOperations(operations, waitUntilFinished: wait)
  }

  public override var isSuspended: Bool {
    get { super.isSuspended }
    set {
      log(newValue ? .suspended : .resumed)
      super.isSuspended = newValue
    }
  }

  public override func addBarrierBlock(_ barrier: @escaping @Sendable () -> Void) {
    log(.noted, note: "barrier block added")
    super.addBarrierBlock(barrier)
  }

  public override func cancelAllOperations() {
    log(.cancelled, note: "all operations")
    super.cancelAllOperations()
  }

  private func note(_ operation: Operation) {
    roster.noteEnqueued(operation, in: log, isHeld: holdsOperations)
  }
}

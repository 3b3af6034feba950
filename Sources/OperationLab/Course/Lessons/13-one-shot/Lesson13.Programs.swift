import Foundation
import OperationLab
@_spi(Course) import OperationBench

extension Lesson13 {
  // snippet: open-start
  /// BROKEN ON PURPOSE: overrides `start()`, and loses Foundation's check for a second call.
  final class UncheckedUpload: Upload, @unchecked Sendable {
    override func start() {
      log(.started, self)
      log(.began)
    }
  }
  // end snippet

  // snippet: checked-start
  /// Fixed: checks itself that only the first `start()` does the work.
  final class CheckedUpload: Upload, @unchecked Sendable {
    private let lock = NSLock()
    /// Guarded by `lock`.
    private var hasStarted = false

    override func start() {
      log(.started, self)
      let isFirst = lock.withLock {
        defer { hasStarted = true }
        return !hasStarted
      }
      guard isFirst else { return }
      log(.began)
    }
  }
  // end snippet

  /// Its work continues after `start()` has returned, until `finish()` is called.
  class Upload: TracedOperation, @unchecked Sendable {
    private let lock = NSLock()
    /// Guarded by `lock`.
    private var hasFinished = false

    final override var isFinished: Bool { lock.withLock { hasFinished } }

    final func finish() {
      willChangeValue(forKey: "isFinished")
      lock.withLock { hasFinished = true }
      log(.ended)
      log(.finished, self)
      didChangeValue(forKey: "isFinished")
    }
  }
}

// What the programs record about themselves.
extension Lesson13 {
  /// It has just been made.
  static let isNew: Event.Mark = "new"
}

extension Lesson13 {
  // snippet: ticket
  /// Ready when its dependencies are finished and it has a ticket. It posts the change.
  class TicketOperation: TracedOperation, @unchecked Sendable {
    private let hasTicket = Locked(false)

    override var isReady: Bool { super.isReady && hasTicket.withLock { $0 } }

    func take() {
      willChangeValue(forKey: "isReady")
      keep()
      didChangeValue(forKey: "isReady")
    }

    final func keep() { hasTicket.withLock { $0 = true } }

    final override func main() {
      log(.began, self)
      log(.ended, self)
    }
  }
  // end snippet

  // snippet: secret-ticket
  /// BROKEN ON PURPOSE: becomes ready without a notification.
  final class SilentTicketOperation: TicketOperation, @unchecked Sendable {
    override func take() { keep() }
  }
  // end snippet

  // snippet: interrupted
  /// Runs a closure while `isReady` is read, after the value was computed.
  final class InterruptedOperation: TicketOperation, @unchecked Sendable {
    private let interruption = Locked<(@Sendable () -> Void)?>(nil)

    override var isReady: Bool {
      let answer = super.isReady
      if let interruption = interruption.withLock({ $0.take() }) {
        log(asked)
        interruption()
      }
      return answer
    }

    /// Runs the closure once, before the next `isReady` returns.
    func interruptNextAnswer(_ interruption: @escaping @Sendable () -> Void) {
      self.interruption.withLock { $0 = interruption }
    }
  }
  // end snippet
}

extension Lesson13 {
  // snippet: start-again
  static let startAgain = Program(
    "start-again", role: .article, "start() is called again when the operation has finished."
  ) { bench in
    // snippet: again
    let photo = bench.block("photo")
    photo.start()
    photo.start()
    // end snippet
  }
  // end snippet

  // snippet: start-executing
  /// BROKEN ON PURPOSE: starts the operation again while it runs.
  static let startExecuting = Program(
    "start-executing", role: .broken, "The body starts its own operation again.", expected: .traps
  ) { bench in
    let photo = bench.blocks("photo")
    photo.addBlock("photo") { photo.start() }
    photo.start()
  }
  // end snippet

  // snippet: start-unready
  /// BROKEN ON PURPOSE: starts an operation whose dependency is unfinished.
  static let startUnready = Program(
    "start-unready", role: .broken, "crop depends on photo, and is started before it.",
    expected: .traps
  ) { bench in
    let photo = bench.block("photo")
    let crop = bench.block("crop")
    crop.addDependency(photo)
    crop.start()
  }
  // end snippet

  // snippet: start-queued
  /// BROKEN ON PURPOSE: starts an operation that waits in a queue.
  static let startQueued = Program(
    "start-queued", role: .broken, "photo is in a suspended queue, and start() is called by hand.",
    expected: .traps
  ) { bench in
    // snippet: queued
    let queue = bench.queue("downloads")
    queue.isSuspended = true
    let photo = bench.block("photo")
    queue.addOperation(photo)
    photo.start()
    // end snippet
  }
  // end snippet

  // snippet: enqueue-finished
  /// BROKEN ON PURPOSE: adds a finished operation to a queue.
  static let enqueueFinished = Program(
    "enqueue-finished", role: .broken, "photo has finished, and is added to a queue.",
    expected: .traps
  ) { bench in
    let queue = bench.queue("downloads")
    let photo = bench.block("photo")
    photo.start()
    queue.addOperation(photo)
  }
  // end snippet

  // snippet: enqueue-twice
  /// BROKEN ON PURPOSE: adds one operation to two queues.
  static let enqueueTwice = Program(
    "enqueue-twice", role: .broken, "photo is in one queue, and is added to another.",
    expected: .traps
  ) { bench in
    // snippet: two-queues
    let downloads = bench.queue("downloads")
    downloads.isSuspended = true
    let photo = bench.block("photo")
    downloads.addOperation(photo)
    bench.queue("retries").addOperation(photo)
    // end snippet
  }
  // end snippet

  // snippet: add-block-late
  /// BROKEN ON PURPOSE: adds a block to an operation that runs.
  static let addBlockLate = Program(
    "add-block-late", role: .broken, "The body adds another block to its own operation.",
    expected: .traps
  ) { bench in
    let photo = bench.blocks("photo")
    photo.addBlock("photo") {
      bench.observe(photo, note: "and gets another block")
      photo.addExecutionBlock {}
    }
    photo.start()
  }
  // end snippet

  static let ownStart = Program(
    "own-start", role: .broken,
    "A subclass overrides start(). It is called by hand, and then by the queue."
  ) { bench in
    startTwice(UncheckedUpload(bench.log("upload")), bench)
  }

  static let checkedStart = Program(
    "checked-start", role: .fixed,
    "start() is called by hand, and then by the queue. It does its work only once."
  ) { bench in
    startTwice(CheckedUpload(bench.log("upload")), bench)
  }

  // snippet: start-twice
  static func startTwice(_ upload: Upload, _ bench: Bench) {
    let queue = bench.queue("uploads")
    queue.isSuspended = true
    queue.addOperation(upload)
    upload.start()
    queue.isSuspended = false
    bench.settle()
    upload.finish()
  }
  // end snippet

  // snippet: right-way
  static let rightWay = Program(
    "right-way", role: .fixed, "A queue starts each operation, and new work gets a new operation."
  ) { bench in
    let queue = bench.queue("downloads", width: 1)
    queue.isSuspended = true

    // crop waits for photo. The queue starts it in time.
    let photo = bench.blocks("photo")
    let crop = bench.block("crop")
    crop.addDependency(photo)
    queue.addOperation(crop)

    // The work of photo again: a new operation.
    photo.addBlock("photo") { queue.addOperation(bench.block("photo again")) }

    // More work after photo: a new operation that depends on it.
    let stamp = bench.block("stamp")
    stamp.addDependency(photo)
    queue.addOperations([photo, stamp], waitUntilFinished: false)
    queue.isSuspended = false
  }
  // end snippet
}

extension Lesson13 {
  // snippet: ready
  static let ready = Program(
    "ready", role: .article,
    "Three ready operations: in no queue, in a suspended queue, and behind another operation."
  ) { bench in
    let isWorking = bench.gate("first works", isTraced: false)
    let mayEnd = bench.gate("first may end", isTraced: false)
    let (alone, parked, behind) = (
      bench.block("alone"), bench.block("parked"), bench.block("behind")
    )
    [alone, parked, behind].forEach { bench.observe($0, isNew) }

    let suspended = bench.queue("suspended")
    suspended.isSuspended = true
    suspended.addOperation(parked)
    let queue = bench.queue("downloads", width: 1)
    queue.addOperation(
      bench.block("first") {
        isWorking.open()
        mayEnd.wait()
      })
    isWorking.wait()
    queue.addOperation(behind)
    bench.settle()

    suspended.isSuspended = false
    mayEnd.open()
  }
  // end snippet

  // snippet: own-ready
  static let ownReady = Program(
    "own-ready", role: .article,
    "photo is ready only when it has its ticket. It gets the ticket, and posts isReady."
  ) { bench in
    giveTicket(to: TicketOperation(bench.log("photo")), bench)
  }

  static let ownReadyUnannounced = Program(
    "own-ready-unannounced", role: .broken, "photo gets its ticket, and does not post isReady.",
    expected: .hangs
  ) { bench in
    let photo = SilentTicketOperation(bench.log("photo"))
    giveTicket(to: photo, bench)
    bench.observe(photo, note: "has its ticket")
  }

  static func giveTicket(to photo: TicketOperation, _ bench: Bench) {
    bench.queue("downloads").addOperation(photo)
    bench.settle()
    photo.take()
  }
  // end snippet

  // snippet: own-ready-while-added
  /// BROKEN ON PURPOSE: posts isReady while the queue adds the operation.
  static let ownReadyWhileAdded = Program(
    "own-ready-while-added", role: .broken,
    "photo gets its ticket and posts isReady while the queue adds it and reads isReady.",
    expected: .hangs, onDarwin: .completes
  ) { bench in
    let photo = InterruptedOperation(bench.log("photo"))
    giveTicketMeanwhile(to: photo, bench)
  }
  // end snippet

  // snippet: ticket-meanwhile
  static func giveTicketMeanwhile(to photo: InterruptedOperation, _ bench: Bench) {
    // Foundation's queue itself. A queue of the bench would post isReady again.
    let queue = OperationQueue()
    bench.registry.add(queue, named: "downloads")
    bench.registry.noteEnqueued(photo, in: queue, bench.log("downloads"))
    let hasTicket = bench.gate("photo has its ticket", isTraced: false)
    photo.interruptNextAnswer {
      bench.elsewhere {
        photo.take()
        hasTicket.open()
      }
      hasTicket.wait()
    }
    queue.addOperation(photo)
    bench.observe(photo, note: "has been added")
  }
  // end snippet

  /// The queue reads `isReady` of photo, and the value is false.
  static let asked: Event.Mark = "isReady is read, and is false"
}

import OperationLab
import Foundation
import OperationTesting

extension Lesson13 {
  // snippet: start-again
  static let startAgain = Program(
    "start-again", role: .article, "start(), and once it is over start() again."
  ) { bench in
    // snippet: again
    let photo = bench.block("photo")
    photo.start()
    photo.start()
    // end snippet
  }
  // end snippet

  // snippet: start-executing
  /// BROKEN ON PURPOSE: wants the work again while it is being done.
  static let startExecuting = Program(
    "start-executing", role: .broken, "The body starts its own operation again.", expected: .traps
  ) { bench in
    let photo = bench.blocks("photo")
    photo.addBlock("photo") { photo.start() }
    photo.start()
  }
  // end snippet

  // snippet: start-unready
  /// BROKEN ON PURPOSE: starts by hand what still has to wait.
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
  /// BROKEN ON PURPOSE: does not wait for the queue.
  static let startQueued = Program(
    "start-queued", role: .broken, "photo is in a queue, which is suspended; start() by hand.",
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

  // snippet: enqueue-executing
  /// BROKEN ON PURPOSE: first started by hand, then added to a queue.
  static let enqueueExecuting = Program(
    "enqueue-executing", role: .broken, "The body adds its own operation to a queue.",
    expected: .traps
  ) { bench in
    let queue = bench.queue("downloads")
    let photo = bench.blocks("photo")
    photo.addBlock("photo") { queue.addOperation(photo) }
    photo.start()
  }
  // end snippet

  // snippet: enqueue-finished
  /// BROKEN ON PURPOSE: adds to a queue what is over.
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
  /// BROKEN ON PURPOSE: one operation, two queues.
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
  /// BROKEN ON PURPOSE: gives an operation more work while it runs.
  static let addBlockLate = Program(
    "add-block-late", role: .broken, "The body adds a further block to its own operation.",
    expected: .traps
  ) { bench in
    let photo = bench.blocks("photo")
    photo.addBlock("photo") {
      bench.observe(photo, note: "and given a further block")
      photo.addExecutionBlock {}
    }
    photo.start()
  }
  // end snippet

  static let ownStart = Program(
    "own-start", role: .broken,
    "An asynchronous subclass with its own start(): by hand first, then by the queue it is in."
  ) { bench in
    startTwice(UncheckedUpload(bench.log("upload")), bench)
  }

  static let checkedStart = Program(
    "checked-start", role: .fixed, "The same with a start() that counts only once."
  ) { bench in
    startTwice(CheckedUpload(bench.log("upload")), bench)
  }

  static func startTwice(_ upload: Upload, _ bench: Bench) {
    let queue = bench.queue("uploads")
    queue.isSuspended = true
    queue.addOperation(upload)
    upload.start()
    queue.isSuspended = false
    bench.settle()
    upload.finish()
  }

  // snippet: right-way
  static let rightWay = Program(
    "right-way", role: .fixed, "What the broken programs want, by the right means."
  ) { bench in
    let queue = bench.queue("downloads", width: 1)
    queue.isSuspended = true

    // Not ready, or in a queue: the queue starts it when its turn comes; nobody else does.
    let photo = bench.blocks("photo")
    let crop = bench.block("crop")
    crop.addDependency(photo)
    queue.addOperation(crop)

    // The same work again, during the first time or after it: a new operation.
    photo.addBlock("photo") { queue.addOperation(bench.block("photo again")) }

    // More work once it runs: a new operation that depends on it.
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
    "Three operations that are ready: one in no queue, one in a suspended one, one behind another."
  ) { bench in
    let isWorking = bench.gate("first is at work", isTraced: false)
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
    "An operation that is ready only when its ticket has come, in a queue."
  ) { bench in
    giveTicket(to: TicketOperation(bench.log("photo")), bench)
  }

  static let ownReadyUnannounced = Program(
    "own-ready-unannounced", role: .broken, "The same; nobody is told that it is ready now.",
    expected: .hangs
  ) { bench in
    let photo = SecretTicketOperation(bench.log("photo"))
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
  /// BROKEN ON PURPOSE: relies on a queue to hear a change while it takes the operation in.
  static let ownReadyWhileAdded = Program(
    "own-ready-while-added", role: .broken,
    "The ticket comes, and is announced, while the queue asks the operation whether it is ready.",
    expected: .hangs, onDarwin: .completes
  ) { bench in
    let photo = InterruptedOperation(bench.log("photo"))
    giveTicketMeanwhile(to: photo, bench)
  }

  static let ownReadyRepeated = Program(
    "own-ready-repeated", role: .fixed,
    "The same; once it has been added, the operation announces again that it is ready."
  ) { bench in
    let photo = InterruptedOperation(bench.log("photo"))
    giveTicketMeanwhile(to: photo, bench)
    photo.repeatReadiness()
  }
  // end snippet

  // snippet: ticket-meanwhile
  static func giveTicketMeanwhile(to photo: InterruptedOperation, _ bench: Bench) {
    // Foundation's queue as it is: a traced one repeats by itself what it may have missed.
    let queue = OperationQueue()
    bench.roster.add(queue, named: "downloads")
    bench.roster.noteEnqueued(photo, in: queue, bench.log("downloads"))
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

  /// `photo` is asked whether it is ready, and has made up its answer.
  static let asked: Event.Mark = "is asked, and answers that it is not ready"
}

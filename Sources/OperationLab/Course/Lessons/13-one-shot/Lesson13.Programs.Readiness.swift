import Foundation
import OperationLab
import OperationTesting

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

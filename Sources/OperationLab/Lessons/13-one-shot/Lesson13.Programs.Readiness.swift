import Foundation

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
    [alone, parked, behind].forEach { bench.observe($0, note: "new") }

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
}

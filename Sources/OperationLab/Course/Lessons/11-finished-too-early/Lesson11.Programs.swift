import Foundation
import OperationLab
import OperationTesting

extension Lesson11 {
  // snippet: hands-over
  static let handsOver = Program(
    "hands-over", role: .article,
    "A block operation hands its work to another thread; show depends on the operation."
  ) { bench in
    showAfterwards(bench) { fetch in
      bench.block("download") {
        fetch {}
      }
    }
  }
  // end snippet

  // snippet: waits-inside
  static let waitsInside = Program(
    "waits-inside", role: .fixed,
    "The same, but the block waits for the work. Right, and a thread of the queue does nothing."
  ) { bench in
    showAfterwards(bench) { fetch in
      bench.block("download") {
        let isDone = DispatchSemaphore(value: 0)
        fetch { isDone.signal() }
        isDone.wait()
      }
    }
  }
  // end snippet

  // snippet: async-operation
  static let asyncOperation = Program(
    "async-operation", role: .fixed,
    "The same with an asynchronous operation, which reports its end when the work is done."
  ) { bench in
    showAfterwards(bench) { fetch in
      FetchOperation(bench.log("download"), fetch: fetch)
    }
  }
  // end snippet

  static let findsNoPicture: Event.Mark = "there is no picture"
  static let showsPicture: Event.Mark = "shows the picture"

  /// Makes an operation that is given the function that fetches and calls back, and another that
  /// depends on it; the transfer answers only when everything has come to rest.
  static func showAfterwards(
    _ bench: Bench,
    _ makeDownload: (@escaping @Sendable (@escaping @Sendable () -> Void) -> Void) -> Operation
  ) {
    let (transfer, album) = (PretendTransfer(bench), Album())
    let download = makeDownload { whenDone in
      bench.log("work")(.began)
      transfer.begin {
        album.keep("600 x 400")
        bench.log("work")(.ended)
        whenDone()
      }
    }
    let show = bench.block("show") {
      bench.log("show")(album.isEmpty ? findsNoPicture : showsPicture)
    }
    show.addDependency(download)
    let queue = bench.queue("pictures", width: 2)
    queue.addOperation(show)
    queue.addOperation(download)
    bench.settle()
    transfer.answer()
  }

  /// BROKEN ON PURPOSE: counts on the queue's width to keep the number of transfers small.
  static let threeAtOnce = Program(
    "three-at-once", role: .broken, "Three such block operations in a queue of width 1."
  ) { bench in
    threeTransfers(bench) { name, fetch in
      bench.block(name) { fetch {} }
    }
  }

  static let oneAtATime = Program(
    "one-at-a-time", role: .fixed, "The same three as asynchronous operations."
  ) { bench in
    threeTransfers(bench) { name, fetch in
      FetchOperation(bench.log(name), fetch: fetch)
    }
  }

  static func threeTransfers(
    _ bench: Bench,
    _ makeDownload:
      (String, @escaping @Sendable (@escaping @Sendable () -> Void) -> Void) -> Operation
  ) {
    let transfer = PretendTransfer(bench)
    let queue = bench.queue("pictures", width: 1)
    for number in 1...3 {
      let download = makeDownload("download \(number)") { whenDone in
        bench.log("work \(number)")(.began)
        transfer.begin {
          bench.log("work \(number)")(.ended)
          whenDone()
        }
      }
      queue.addOperation(download)
    }
    bench.settle()
    transfer.answer()
  }
}

import Foundation
@_spi(Course) import OperationTesting

extension Lesson11 {
  // snippet: hands-over
  static let handsOver = Program(
    "hands-over", role: .article,
    "A block operation begins its work on another thread. show depends on the operation."
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
    "The block waits for its work. That is correct, but it keeps a thread that does nothing."
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
    "An asynchronous operation begins the work, and finishes when the work is done."
  ) { bench in
    showAfterwards(bench) { fetch in
      PictureOperation(bench.log("download"), fetch: fetch)
    }
  }
  // end snippet

  static let findsNoPicture: Event.Mark = "there is no picture"
  static let showsPicture: Event.Mark = "shows the picture"

  /// Makes download, which gets a function that fetches and calls back, and show, which depends on it.
  /// The transfer answers only when the process is idle.
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

  /// BROKEN ON PURPOSE: expects the queue's width to limit the number of transfers.
  static let threeAtOnce = Program(
    "three-at-once", role: .broken,
    "Three block operations in a queue of width 1. Each begins a transfer on another thread."
  ) { bench in
    threeTransfers(bench) { name, fetch in
      bench.block(name) { fetch {} }
    }
  }

  static let oneAtATime = Program(
    "one-at-a-time", role: .fixed,
    "Three asynchronous operations in a queue of width 1. Each finishes with its transfer."
  ) { bench in
    threeTransfers(bench) { name, fetch in
      PictureOperation(bench.log(name), fetch: fetch)
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

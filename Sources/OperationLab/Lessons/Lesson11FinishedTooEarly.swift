import Foundation
import Synchronization

// snippet: fetch
/// Ends when its transfer does, not when `start()` returns.
private final class FetchOperation: AsyncOperation, @unchecked Sendable {
  private let log: Log
  private let fetch: @Sendable (@escaping @Sendable () -> Void) -> Void

  init(_ log: Log, fetch: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void) {
    self.log = log
    self.fetch = fetch
    super.init()
    name = log.subject
  }

  override func work() {
    log(.noted, note: "sets the transfer going")
    fetch {
      self.log(.finished, note: "by calling finish()")
      self.finish()
    }
  }
}
// end snippet

/// Where the transfer puts the picture, and where the next operation looks for it.
private final class Album: Sendable {
  private let picture = Mutex<String?>(nil)

  var isEmpty: Bool { picture.withLock { $0 == nil } }

  func keep(_ picture: String) {
    self.picture.withLock { $0 = picture }
  }
}

extension Lesson {
  static let finishedTooEarly = Lesson(
    11, "finished-too-early", title: "The operation that is finished before its work is",
    question: """
      A block operation starts a download on another thread and returns. Another operation depends \
      on it and wants the picture. Is the picture there?
      """,
    programs: [handsOver, waitsInside, asyncOperation, threeAtOnce, oneAtATime],
    claims: [finishedBeforeTheWork, widthCountsOperations])

  // snippet: hands-over
  private static let handsOver = Program(
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
  private static let waitsInside = Program(
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
  private static let asyncOperation = Program(
    "async-operation", role: .fixed,
    "The same with an asynchronous operation, which reports its end when the work is done."
  ) { bench in
    showAfterwards(bench) { fetch in
      FetchOperation(bench.log("download"), fetch: fetch)
    }
  }
  // end snippet

  /// Makes an operation that is given the function that fetches and calls back, and another that
  /// depends on it; the transfer answers only when everything has come to rest.
  private static func showAfterwards(
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
      bench.log("show")(.noted, note: album.isEmpty ? "there is no picture" : "shows the picture")
    }
    show.addDependency(download)
    let queue = bench.queue("pictures", width: 2)
    queue.addOperation(show)
    queue.addOperation(download)
    bench.settle()
    transfer.answer()
  }

  /// BROKEN ON PURPOSE: counts on the queue's width to keep the number of transfers small.
  private static let threeAtOnce = Program(
    "three-at-once", role: .broken, "Three such block operations in a queue of width 1."
  ) { bench in
    threeTransfers(bench) { name, fetch in
      bench.block(name) { fetch {} }
    }
  }

  private static let oneAtATime = Program(
    "one-at-a-time", role: .fixed, "The same three as asynchronous operations."
  ) { bench in
    threeTransfers(bench) { name, fetch in
      FetchOperation(bench.log(name), fetch: fetch)
    }
  }

  private static func threeTransfers(
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

  private static let finishedBeforeTheWork = Claim(
    "A16a",
    """
    A block that hands its work to another thread returns at once, and the operation reports \
    finished before the work is done.
    """,
    source: .a,
    expected: .everywhere(
      .confirmed,
      because: """
        A block operation is finished when its blocks have returned; it knows nothing of what \
        they set going. Whatever depends on it comes too early.
        """),
    mutants: [
      .passing("waits-inside", as: "hands-over"),
      .passing("async-operation", as: "hands-over"),
      .passing("hands-over", as: "async-operation"),
      .trace(of: "hands-over", "the work is done before the block returns") {
        $0.movingToFront(.ended, of: "work")
      },
      .trace(of: "hands-over", "the work is never done") { $0.removing(.ended, of: "work") },
    ]
  ) { runs in
    let (run, right) = (try runs["hands-over"], try runs["async-operation"])
    let begun = try run.first(.began, of: "work")
    let look = try run.first(.settled, of: "download")
    let done = try run.first(.ended, of: "work")
    let show = try run.first(.noted, of: "show")
    let cure = try right.first(.noted, of: "show")
    return .confirmed(
      if: look.state.contains(.finished) && begun.seq < look.seq && look.seq < done.seq
        && show.note == "there is no picture" && cure.note == "shows the picture",
      "'\(look.state)' while its work went on; \(show.note) yet for the operation that depends on it",
      otherwise: "'\(look.state)' at that moment; show: \(show.note)",
      [begun, look, show, done, cure])
  }

  private static let widthCountsOperations = Claim(
    "A16b",
    "... and so the queue's width does not limit how much work goes on at once.", source: .a,
    expected: .everywhere(
      .confirmed,
      because: "The width counts operations that are not finished; these are, one after another."),
    mutants: [
      .passing("one-at-a-time", as: "three-at-once"),
      .passing("three-at-once", as: "one-at-a-time"),
      .trace(of: "three-at-once", "the third transfer begins after the others") {
        $0.movingToEnd(.began, of: "work 3").movingToEnd(.ended, of: "work 3")
      },
      .trace(of: "three-at-once", "a transfer never ends") { $0.removing(.ended, of: "work 2") },
    ]
  ) { runs in
    let (loose, strict) = (try runs["three-at-once"], try runs["one-at-a-time"])
    let works = ["work 1", "work 2", "work 3"]
    let begun = try works.map { try loose.first(.began, of: $0) }
    let ended = try works.map { try loose.first(.ended, of: $0) }
    let cure = try works.map { try strict.first(.ended, of: $0) }
    let peaks = [loose, strict].map { $0.peakOfWork(works) }
    return .confirmed(
      if: peaks == [3, 1],
      "\(peaks[0]) transfers at once with width 1; with asynchronous operations, \(peaks[1])",
      otherwise: "at most \(peaks[0]) and \(peaks[1]) at a time", begun + ended + cure)
  }
}

extension Run {
  /// The largest number of these works that were under way at one moment.
  fileprivate func peakOfWork(_ works: [String]) -> Int {
    var run = self
    run.trace = trace.edited { events in events.removeAll { !works.contains($0.subject) } }
    return run.peak(between: .began, and: .ended)
  }
}

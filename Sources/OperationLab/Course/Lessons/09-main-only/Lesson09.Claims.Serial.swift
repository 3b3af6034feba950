import OperationLab
import OperationDownloads
import OperationTesting

// The claims of lesson 9 about the subclass that article E calls serial.
extension Lesson09 {
  static let oneAfterAnother = Claim(
    "E01",
    "The serial subclass with width 1: operations run strictly one after another.",
    origin: .article(
      .e,
      passage: .init(
        "使用的时候NSOperationQueue的最大并发数(maxConcurrentOperationCount)要设置为1",
        """
        when it is used, the maxConcurrentOperationCount of the NSOperationQueue must be \
        set to 1
        """,
        at: 577)),
    expected: .everywhere(
      .confirmed, basis: .documented(page: ApplePage.width),
      because: """
        But the width alone does it. The lock in the subclass is one lock for each operation and \
        keeps nobody else out: with width 2 the same operations overlap.
        """),
    mutants: [
      .passing("serial-wide", as: "serial"),
      .trace(of: "serial", "the second begins before the first ends") {
        $0.movingToFront(.began, of: "count 2")
      },
      .trace(of: "serial", "the third never ends") { $0.removing(.ended, of: "count 3") },
      .trace(of: "serial", "the first has left its body when everything is at rest") {
        $0.movingToFront(.ended, of: "count 1")
      },
    ]
  ) { runs in
    let run = try runs["serial"]
    let put = try run.enqueued(together: counts, in: "counts", width: 1)
    let begun = try run.first(.began, of: "count 1")
    let looks = try counts.map { try run.rest(of: $0, after: begun) }
    let ends = try counts.map { try run.first(.ended, of: $0) }
    try run.require(
      looks[0].seq < ends[0].seq && looks[0].state == [.ready, .executing],
      "count 1 stayed in its body until everything was at rest")
    let lock = try run.first(.observed, of: "count 1", note: "its lock is held")
    try run.require(
      looks[0].seq < lock.seq && lock.seq < ends[0].seq, "count 1 was in the lock meanwhile")
    let bodies = try counts.map { try run.first(.began, of: $0) }
    var ours = run
    ours.trace = Trace(run.trace.events.filter { counts.contains($0.subject) })
    let peak = ours.peak(between: .began, and: .ended)
    return .confirmed(
      if: peak == 1 && looks[1...].allSatisfy { $0.state == [.ready] },
      "never two at a time; while the first stayed in its body, the others were only ready",
      otherwise: "\(peak) bodies ran at the same time", put + bodies + looks + [lock] + ends)
  }

  static let widthDoesIt = Claim(
    "E01b",
    "The lock in that subclass makes nothing serial: with width 2, two of them run at once.",
    origin: .kit,
    expected: .everywhere(
      .confirmed,
      because: """
        Each operation has a lock of its own, and nobody else ever asks for it. Only the width \
        of the queue keeps the others out.
        """),
    mutants: [
      .passing("serial", as: "serial-wide"),
      .trace(of: "serial-wide", "the second begins when the first has ended") {
        $0.movingToEnd(.began, of: "count 2").movingToEnd(.ended, of: "count 2")
      },
      .trace(of: "serial-wide", "there is no second thread") {
        $0.replacing(.settled, of: "count 2") { $0.state = [.ready] }
      },
      .trace(of: "serial-wide", "nobody takes a lock") {
        $0.replacing(.observed) { $0.note = "its lock is free" }
      },
    ]
  ) { runs in
    let run = try runs["serial-wide"]
    let put = try run.enqueued(together: counts, in: "counts", width: 2)
    let begun = try run.first(.began, of: "count 1")
    let running = try counts.map { try run.rest(of: $0, after: begun) }.filter {
      $0.state.contains(.executing)
    }
    try run.require(running.count > 1, "there were two threads to be had")
    let locks = try running.map { look in
      try run.first(.observed, of: look.subject, note: "its lock is held")
    }
    let bodies = running.compactMap { look in
      run.all(.began, of: look.subject).first { $0.seq < look.seq }
    }
    let ends = try bodies.map { try run.first(.ended, of: $0.subject) }
    return .confirmed(
      if: Set(bodies.map(\.thread)).count == 2 && ends.allSatisfy { $0.seq > running[1].seq },
      "two bodies at once, each in the lock of its own operation",
      otherwise: "one body at a time, although two were executing",
      put + running + locks + bodies + ends)
  }
}

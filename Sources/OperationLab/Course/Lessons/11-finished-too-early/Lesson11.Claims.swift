import OperationLab
import OperationDownloads
import OperationTesting

extension Lesson11 {
  static let finishedBeforeTheWork = Claim(
    "A16a",
    """
    A block that hands its work to another thread returns at once, and the operation reports \
    finished before the work is done.
    """,
    origin: .article(
      .a,
      passage: .init(
        """
        如果在block中使用另一个线程或是GCD异步执行任务,block或方法会\
        立即返回,此时就会将finished设置为YES,但是其实任务并没有完成
        """,
        """
        if the block uses another thread or GCD to do the work asynchronously, it returns \
        at once and finished is set to YES, but the work is not done
        """,
        at: 320)),
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
      .trace(of: "hands-over", "show does not depend on it") {
        $0.replacing(.enqueued, of: "show") { $0.enqueueing = .init(queue: "pictures", width: 2) }
      },
    ]
  ) { runs in
    let (early, right) = try (Showing(runs["hands-over"]), Showing(runs["async-operation"]))
    let block = try early.block()
    try right.run.require(
      right.look.state == [.ready, .executing] && right.done.seq < right.show.seq
        && right.show.note == "shows the picture",
      "an operation that ends with its work is still executing then, and show finds a picture")
    return .confirmed(
      if: block.ended.seq < early.look.seq && early.look.state == [.ready, .finished]
        && early.show.seq < early.done.seq && early.show.note == "there is no picture",
      """
      '\(early.look.state)' while its work went on; \(early.show.note) yet for the operation that \
      depends on it
      """,
      otherwise: "'\(early.look.state)' at that moment; show: \(early.show.note)",
      early.evidence + [block.ended] + right.evidence)
  }

  static let widthCountsOperations = Claim(
    "A16b",
    "... and so the queue's width does not limit how much work goes on at once.", origin: .kit,
    expected: .everywhere(
      .confirmed,
      because: "The width counts operations that are not finished; these are, one after another."),
    mutants: [
      .passing("one-at-a-time", as: "three-at-once"),
      .passing("three-at-once", as: "one-at-a-time"),
      .trace(of: "three-at-once", "the third transfer begins after the others") {
        $0.movingToEnd(.began, of: "work 3").movingToEnd(.ended, of: "work 3")
      },
      .trace(of: "three-at-once", "the width is three") {
        $0.replacing(.enqueued) { $0.enqueueing = .init(queue: "pictures", width: 3) }
      },
      .trace(of: "three-at-once", "a transfer never ends") { $0.removing(.ended, of: "work 2") },
    ]
  ) { runs in
    let (loose, strict) = (try runs["three-at-once"], try runs["one-at-a-time"])
    let put = try [loose, strict].flatMap {
      try $0.enqueued(
        together: ["download 1", "download 2", "download 3"], in: "pictures", width: 1)
    }
    let works = ["work 1", "work 2", "work 3"]
    let begun = try works.map { try loose.first(.began, of: $0) }
    let ended = try works.map { try loose.first(.ended, of: $0) }
    let cure = try works.map { try strict.first(.ended, of: $0) }
    for work in begun {
      let download = work.subject.replacing("work", with: "download")
      let (body, end) = try (loose.first(.began, of: download), loose.first(.ended, of: download))
      try loose.require(
        body.seq < work.seq && work.seq < end.seq && body.thread == work.thread,
        "\(download) set its transfer going from its block")
    }
    let answer = try loose.first(.noted, of: "transfer", note: "answers")
    try loose.require(
      begun.allSatisfy { $0.seq < answer.seq } && ended.allSatisfy { $0.seq > answer.seq },
      "the transfers went on until everything else was at rest")
    let peaks = [loose, strict].map { $0.peak(of: works) }
    let operations = loose.peak(of: ["download 1", "download 2", "download 3"])
    try loose.require(operations == 1, "its queue ran one block at a time")
    return .confirmed(
      if: peaks == [3, 1],
      "\(peaks[0]) transfers at once with width 1; with asynchronous operations, \(peaks[1])",
      otherwise: "at most \(peaks[0]) and \(peaks[1]) at a time", put + begun + ended + cure)
  }

  static let waitingTakesAThread = Claim(
    "A16c",
    """
    A block that waits for its work is finished when the work is; until then it keeps a thread of \
    the queue, which does nothing.
    """,
    origin: .kit,
    expected: .everywhere(
      .confirmed,
      because: """
        A block operation is finished when its blocks have returned, so a block that returns \
        late is right. The thread that it sleeps on is the price.
        """),
    mutants: [
      .passing("hands-over", as: "waits-inside"),
      .passing("async-operation", as: "waits-inside"),
      .trace(of: "waits-inside", "the block ends before its work") {
        $0.movingToEnd(.ended, of: "work")
      },
      .trace(of: "waits-inside", "show does not depend on it") {
        $0.removing(.enqueued, of: "show")
      },
    ]
  ) { runs in
    let showing = try Showing(runs["waits-inside"])
    let block = try showing.block()
    return .confirmed(
      if: showing.look.state == [.ready, .executing] && showing.look.note == "in pictures"
        && showing.done.seq < block.ended.seq && block.ended.seq < showing.show.seq
        && block.ended.thread == block.began.thread && showing.show.note == "shows the picture",
      """
      '\(showing.look.state)' until the work was done, and its thread with it; then \
      \(showing.show.subject) \(showing.show.note)
      """,
      otherwise: "'\(showing.look.state)' while its work went on; show: \(showing.show.note)",
      showing.evidence + [block.began, block.ended])
  }

  /// A run in which `show` depends on `download`, whose work goes on elsewhere and ends only after
  /// everything has come to rest.
  private struct Showing {
    let run: Run
    let put, begun, look, done, show: Evidence

    init(_ run: Run) throws {
      self.run = run
      put = try run.enqueued("show", in: "pictures", isSuspended: false, dependencies: ["download"])
      try run.enqueued("download", in: "pictures", isSuspended: false, dependencies: [])
      begun = try run.first(.began, of: "work")
      look = try run.rest(of: "download", after: begun)
      done = try run.first(.ended, of: "work")
      show = try run.first(.noted, of: "show")
      try run.require(
        begun.seq < look.seq && look.seq < done.seq && begun.thread != done.thread,
        "the work went on, on another thread, when everything else was at rest")
    }

    /// The block of `download`, from which the work was set going.
    func block() throws -> (began: Evidence, ended: Evidence) {
      let began = try run.first(.began, of: "download")
      let ended = try run.first(.ended, of: "download")
      try run.require(
        began.seq < begun.seq && begun.seq < ended.seq && began.thread == begun.thread,
        "download is a block, and set its work going")
      return (began, ended)
    }

    var evidence: [Evidence] {
      [put, begun] + [look, done, show].sorted { $0.seq < $1.seq }
    }
  }
}

extension Run {
  /// The largest number of these that were under way at one moment.
  fileprivate func peak(of subjects: [String]) -> Int {
    var run = self
    run.trace = trace.edited { events in events.removeAll { !subjects.contains($0.subject) } }
    return run.peak(between: .began, and: .ended)
  }
}

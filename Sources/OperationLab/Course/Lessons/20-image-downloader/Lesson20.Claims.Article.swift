import OperationLab
import OperationDownloads
import OperationTesting

// Article D's table, which no lock guards, and the closures that hold what holds them.
extension Lesson20 {
  static let tableLosesEntries = Claim(
    "D06h",
    """
    The article's table is changed by two threads, and no lock guards it: what one puts in while \
    the other takes something out may be lost, and can then not be cancelled.
    """,
    origin: .kit,
    expected: .everywhere(
      .confirmed,
      because: """
        download() changes the table on its caller's thread, the completion block on another. In the \
        article it is a plain dictionary: losing an entry is the best that can happen.
        """),
    mutants: [
      .passing("keeps-every-entry", as: "loses-an-entry"),
      .passing("loses-an-entry", as: "keeps-every-entry"),
      .trace(of: "loses-an-entry", "one thread did both") {
        $0.replacing(.noted, of: "table") { $0.thread = "main" }
      },
      .trace(of: "loses-an-entry", "nobody cancelled it") { $0.removing(.cancelled) },
      .trace(of: "loses-an-entry", "2 was asked for when 1 was out") { trace in
        trace.edited { events in
          guard let back = events.firstIndex(where: { $0.note == "is put back" }),
            let taken = events.firstIndex(where: { $0.note == "will hold nothing" })
          else { return }
          events.insert(events.remove(at: back), at: taken + 1)
        }
      },
    ]
  ) { runs in
    let lost = try EntryStory(runs["loses-an-entry"])
    let kept = try EntryStory(runs["keeps-every-entry"])
    try lost.run.require(
      lost.taken.seq < lost.put.seq && lost.put.seq < lost.back.seq,
      "2 was put in while another thread was taking 1 out")
    try kept.run.require(
      kept.taken.seq < kept.back.seq && kept.back.seq < kept.put.seq,
      "with a lock, 2 was put in when 1 was out")
    try kept.run.require(
      kept.answer.note == "gets the error: cancelled", "and it could be cancelled")
    return .confirmed(
      if: lost.answer.note == "gets the picture",
      "cancelled, 2 \(lost.answer.note): the table had lost it; with a lock it "
        + "\(kept.answer.note)",
      otherwise: "cancelled, 2 \(lost.answer.note)", lost.evidence + kept.evidence)
  }

  /// One thread takes 1 out of the table, another puts 2 in; then 2 is cancelled.
  private struct EntryStory {
    let run: Run
    let taken, put, held, back, cancelled, answer: Evidence

    init(_ run: Run) throws {
      self.run = run
      let notes = run.all(.noted, of: "table")
      guard let taken = notes.first(where: { $0.thread != "main" }),
        let put = notes.first(where: { $0.thread == "main" && $0.note.contains("download 2") })
      else {
        throw MissingEvidence.premise("two threads change the table", program: run.program)
      }
      (self.taken, self.put) = (taken, put)
      held = try run.first(.noted, of: "table", note: "holds download 2 for /2")
      back = try run.first(.noted, of: "table", note: "is put back")
      cancelled = try run.first(.cancelled, of: "manager", note: "/2")
      answer = try run.first(.noted, of: "picture 2")
      try run.require(
        back.thread == taken.thread && taken.note == "will hold nothing"
          && back.seq < cancelled.seq && put.seq < cancelled.seq && cancelled.seq < answer.seq,
        "2 was cancelled when both changes were over")
      try run.require(
        put.seq < held.seq && (put.seq < back.seq) == (held.seq < back.seq),
        "what was put in was in the table")
    }

    var evidence: [Evidence] { [taken, put, held, back, cancelled, answer] }
  }

  static let closuresHoldTheirOperation = Claim(
    "D06i",
    """
    The article's closures and its completion block capture the operation that keeps them: it is \
    never deallocated.
    """,
    origin: .kit,
    expected: .everywhere(
      .confirmed,
      because: """
        The operation holds its closures, and each closure holds the operation, to ask for its \
        address. Capture weakly, or drop the closures at the end.
        """),
    mutants: [
      .passing("captures-weakly", as: "captures-itself"),
      .passing("captures-itself", as: "captures-weakly"),
      .trace(of: "captures-itself", "it is still in its queue") {
        $0.replacing(.settled) { $0.note = "in downloads" }
      },
      .trace(of: "captures-itself", "nobody looked in the end") { $0.removing(.settled) },
    ]
  ) { runs in
    let (run, cure) = (try runs["captures-itself"], try runs["captures-weakly"])
    var evidence: [Evidence] = []
    for run in [run, cure] {
      try run.enqueued("download 1", in: "downloads", isSuspended: false)
      try run.requireNotHeld("download 1")
      let answer = try run.first(.noted, of: "picture 1", note: "gets the picture")
      evidence += [answer, try run.first(.completed, of: "download 1")]
    }
    let kept = try run.occurrence(of: .released, of: "download 1")
    let gone = try cure.first(.released, of: "download 1")
    if kept.isNever {
      try run.require(
        kept.evidence.state.contains(.finished) && kept.evidence.note == "in no queue",
        "it was finished and in no queue")
    }
    return .confirmed(
      if: kept.isNever,
      "finished, in no queue, forgotten by its manager, and still there; with closures that hold it "
        + "weakly it is gone",
      otherwise: "it was deallocated", evidence + [kept.evidence, gone])
  }
}

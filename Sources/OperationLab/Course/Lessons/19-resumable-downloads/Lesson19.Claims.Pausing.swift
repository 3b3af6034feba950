import OperationDownloads
import OperationTesting

/// What lesson 19 has to say of tasks that are suspended.
extension Lesson19 {
  static let suspendContinues = Claim(
    "B04", "A session's task keeps its state: suspended and resumed, it goes on with its transfer.",
    origin: .article(
      .b,
      passage: .init(
        "而task的开启(resume)、暂停(suspend)、重启(resume)是由自身来控制,且task保留她的这些状态",
        """
        and a task is started (resume), paused (suspend) and started again (resume) by \
        itself, and keeps these states
        """,
        at: 573,
        but: """
          The article says this of tasks. Its own program does not pause so: it ends the \
          operation and makes a new one (B06).
          """)),
    expected: Expectation(
      linux: .refuted, darwin: .confirmed,
      because: """
        On Linux suspend() drops the connection, and resume() sends the same request once more: \
        the body begins again, and its bytes come after those that were there. Apple's page says \
        that resume() resumes the transfer, and not from where.
        """),
    mutants: [
      .trace(of: "suspend", "the file comes out the other way") {
        $0.replacing(.noted, of: "file") { event in
          if event.note == "\(Film.firstPart) bytes" { return }
          event.note = event.note == Film.isWhole ? Film.beginsAgain : Film.isWhole
        }
      },
      .trace(of: "suspend", "it was never resumed") { $0.removing(.noted, of: "film") },
      .trace(of: "suspend", "nobody looked at the file") { $0.removing(.noted, of: "file") },
    ]
  ) { runs in
    let run = try runs["suspend"]
    let half = try run.first(.noted, of: "file", note: "\(Film.firstPart) bytes")
    let paused = try run.first(.noted, of: "film", note: "paused: its task is suspended")
    let goesOn = try run.first(.noted, of: "film", note: "goes on: its task was suspended")
    let requests = run.all(.noted, of: "server")
    try run.require(
      try run.request(1).seq < half.seq && half.seq < paused.seq,
      "it was paused when a part had come")
    let file = try run.last(.noted, of: "file")
    guard file.seq > goesOn.seq else {
      throw MissingEvidence.event(.noted, subject: "file, in the end", program: run.program)
    }
    try run.require(
      file.note == Film.isWhole || file.note == Film.beginsAgain && requests.count == 2,
      "all bytes were kept, of each answer")
    return .confirmed(
      if: file.note == Film.isWhole, "\(requests.count) request; in the end \(file.note)",
      otherwise: "\(half.note) had come, then \(requests.count) requests: in the end \(file.note)",
      [half, paused, goesOn] + requests + [file])
  }

  static let suspendedHoldsSlot = Claim(
    "B05", "A paused task inside an executing operation holds its slot in the queue.", origin: .kit,
    expected: .everywhere(
      .confirmed,
      because: """
        The queue knows operations, not tasks. This one says 'executing' for as long as the pause \
        lasts, and a queue full of pauses starts nothing.
        """),
    mutants: [
      .passing("new-operation", as: "paused"),
      .passing("paused", as: "new-operation"),
      .trace(of: "paused", "the next starts") { $0.inserting(.started, of: "next") },
      .trace(of: "paused", "it leaves the queue") {
        $0.replacing(.settled, of: "film") { $0.note = "in no queue" }
      },
      .trace(of: "paused", "nobody looked in the end") { $0.removing(.settled) },
    ]
  ) { runs in
    let (run, cure) = (try runs["paused"], try runs["new-operation"])
    for run in [run, cure] {
      let film = try run.enqueued("film", in: "downloads", width: 1, isSuspended: false)
      let next = try run.enqueued("next", in: "downloads", width: 1, dependencies: [])
      try run.require(film.seq < next.seq, "film was put in first")
    }
    let paused = try run.first(.noted, of: "film", note: "paused: its task is suspended")
    let film = try run.last(.settled, of: "film")
    let next = try run.occurrence(of: .started, of: "next")
    if next.isNever { try run.stuck("next", .noFreeSlot, waitsFor: ["film"]) }
    let cancelled = try cure.first(.cancelled, of: "film")
    let ended = try cure.first(.finished, of: "film")
    let freed = try cure.first(.started, of: "next")
    try run.require(try run.request(1).seq < paused.seq, "it was paused under way")
    return .confirmed(
      if: film.state == [.ready, .executing] && film.note == "in downloads" && next.isNever
        && cancelled.seq < freed.seq && ended.seq < freed.seq,
      "film was \(film.state), \(film.note), and next never started; cancelled, it made room",
      otherwise: "next started although the paused film was there",
      [paused, film, next.evidence, cancelled, ended, freed])
  }
}

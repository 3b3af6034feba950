import OperationDownloads
import OperationTesting

/// What lesson 19 has to say of a connection that can be paused.
extension Lesson19 {
  static let connectionPauses = Claim(
    "E05d",
    """
    An operation that carries a connection through its states drops the transfer when it is paused, \
    keeps the bytes and its slot, and asks for the rest when it is resumed.
    """,
    origin: .kit,
    expected: .everywhere(
      .confirmed,
      because: """
        Paused is a state between executing and finished: not over, so the slot stays. What is sent \
        after the pause is asked for by Range, in a new transfer of the same operation.
        """),
    mutants: [
      .trace(of: "connection", "the next starts meanwhile") {
        $0.movingToFront(.started, of: "next")
      },
      .trace(of: "connection", "everything is asked for again") {
        $0.replacing(.noted, of: "server") {
          if $0.note.hasPrefix("request 2") { $0.note = "request 2: no Range" }
        }
      },
      .trace(of: "connection", "the transfer goes on") { trace in
        trace.edited { events in events.removeAll { $0.note == connectionIsGone } }
      },
      .trace(of: "connection", "it was never paused") { $0.removing(.observed, of: "film") },
    ]
  ) { runs in
    let run = try runs["connection"]
    let put = try ["film", "next"].map {
      try run.enqueued($0, in: "downloads", width: 1, isSuspended: false, dependencies: [])
    }
    let paused = try run.first(
      .observed, of: "film", note: "paused, with \(Film.firstPart) bytes")
    let gone = try run.first(.noted, of: "server", note: connectionIsGone)
    let look = try run.rest(of: "film", after: gone)
    let resumed = try run.first(.noted, of: "program", note: "resumes film")
    try run.require(
      try run.request(1).seq < paused.seq && paused.state == [.ready] && look.seq < resumed.seq,
      "film was paused when a part had come, and resumed when everything was at rest")
    let request = try run.request(2)
    try run.require(resumed.seq < request.seq, "nobody asked again before")
    let told = try run.first(.noted, of: "film")
    let next = try run.first(.started, of: "next")
    let end = try run.last(.settled, of: "film")
    return .confirmed(
      if: look.state == [.ready] && look.note == "in downloads" && resumed.seq < next.seq
        && request.note == "request 2: Range: bytes=\(Film.firstPart)-" && told.note == Film.isWhole
        && end.state == [.ready, .finished],
      "paused it had \(Film.firstPart) bytes and its slot; '\(request.note)' brought the rest: "
        + told.note,
      otherwise: "'\(request.note)' brought \(told.note); paused, it was \(look.note)",
      put + [paused, gone, look, resumed, request, told, next, end])
  }
}

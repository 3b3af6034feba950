import OperationLab
import OperationDownloads
import OperationTesting

/// The last program of lesson 19: the kit's own manager.
extension Lesson19 {
  static let managerDoesItAll = Claim(
    "B07",
    """
    The manager can start, pause, resume, restart and cancel each download and reports its progress.
    """,
    origin: .article(
      .b,
      passage: .init(
        "实现下载任务的手动开启暂停重启等",
        "so that a download can be started, paused and started again by hand, and so on",
        at: 668)),
    expected: .everywhere(
      .confirmed,
      because: """
        Every command is a cancelled operation, or a new one, or both. What belongs to the \
        download and not to one attempt is kept outside the operations.
        """),
    mutants: [
      .trace(of: "manager", "film reports no progress") { $0.removingNote("has progress", "film") },
      .trace(of: "manager", "the paused film goes on by itself") {
        $0.removingNote("is paused", "film")
      },
      .trace(of: "manager", "the restarted song is the old attempt") {
        $0.removingNote("waits, attempt 2", "song")
      },
      .trace(of: "manager", "the cancelled book comes all the same") {
        $0.replacing(.noted, of: "disk") { $0.note = "book, whole; " + $0.note }
      },
      .trace(of: "manager", "the film is fetched from its first byte again") {
        $0.replacing(.noted, of: "server") { $0.note = "film: from the first byte" }
      },
      .trace(of: "manager", "the transfer of the paused film goes on") {
        $0.removing(.noted, of: "film server")
      },
      .trace(of: "manager", "nobody looked at the disk") { $0.removing(.noted, of: "disk") },
    ]
  ) { runs in
    let run = try runs["manager"]
    let expected: [(subject: String, notes: [String])] = [
      ("film", firstAttempt + ["is paused", "waits, attempt 2", "runs", "is finished"]),
      ("song", firstAttempt + ["waits, attempt 2", "runs", "is finished"]),
      ("book", firstAttempt + ["is cancelled"]),
      (
        "server",
        [
          "film: from the first byte, then from where it stopped",
          "song: from the first byte, then from the first byte",
        ]
      ),
      ("disk", ["film, whole; song, whole"]),
      ("film server", [connectionIsGone]),
      ("song server", [connectionIsGone]),
      ("book server", [connectionIsGone]),
    ]
    var (evidence, holds): ([Evidence], Bool) = ([], true)
    for (subject, notes) in expected {
      // Without this one there is nothing to judge by.
      _ = try run.first(.noted, of: subject)
      let seen = run.all(.noted, of: subject)
      holds = holds && seen.map(\.note) == notes
      evidence += seen
    }
    let order = try ["pauses film", "cancels book", "restarts song", "resumes film"].map {
      try run.first(.noted, of: "program", note: $0)
    }
    let paused = try run.first(.noted, of: "film", note: "is paused")
    let resumed = try run.first(.noted, of: "film", note: "waits, attempt 2")
    try run.require(
      order[0].seq < paused.seq && paused.seq < order[3].seq && order[3].seq < resumed.seq,
      "film was paused for as long as the program wanted")
    return .confirmed(
      if: holds,
      """
      film paused and resumed, song restarted, book cancelled; each reported progress, and the \
      disk has the first two
      """,
      otherwise: "a command did not do what it says, or the disk has not what it should", evidence)
  }

  static let connectionIsGone = "finds the connection gone"
  static let firstAttempt = ["waits, attempt 1", "runs", "has progress"]
}

extension Trace {
  /// The trace without one note of a subject.
  fileprivate func removingNote(_ note: String, _ subject: String) -> Trace {
    edited { $0.removeAll { $0.subject == subject && $0.note == note } }
  }
}

import OperationDownloads
import OperationTesting

/// What lesson 18 has to say of the article's other looks at the flag, and of its arithmetic.
extension Lesson18 {
  static let looksTwiceMore = Claim(
    "A22h",
    """
    Cancelled when its connection is made, or when all bytes have come and the end has not been \
    told, the article's download ends finished, and nobody hears of a success.
    """,
    origin: .article(
      .a,
      passage: .init(
        "网络下载完成前检查是否取消任务,取消就结束任务",
        """
        Before the download completes, check whether the task was cancelled; if so, end \
        the task
        """,
        at: 968)),
    expected: .everywhere(
      .confirmed,
      because: """
        It looks once more in start(), after the connection is made, and again when the transfer \
        ends. What it lacks is somebody who calls it while nothing comes: claim A22c.
        """),
    mutants: [
      .trace(of: "looks", "a success is told") { trace in
        trace.edited { events in
          guard let place = events.lastIndex(where: { $0.note == "progress" }) else { return }
          var event = events[place]
          event.note = "success"
          events.insert(event, at: place + 1)
        }
      },
      .trace(of: "looks", "one stays in its queue") {
        $0.replacing(.settled, of: DownloadFate.connected.rawValue) { $0.note = "in downloads" }
      },
      .trace(of: "looks", "one was cancelled before its start") {
        $0.movingToFront(.cancelled, of: DownloadFate.connected.rawValue)
      },
      .trace(of: "looks", "nothing had come of the other") {
        $0.removing(.noted, of: DownloadFate.loaded.delegate)
      },
      .trace(of: "looks", "nobody looked in the end") { $0.removing(.settled) },
    ]
  ) { runs in
    let run = try runs["looks"]
    let (made, all) = (DownloadFate.connected, DownloadFate.loaded)
    let start = try run.first(.started, of: made.rawValue)
    let back = try run.first(.returned, of: made.rawValue)
    let inStart = try run.first(.cancelled, of: made.rawValue)
    try run.require(
      start.seq < inStart.seq && inStart.seq < back.seq && inStart.state.contains(.executing),
      "one was cancelled inside its start()")
    let progress = try run.first(.noted, of: all.delegate, note: "progress")
    let bytes = try run.first(
      .noted, of: all.rawValue, note: "\(DownloadScene.body.length) bytes have come")
    let late = try run.first(.cancelled, of: all.rawValue)
    try run.require(
      try run.first(.returned, of: all.rawValue).seq < late.seq && bytes.seq < late.seq
        && late.state.contains(.executing),
      "the other was cancelled when its bytes had come, and was executing")
    let ends = try [made, all].map { try Ending(of: $0, in: run) }
    try run.require(
      ends.allSatisfy { $0.settled.state.contains(.cancelled) }, "both are cancelled")
    let requests = run.all(.noted, of: made.server)
    let told = [made, all].flatMap { run.all(.noted, of: $0.delegate) }
    return .confirmed(
      if: ends.allSatisfy(\.isFinishedOnce) && requests.isEmpty
        && told.allSatisfy { $0.note == "progress" },
      "the first sent no request, the second had all its bytes; both were finished, once, and "
        + "nobody heard of a success",
      otherwise: "one was not finished, or its delegate heard of an end",
      [start, inStart, back, progress, bytes, late] + requests + ends.flatMap(\.evidence))
  }

  static let shareIsTrue = Claim(
    "A22i", "The progress that the article computes is the share of the file that has come.",
    origin: .article(
      .a,
      passage: .init(
        "计算下载比例",
        "compute the share that has been downloaded",
        at: 949)),
    expected: .everywhere(
      .refuted,
      because: """
        A server need not say how long a file is. The expected length is then -1, which becomes the \
        largest of all numbers in the article's unsigned variable: nothing has come until the end.
        """),
    mutants: [
      .passing("looks", as: "unknown-length"),
      .trace(of: "unknown-length", "the bar is full") {
        $0.replacing(.noted, of: DownloadFate.chunked.rawValue) {
          $0.note = $0.note.replacing(" 0 %", with: " 100 %")
        }
      },
      .trace(of: "unknown-length", "it does not succeed") {
        $0.removing(.noted, of: DownloadFate.chunked.delegate)
      },
      .trace(of: "unknown-length", "the other is wrong as well") {
        $0.replacing(.noted, of: DownloadFate.good.rawValue) {
          $0.note = $0.note.replacing(" 100 %", with: " 0 %")
        }
      },
    ]
  ) { runs in
    let run = try runs["unknown-length"]
    var shares: [Evidence] = []
    for fate in [DownloadFate.good, .chunked] {
      let success = try run.first(.noted, of: fate.delegate, note: "success")
      let share = try run.first(.noted, of: fate.rawValue)
      try run.require(
        success.seq < share.seq && share.note.hasPrefix("all bytes are there"),
        "\(fate) had come as a whole when somebody computed its share")
      shares.append(share)
    }
    try run.require(
      shares[0].note.hasSuffix("progress 100 %"), "of a file of known length it is right")
    return .confirmed(
      if: shares[1].note.hasSuffix("progress 100 %"), "both bars were full in the end",
      otherwise: "known length: \(shares[0].note); unknown: \(shares[1].note)", shares)
  }
}

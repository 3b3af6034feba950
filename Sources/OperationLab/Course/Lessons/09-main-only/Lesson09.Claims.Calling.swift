import OperationDownloads
import OperationTesting

// What a direct call of main() leaves out.
extension Lesson09 {
  static let callingMainIsEnough = Claim(
    "A12d", "A non-concurrent operation needs no more than a direct call of its main().",
    origin: .article(
      .a,
      passage: .init(
        "在官方文档中指出,非并发任务,直接调用main方法即可",
        """
        The official documentation points out that a non-concurrent task needs no more \
        than a direct call of the main method
        """,
        at: 494)),
    expected: .everywhere(
      .refuted,
      because: """
        The call does the work, and only that. A cancelled operation does it as well, and one that \
        is over for its caller is never finished for those who wait. start() looks and reports.
        """),
    mutants: [
      .trace(of: "main-cancelled", "main() does not work when cancelled") {
        $0.removing(.began, of: "called").removing(.ended, of: "called")
      },
      .trace(of: "main-cancelled", "nobody had cancelled it") {
        $0.replacing(.observed, of: "called") { $0.state.remove(.cancelled) }
      },
      .trace(of: "main-cancelled", "start() works as well") {
        $0.inserting(.began, of: "started")
      },
      .trace(of: "main-cancelled", "nobody looked in the end") { $0.removing(.settled) },
    ]
  ) { runs in
    let run = try runs["main-cancelled"]
    var evidence: [Evidence] = []
    for (name, method) in [("called", "main()"), ("started", "start()")] {
      let look = try run.first(.observed, of: name, note: "cancelled; now \(method)")
      try run.require(
        look.state == [.ready, .cancelled] && run.all(.enqueued, of: name).isEmpty,
        "\(name) was cancelled before its \(method), and in no queue")
      evidence.append(look)
    }
    let body = try run.occurrence(of: .began, of: "called")
    let skipped = try run.occurrence(of: .began, of: "started")
    let ends = try ["called", "started"].map { try run.last(.settled, of: $0) }
    try run.require(
      skipped.isNever && ends[1].state.contains(.finished),
      "start() skips the work of a cancelled operation, and finishes it")
    try run.require(
      body.isNever == ends[0].state.contains(.finished), "main() does not look at anything itself")
    return .confirmed(
      if: body.isNever && ends[0].state.contains(.finished), "main() did no less than start()",
      otherwise: "cancelled, main() worked all the same, and left it '\(ends[0].state)'; start() "
        + "skipped the work and left it '\(ends[1].state)'",
      evidence + [body.evidence] + ends)
  }
}

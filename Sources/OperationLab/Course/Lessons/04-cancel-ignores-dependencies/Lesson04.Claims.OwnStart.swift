import OperationDownloads
import OperationTesting

// A start() of one's own: what it does with a cancelled operation.
extension Lesson04 {
  static let carefulStart = Claim(
    "C15b",
    """
    A start() of one's own that asks isCancelled leaves out the body of a cancelled operation, and \
    reports finished all the same.
    """,
    origin: .kit,
    expected: .everywhere(
      .confirmed,
      because: """
        It does the two things that the default start() does: it asks before the body, and it \
        ends on every path.
        """),
    mutants: [
      .passing("careless-start", as: "careful-start"),
      .trace(of: "careful-start", "it never reports finished") {
        $0.removing(.finished, of: "pour")
      },
      .trace(of: "careful-start", "it announces nothing") { $0.removing(.announced, of: "pour") },
      .trace(of: "careful-start", "it never works, cancelled or not") {
        $0.removing(.began, of: "next")
      },
      .trace(of: "careful-start", "pour was not cancelled") {
        $0.replacing(.started, of: "pour") { $0.state = [.ready] }
      },
    ]
  ) { runs in
    let run = try runs["careful-start"]
    let scene = try Scene(run)
    let look = try scene.stillBoiling(run)
    let started = try scene.startOfCancelled(run, before: look)
    let body = try run.occurrence(of: .began, of: "pour")
    let rest = try run.last(.settled, of: "pour")
    let evidence = [scene.before, started, look, body.evidence, rest]
    guard body.isNever, rest.state.contains(.finished), rest.note == "in no queue" else {
      let place = rest.state.contains(.finished) ? "finished" : "not finished"
      return Judgement(
        .refuted,
        body.isNever ? "in the end pour is \(place) and \(rest.note)" : "the body ran", evidence)
    }
    let report = try run.first(.finished, of: "pour")
    let announced = try run.announced("isFinished", by: "pour")
    try run.require(
      report.state.contains(.finished) && report.seq < announced.seq,
      "pour announced its end when it was finished")

    return Judgement(
      .confirmed, "pour finished without its body; the next one, not cancelled, did its work",
      evidence + [report, announced, try scene.bodyOfNext(run)])
  }

  static let carelessStart = Claim(
    "C15c",
    """
    A start() of one's own that does not ask isCancelled does the work of a cancelled operation, \
    before what it depends on has ended.
    """,
    origin: .kit,
    expected: .everywhere(
      .confirmed,
      because: """
        The queue starts a cancelled operation at once, and nothing but start() itself asks \
        whether it was cancelled.
        """),
    mutants: [
      .passing("careful-start", as: "careless-start"),
      .trace(of: "careless-start", "pour was not cancelled") {
        $0.replacing(.started, of: "pour") { $0.state = [.ready] }
      },
      .trace(of: "careless-start", "the body begins when boil has ended") {
        $0.movingToEnd(.ended, of: "pour").movingToEnd(.began, of: "pour")
      },
    ]
  ) { runs in
    let run = try runs["careless-start"]
    let scene = try Scene(run)
    let look = try scene.stillBoiling(run)
    let started = try scene.startOfCancelled(run, before: look)
    let body = try run.occurrence(of: .began, of: "pour")
    return .confirmed(
      if: !body.isNever && started.seq < body.evidence.seq && body.evidence.seq < look.seq,
      "the body of pour ran although it was cancelled, while boil was executing",
      otherwise: body.isNever ? "the body never began" : "the body began when boil was over",
      [scene.before, started, body.evidence, look, scene.ended])
  }
}

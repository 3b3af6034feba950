import OperationBench

extension Rule {
  package static let finishIsAnnounced: Rule = .init(
    "finish-is-announced",
    in: { $0.isPlain && $0.start != .unstarted }
  ) { life, run in
    // After start() the queue reads isFinished once, which hides a missing notification. An
    // operation in no queue depends on its own notification.
    let end = try run.end()
    guard end.isFinished else {
      throw MissingEvidence.event(.finished, subject: Life.subject, program: run.program)
    }
    let dependent = try run.ran("dependent")
    return .holds(
      "it finished, left the queue, and its dependent ran", run.work + [end, dependent.evidence],
      unless: [
        .missing(
          !end.isInNoQueue, "it is finished, and still in the queue: the queue got no notification"),
        .missing(
          dependent.isNever,
          "it is finished, and its dependent never started: there was no notification of the end"),
      ])
  }
}

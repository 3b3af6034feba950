// What judges ask about the looks that a program takes while it runs, and about its queues.
extension Run {
  /// How a subject stood when everything was at rest for the first time after that event.
  ///
  /// - Throws: ``MissingEvidence`` when nobody looked any more.
  func rest(of subject: String, after event: Evidence) throws -> Evidence {
    guard let look = all(.settled, of: subject).first(where: { $0.seq > event.seq }) else {
      throw MissingEvidence.event(.settled, subject: subject, program: program)
    }
    return look
  }

  /// The events with which these operations were put into one and the same queue.
  ///
  /// - Throws: ``MissingEvidence`` when one of them never was, when the queue or the operation was
  ///   not as the claim presupposes, or when there were several queues of that name.
  @discardableResult
  func enqueued(
    together subjects: [String], in queue: String, width: Int? = nil
  ) throws -> [Evidence] {
    let events = try subjects.map {
      try enqueued($0, in: queue, width: width, isSuspended: false, dependencies: [])
    }
    if let queues = snapshot?.queues {
      try require(queues.count { $0.name == queue } == 1, "there is one queue '\(queue)'")
    }
    return events
  }
}

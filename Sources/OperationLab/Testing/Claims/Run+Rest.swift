import OperationLab

// What judges ask about the looks that a program takes while it runs, and about its queues.
extension Run {
  /// How a subject stood when everything was at rest for the first time after that event.
  ///
  /// - Throws: ``MissingEvidence`` when nobody looked any more.
  package func rest(of subject: String, after event: Evidence) throws -> Evidence {
    guard let look = all(.settled, of: subject).first(where: { $0.seq > event.seq }) else {
      throw MissingEvidence.event(.settled, subject: subject, program: program)
    }
    return look
  }

  /// How an operation stood when everything was at rest for the first time after it was put into a
  /// queue.
  ///
  /// - Throws: ``MissingEvidence`` when it never was, or nobody looked any more.
  package func restInQueue(of subject: String) throws -> Evidence {
    try rest(of: subject, after: first(.enqueued, of: subject))
  }

  /// The events with which these operations were put into one and the same queue.
  ///
  /// - Throws: ``MissingEvidence`` when one of them never was, or when the queue or the operation was
  ///   not as the claim presupposes.
  @discardableResult
  package func enqueued(
    together subjects: [String], in queue: String, width: Int? = nil
  ) throws -> [Evidence] {
    try subjects.map {
      try enqueued($0, in: queue, width: width, isSuspended: false, dependencies: [])
    }
  }
}

import OperationLab

// What a claim presupposes must be seen in the run, or nothing is decided: a program in which nobody
// cancels says nothing about cancelling.
extension Run {
  /// Lets a judge go on only if what the claim presupposes is so in this run.
  ///
  /// - Throws: ``MissingEvidence`` otherwise, which leaves the claim undecided and says why.
  package func require(_ isSo: Bool, _ premise: String) throws {
    guard isSo else { throw MissingEvidence.premise(premise, program: program) }
  }

  /// The event with which an operation was added to a queue; `nil` stands for any queue and any
  /// `maxConcurrentOperationCount`.
  ///
  /// - Throws: ``MissingEvidence`` when it never was, or when the queue was another.
  @discardableResult
  package func enqueued(
    _ subject: String, in queue: String? = nil, width: Int? = nil
  ) throws -> Evidence {
    let event = try first(.enqueued, of: subject)
    guard let found = event.enqueueing else {
      throw MissingEvidence.premise("it is known how \(subject) was added", program: program)
    }
    if let queue { try require(found.queue == queue, "\(subject) was added to '\(queue)'") }
    if let width { try require(found.width == width, "the width was \(width) for \(subject)") }
    return event
  }
}

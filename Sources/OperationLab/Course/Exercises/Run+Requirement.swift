import OperationLab
import OperationTesting

// What requirements ask the run of a scene. What was never seen is decided by the rest at the end.
extension Run {
  /// The last event of a run in which nothing could happen any more.
  ///
  /// - Throws: ``MissingEvidence`` when that is not known.
  func rest() throws -> Evidence {
    try require(snapshot?.ending == .quiet, "everything came to rest")
    guard let last = trace.events.last else {
      throw MissingEvidence.premise("anything happened at all", program: program)
    }
    return Evidence(program: program, event: last)
  }

  /// Confirmed if there is such an event; refuted if there is none in the end.
  func happens(_ kind: Event.Kind, _ subject: String) throws -> Judgement {
    if let event = all(kind, of: subject).first {
      return Judgement(.confirmed, "\(event.event)", [event])
    }
    let end = try rest()
    return Judgement(.refuted, "\(subject) never \(kind.rawValue)", [end])
  }

  /// Confirmed if there is no such event, although everything came to rest.
  func never(_ kind: Event.Kind, _ subject: String) throws -> Judgement {
    let found = try happens(kind, subject)
    return Judgement(
      found.verdict == .confirmed ? .refuted : .confirmed, found.seen, found.evidence)
  }

  /// Confirmed if the first such event comes before the first of the other subject.
  ///
  /// - Throws: ``MissingEvidence`` when either is missing.
  func order(
    _ kind: Event.Kind, _ subject: String, before other: Event.Kind, _ second: String
  ) throws -> Judgement {
    let (one, two) = (try first(kind, of: subject), try first(other, of: second))
    let seen = one.seq < two.seq ? [one, two] : [two, one]
    return Judgement(
      one.seq < two.seq ? .confirmed : .refuted,
      seen.map { "\($0.event)" }.joined(separator: ", then "), seen)
  }

  /// Confirmed if, at the first rest after that event, the subject's state is or is not so.
  func state(
    of subject: String, after event: Evidence, has flag: OperationState, _ isSo: Bool = true
  ) throws -> Judgement {
    let look = try rest(of: subject, after: event)
    return Judgement(
      look.state.contains(flag) == isSo ? .confirmed : .refuted, "\(look.event)", [event, look])
  }

  /// Confirmed if there are exactly so many such events when everything has come to rest.
  func count(_ kind: Event.Kind, _ subject: String, is count: Int) throws -> Judgement {
    let found = all(kind, of: subject)
    return Judgement(
      found.count == count ? .confirmed : .refuted, "\(subject): \(kind.rawValue) \(found.count)×",
      found.isEmpty ? [try rest()] : found)
  }

  /// Confirmed if the learner's code came back to its caller.
  func comesBack() throws -> Judgement {
    try happens(.returned, Stage.learner)
  }
}

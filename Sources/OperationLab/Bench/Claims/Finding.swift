import OperationDoctor
import OperationLab

/// A claim with its verdict on real runs.
package struct Finding: Sendable {
  /// The statement.
  package let claim: Claim
  /// What the runs say about it.
  package let judgement: Judgement
  /// Whose verdict is expected.
  package let platform: Platform

  /// Judges the claim.
  package init(_ claim: Claim, on runs: Runs, platform: Platform = .current) {
    self.claim = claim
    self.judgement = claim.judgement(on: runs)
    self.platform = platform
  }

  /// The verdict expected on the platform.
  package var expected: Verdict { claim.expected.verdict(on: platform) }

  /// Whether the verdict is one that the claim's expectation allows there.
  package var isAsExpected: Bool { claim.expected.allows(judgement.verdict, on: platform) }

  /// Whether it differs from a guess. It was not measured on that platform, so nothing has failed.
  package var isNews: Bool {
    !isAsExpected && claim.expected.basis(on: platform) == .unmeasured
  }

  /// Whether it contradicts what was known about the platform.
  package var isFailure: Bool { !isAsExpected && !isNews }

  /// A line to send to the maintainers of this kit. `nil` if there is no news.
  package var news: String? {
    guard isNews else { return nil }
    return "\(claim.id) on \(platform.displayName): \(judgement.verdict.rawValue), our guess was "
      + "\(expected.rawValue); seen: \(judgement.seen.english)"
  }
}

/// A verdict, what was seen in a sentence, and the events that decide it.
package struct Judgement: Equatable, Sendable {
  /// Whether the statement holds here.
  package var verdict: Verdict
  /// The reason, from the events alone.
  package var seen: Phrase
  /// The events that decide, each once. Empty only when undecided.
  package var evidence: [Evidence]

  /// A verdict with its reason and its events.
  package init(_ verdict: Verdict, _ seen: Phrase, _ evidence: [Evidence]) {
    // A missing event never confirms anything, nor does it refute.
    self.verdict = evidence.isEmpty ? .undecided : verdict
    self.seen = seen
    var seenBefore: Set<Evidence> = []
    self.evidence = evidence.filter { seenBefore.insert($0).inserted }
  }

  /// Confirmed if the condition holds, else refuted, on the same evidence.
  package static func confirmed(
    if condition: Bool, _ seen: Phrase, otherwise: Phrase, _ evidence: [Evidence]
  ) -> Judgement {
    condition ? Judgement(.confirmed, seen, evidence) : Judgement(.refuted, otherwise, evidence)
  }
}

/// What the evidence of a run says about a statement. Raw values are part of the JSON.
package enum Verdict: String, Codable, CaseIterable, Sendable {
  /// The trace shows the statement to be true here.
  case confirmed
  /// The trace shows the statement to be false here.
  case refuted
  /// The trace lacks an event that would decide.
  case undecided
}

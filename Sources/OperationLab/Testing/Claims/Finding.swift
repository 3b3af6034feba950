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
      + "\(expected.rawValue); seen: \(judgement.seen)"
  }
}

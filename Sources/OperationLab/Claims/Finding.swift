/// A claim decided on real runs: what a reader is told.
public struct Finding: Sendable {
  /// The statement.
  public let claim: Claim
  /// What the runs say about it.
  public let judgement: Judgement
  /// Whose verdict is expected.
  public let platform: Platform

  /// Judges the claim.
  public init(_ claim: Claim, on runs: Runs, platform: Platform = .current) {
    self.claim = claim
    self.judgement = claim.judgement(on: runs)
    self.platform = platform
  }

  /// The verdict expected on the platform.
  public var expected: Verdict { claim.expected.verdict(on: platform) }

  /// Whether the verdict is one that the claim's expectation allows there.
  public var isAsExpected: Bool { claim.expected.allows(judgement.verdict, on: platform) }

  /// Whether it differs from what was only guessed: nobody had measured it on that platform, so
  /// nothing has failed.
  public var isNews: Bool {
    !isAsExpected && claim.expected.basis(on: platform) == .unmeasured
  }

  /// Whether it contradicts what was known about the platform.
  public var isFailure: Bool { !isAsExpected && !isNews }

  /// What to send to those who keep this kit, in one line; `nil` if there is no news.
  public var news: String? {
    guard isNews else { return nil }
    return "\(claim.id) on \(platform.displayName): \(judgement.verdict.rawValue), our guess was "
      + "\(expected.rawValue); seen: \(judgement.seen)"
  }
}

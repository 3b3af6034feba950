/// A claim decided on real runs: what a reader is told.
public struct Finding: Sendable {
  public let claim: Claim
  public let judgement: Judgement
  public let platform: Platform

  public init(_ claim: Claim, on runs: Runs, platform: Platform = .current) {
    self.claim = claim
    self.judgement = claim.judgement(on: runs)
    self.platform = platform
  }

  public var expected: Verdict { claim.expected.verdict(on: platform) }

  public var isAsExpected: Bool { claim.expected.allows(judgement.verdict, on: platform) }
}

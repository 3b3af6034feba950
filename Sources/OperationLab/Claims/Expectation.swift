/// The verdict a claim should get, on each platform, and the reason.
///
/// A refuted claim is no failure when refuted is what this platform is expected to show.
public struct Expectation: Codable, Hashable, Sendable {
  public var linux: Verdict
  public var darwin: Verdict
  /// Why, in a sentence or two.
  public var because: String

  public init(linux: Verdict, darwin: Verdict, because: String) {
    self.linux = linux
    self.darwin = darwin
    self.because = because
  }

  /// The same verdict everywhere.
  public static func everywhere(_ verdict: Verdict, because: String) -> Expectation {
    Expectation(linux: verdict, darwin: verdict, because: because)
  }

  /// The verdict expected on `platform`.
  public func verdict(on platform: Platform) -> Verdict {
    switch platform {
    case .linux: linux
    case .darwin: darwin
    }
  }

  /// Whether the platforms are expected to differ.
  public var dependsOnPlatform: Bool { linux != darwin }
}

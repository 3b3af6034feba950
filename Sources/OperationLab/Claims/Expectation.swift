/// The verdict a claim should get, on each platform, and the reason.
///
/// A refuted claim is no failure when refuted is what this platform is expected to show.
public struct Expectation: Codable, Hashable, Sendable {
  /// The verdict with swift-corelibs-foundation.
  public var linux: Verdict
  /// The verdict with Apple's Foundation.
  public var darwin: Verdict
  /// Why, in a sentence or two.
  public var because: String
  /// Whether the verdict may differ from run to run: nothing forces an order, so being confirmed
  /// and being refuted are both as expected, and repeating the lesson shows both.
  public var varies: Bool

  /// A verdict for each platform.
  public init(linux: Verdict, darwin: Verdict, varies: Bool = false, because: String) {
    self.linux = linux
    self.darwin = darwin
    self.varies = varies
    self.because = because
  }

  /// Sometimes confirmed, sometimes refuted: what is taught is that one cannot rely on it.
  public static func sometimes(because: String) -> Expectation {
    Expectation(linux: .refuted, darwin: .refuted, varies: true, because: because)
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

  /// Whether that verdict, on that platform, is what should be found.
  public func allows(_ verdict: Verdict, on platform: Platform) -> Bool {
    verdict == self.verdict(on: platform) || (varies && verdict != .undecided)
  }

  /// Whether the platforms are expected to differ.
  public var dependsOnPlatform: Bool { linux != darwin }
}

import OperationLab

/// The verdict a claim should get, on each platform, and the reason.
///
/// A refuted claim is no failure when refuted is what this platform is expected to show.
package struct Expectation: Codable, Hashable, Sendable {
  /// The verdict with swift-corelibs-foundation. Always measured.
  package var linux: Verdict
  /// The verdict with Apple's Foundation.
  package var darwin: Verdict
  /// What the verdict for macOS rests on.
  package var basis: Basis
  /// Why, in a sentence or two.
  package var because: String
  /// Whether the verdict may differ from run to run: nothing forces an order, so being confirmed
  /// and being refuted are both as expected, and repeating the lesson shows both.
  package var varies: Bool

  /// How we know what to expect on a platform.
  package enum Basis: Codable, Hashable, Sendable {
    /// Apple's documentation says so, on the page with that address.
    case documented(page: String)
    /// Somebody saw it there. Where to read of it: a log, a thread.
    case reported(String)
    /// Nobody we know of has looked: the verdict is our guess.
    case unmeasured
    /// This kit was run there.
    case measured

    /// The kind, in a word, as in the JSON.
    package var name: String {
      switch self {
      case .documented: "documented"
      case .reported: "reported"
      case .unmeasured: "unmeasured"
      case .measured: "measured"
      }
    }
  }

  /// A verdict for each platform. What is not said to rest on anything is a guess.
  package init(
    linux: Verdict, darwin: Verdict, basis: Basis = .unmeasured, varies: Bool = false,
    because: String
  ) {
    self.linux = linux
    self.darwin = darwin
    self.basis = basis
    self.varies = varies
    self.because = because
  }

  /// Sometimes confirmed, sometimes refuted: what is taught is that one cannot rely on it.
  package static func sometimes(basis: Basis = .unmeasured, because: String) -> Expectation {
    Expectation(linux: .refuted, darwin: .refuted, basis: basis, varies: true, because: because)
  }

  /// The same verdict everywhere.
  package static func everywhere(
    _ verdict: Verdict, basis: Basis = .unmeasured, because: String
  ) -> Expectation {
    Expectation(linux: verdict, darwin: verdict, basis: basis, because: because)
  }

  /// The verdict expected on `platform`.
  package func verdict(on platform: Platform) -> Verdict {
    switch platform {
    case .linux: linux
    case .darwin: darwin
    }
  }

  /// The basis of that verdict.
  package func basis(on platform: Platform) -> Basis {
    switch platform {
    case .linux: .measured
    case .darwin: basis
    }
  }

  /// Whether that verdict, on that platform, is what should be found.
  package func allows(_ verdict: Verdict, on platform: Platform) -> Bool {
    verdict == self.verdict(on: platform) || (varies && verdict != .undecided)
  }

  /// Whether the platforms are expected to differ.
  package var dependsOnPlatform: Bool { linux != darwin }
}

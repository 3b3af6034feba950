/// A language mode of the Swift compiler. Code that compiles in both may trap in only one of them.
enum LanguageMode: String, CaseIterable {
  case swift5 = "5"
  case swift6 = "6"

  /// The compiler's own mode for files that belong to no package.
  static let usual = swift5

  var other: LanguageMode { self == .swift5 ? .swift6 : .swift5 }

  /// The compiler's arguments.
  ///
  /// - Parameter checksIsolation: whether to turn on the dynamic checks of isolation, which are part of
  ///   Swift 6, in Swift 5, too. The compiler accepts code there that uses an actor on any thread.
  func arguments(checksIsolation: Bool) -> [String] {
    ["-swift-version", rawValue]
      + (self == .swift5 && checksIsolation
        ? ["-enable-upcoming-feature", "DynamicActorIsolation"] : [])
  }

  /// The expression, as it is compiled.
  ///
  /// A closure in `MainActor.assumeIsolated` belongs to the main actor unless it is `@Sendable`. Swift 5
  /// would check that when an operation calls the probe's work. Swift 6 does not.
  func code(of expression: String) -> String {
    guard self == .swift5, expression.contains("MainActor") else { return expression }
    return expression.replacing(/{(?=\s*(try[?!]?\s+|return\s+)?probe\.)/, with: "{ @Sendable in ")
      .replacing(/{\s*(?=\w+(\s*,\s*\w+)*\s+in\s)/, with: "{ @Sendable ")
  }
}

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
}

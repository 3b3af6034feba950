import OperationLab
import OperationTesting

// What becomes of an operation's dependencies when it has finished.
extension Lesson07 {
  /// crop waited for photo. Both have finished when the program asks crop twice what it depends on.
  private static func cropHasFinished(losesDependencies: Bool) -> [Trace.Condition] {
    [
      .added(
        "crop", to: "images", dependencies: ["photo"], losesDependencies: losesDependencies),
      .order(
        .added("crop"), .ended("photo"), .ended("crop"), .observed("crop"), .observed("crop").last),
      .flags(.finished, at: .observed("crop")), .flags(.finished, at: .observed("crop").last),
    ]
  }

  static let dependenciesAreCleared = Claim(
    "C20c", "When an operation is finished, its dependencies are cleared.",
    origin: .article(
      .c,
      passage: .init(
        """
        當(dāng)這個(gè)值是YES是,opearation queue才會(huì)把\
        operation移除隊(duì)列,operation的依賴關(guān)系也會(huì)被清除。
        """,
        """
        Only when this value is YES does the operation queue remove the operation from the \
        queue, and the operation's dependencies are cleared, too.
        """,
        at: 161)),
    expected: .everywhere(
      .refuted, basis: .documented(page: ApplePage.dependencies),
      because: """
        Nobody waits any more, but the list stays, and keeps alive whatever is in it: lesson 16. The \
        documentation says that only removeDependency(_:) takes an operation off it.
        """),
    Scenario(
      "forgets-dependencies",
      given: cropHasFinished(losesDependencies: true) + [
        .fact(.dependencies([]), at: .observed("crop").last)
      ],
      expect: []),
    Scenario(
      "keeps-dependencies", given: cropHasFinished(losesDependencies: false),
      expect: [
        .fact(.dependencies([]), at: .observed("crop")),
        .fact(.dependencies([]), at: .observed("crop").last),
      ]))
}

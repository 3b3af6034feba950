import OperationLab
import OperationTesting

// What the bare class does, with nothing overridden.
extension Lesson01 {
  static let bareIsEmpty = Claim(
    "A02b", "The start() and main() of Operation itself are empty: they do nothing.",
    origin: .article(
      .a,
      passage: .init(
        "但NSOperation类的这两个方法是空方法,没有干任何事情",
        "But these two methods of the class NSOperation are empty methods, they do nothing",
        at: 63)),
    expected: .everywhere(
      .refuted,
      basis: .documented(page: ApplePage.start),
      because: """
        Only main() is empty. start() keeps the books: it sets executing, calls main(), and reports \
        finished. That is why overriding main() is enough.
        """),
    in: "bare",
    given: calledByHand("called") + calledByHand("started") + [
      .isInstance("called", of: "Operation"), .isInstance("started", of: "Operation"),
      .neverCancelled("called", "started"),
      .state(.ready, at: .observed("called")), .state(.ready, at: .observed("started")),
    ],
    expect: [
      .state(.ready, at: afterCall("called")), .state(.ready, at: afterCall("started")),
    ])

  static let bareCannotBeUsed = Claim(
    "C01b", "NSOperation is abstract and cannot be used directly.",
    origin: .article(
      .c,
      passage: .init(
        "NSOperation是一個(gè)抽象類。不能直接使用。",
        "NSOperation is an abstract class. It cannot be used directly.",
        at: 2,
        alsoOn: ApplePage.operation)),
    expected: .everywhere(
      .refuted,
      basis: .reported("Open Radar 32541724"),
      because: """
        It can be made, started and put into a queue; it finishes like any other. It has no work \
        to do, which is all that "abstract" means here. The article itself uses one as a token: \
        lesson 21.
        """),
    in: "bare",
    given: [
      .isInstance("queued", of: "Operation"),
      .added("queued", to: "downloads", dependencies: []), .neverCancelled("queued"),
    ],
    expect: [
      .not(
        .all(
          "it finished, left its queue, and its completion block ran",
          .flags(.finished, at: .settled("queued")), .place(nil, at: .settled("queued")),
          .happens(.completed("queued"))))
    ])
}

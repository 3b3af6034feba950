import OperationDownloads
import OperationTesting

// What cancelling does not do, and isCancelled overridden.
extension Lesson12 {
  static let cancelRemoves = Claim(
    "C28b", "An operation in a queue is removed from it when it is cancelled.",
    origin: .article(
      .c,
      passage: .init(
        "文檔里提到了在隊(duì)列里的operation被取消或完成時(shí)會(huì)從隊(duì)列里移除。",
        """
        The documentation mentions that an operation in a queue is removed from the queue \
        when it is cancelled or finishes.
        """,
        at: 634,
        but: """
          Apple's page once said: "until it is explicitly canceled or finishes executing its task". \
          Today's says: until it finishes its task.
          """)),
    expected: .everywhere(
      .refuted, basis: .documented(page: ApplePage.queue),
      because: """
        Only finishing takes it out. The article measures so itself a few lines further on: \
        "因此取消operation并不會把operation從operation queue里移除" (claim C28).
        """),
    in: "cancelled",
    given: cancelledBehindFirst + [
      .order(idleAfterCancel, .finished("second")), .flags(not: .finished, at: idleAfterCancel),
      .place(nil, at: .settled("second")),
    ],
    expect: [.place(nil, at: idleAfterCancel)])

  static let mustOverrideCancelled = Claim(
    "A13b", "A subclass of one's own needs to override isCancelled.",
    origin: .article(
      .a,
      passage: .init(
        "只读属性任务是否取消,如果自定义子类,需要重写该属性",
        """
        Read-only property, whether the task is cancelled; a custom subclass needs to \
        override this property
        """,
        at: 78)),
    expected: .everywhere(
      .refuted,
      basis: .documented(page: ApplePage.operation),
      because: """
        cancel() keeps a flag that isCancelled already reads. Whoever overrides it with a variable \
        of their own, and forgets to set that, has an operation that cannot be cancelled.
        """),
    // Refuted by a subclass that overrides nothing, whose start() sees the cancellation and skips
    // the work. The other shows what an override does.
    Scenario(
      "cancelled", given: cancelledBehindFirst,
      expect: [
        .any(
          .flags(not: .cancelled, at: .started("second")), .happens(.began("second")))
      ]),
    Scenario(
      "own-is-cancelled",
      given: [
        .added(["first", "second", "third"], to: "downloads", width: 1, dependencies: []),
        .order(
          .added("second"), inheritedCancelled, .started("second"),
          .observed("second").after(.started("second")), .began("second")),
        .flags(not: .cancelled, at: inheritedCancelled),
        .flags(not: .cancelled, at: .started("second")),
        .sameThread(
          .started("second"), .observed("second").after(.started("second")), .began("second")),
      ],
      expect: []))
}

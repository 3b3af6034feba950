import OperationDownloads
import OperationTesting

extension Lesson10 {
  static let wholeContract = Claim(
    "C25",
    """
    An asynchronous subclass overrides start, isAsynchronous, isExecuting, isFinished, and never \
    calls super.start().
    """,
    origin: .article(
      .c,
      passage: .init(
        "如果要用start方法開啟一個(gè)異步地任務(wù),則至少需要重寫下面的方法",
        """
        to set an asynchronous task going with start, at least the following methods must \
        be overridden
        """,
        at: 64)),
    expected: .everywhere(
      .confirmed, basis: .documented(page: ApplePage.operation),
      because: """
        The inherited getters and the inherited start() speak of main() only. Without isExecuting \
        the operation denies that it works; with super.start(), main() is called twice. \
        (isAsynchronous is for readers: no queue asks it.)
        """),
    Scenario(
      "whole", given: endsLater,
      expect: [
        .fact(.mark(answers(isAsynchronous: true, inheritedIsFinished: false)), at: lookAtWork),
        requestsGoOut(1), .state([.ready, .executing], at: idleAtWork),
        .state([.ready, .finished], at: .settled("first")), .place(nil, at: .settled("first")),
      ]),
    Scenario("no-is-executing", given: endsLater, expect: [.state([.ready], at: idleAtWork)]),
    Scenario(
      "super-start",
      given: endsLater + [
        .fact(.mark(answers(isAsynchronous: true, inheritedIsFinished: true)), at: lookAtWork)
      ],
      expect: [requestsGoOut(2)]))

  static let endMustBeAnnounced = Claim(
    "C26a",
    """
    It must notify the change of isFinished; without the notification the queue does not learn of \
    the end.
    """,
    origin: .article(
      .c,
      passage: .init(
        """
        自定義并發(fā)的NSOperation時(shí),必須要重寫這個(gè)屬性。\
        當(dāng)你改變這個(gè)屬性時(shí),需要手動(dòng)生成kvo通知
        """,
        """
        in a concurrent NSOperation of your own this property must be overridden; when you \
        change it, the KVO notification must be made by hand
        """,
        at: 131)),
    expected: .everywhere(
      .confirmed, basis: .documented(page: ApplePage.operation),
      because: """
        A queue does not keep asking. On Linux it asks once more when start() returns, which hides \
        the mistake in operations that end before that; this one ends later.
        """),
    Scenario(
      "no-notification", given: endsLater + announcesEnd(as: nil),
      expect: [
        .state([.ready, .finished], at: .settled("first")),
        .place("downloads", at: .settled("first")), .stuck("first", .finishNotAnnounced),
        .never(.started("next")), .stuck("next", .noFreeSlot, waitsFor: ["first"]),
      ]),
    Scenario(
      "whole", given: endsLater + announcesEnd(as: "isFinished"),
      expect: [.order(.announced("isFinished", by: "first"), .started("next"))]))

  static let executingIsForOthers = Claim(
    "C26b",
    "... while that of isExecuting is not for the queue, which gets past the operation without it.",
    origin: .kit,
    expected: .everywhere(
      .confirmed,
      because: """
        A queue waits for isFinished alone. isExecuting is for everybody else: whoever watches \
        or asks is told that the operation does nothing. Announce it all the same.
        """),
    in: "no-is-executing",
    given: endsLater + announcesEnd(as: "isFinished") + [
      .never(.announced("isExecuting", by: "first")), .state([.ready], at: idleAtWork),
    ],
    expect: [.happens(.started("next")), .place(nil, at: .settled("first"))])

  static let statesWhileItRuns = Claim(
    "A14",
    "While it runs: executing 1, finished 0, in the queue 1; afterwards 0, 1, 0.",
    origin: .article(
      .a,
      passage: .init(
        "MyOperation Cancel:0 Executing:1 Finished:0 QueueOperationCount:1",
        "as printed while it runs; afterwards: Executing:0 Finished:1 QueueOperationCount:0",
        at: 671)),
    expected: .everywhere(
      .confirmed, basis: .reported("the output that article A prints"),
      because: "The getters say what the subclass says, and the queue believes them."),
    in: "article",
    given: [
      .added("first", to: "downloads", dependencies: []),
      .differentThreads(.added("first"), .started("first")),
      .order(.added("first"), .started("first"), meanwhile, .returned("first"), afterwards),
    ],
    expect: [
      .flags(.executing, not: .finished, at: meanwhile), .fact(.mark(inQueue(1)), at: meanwhile),
      .flags(.finished, not: .executing, at: afterwards), .fact(.mark(inQueue(0)), at: afterwards),
    ])

  static let aliasesAreEnough = Claim(
    "A15",
    "Posting the keys executing/finished instead of isExecuting/isFinished is enough.",
    origin: .article(
      .a,
      passage: .init(
        #"[self didChangeValueForKey:@"executing"]"#,
        "the program announces this key and finished, and no others",
        at: 791)),
    expected: .everywhere(
      .confirmed, basis: .reported("Paulo Andrade, NSOperation KVO Pitfall, 2018"),
      because: """
        Foundation on Linux knows both spellings. The documentation promises only isExecuting and \
        isFinished; it is reported that on iOS 9 the short ones did not do, and on iOS 11 they did.
        """),
    in: "alias-keys",
    given: endsLater + announcesEnd(as: "finished") + [
      .order(.announced("executing", by: "first"), .returned("first")),
      .never(.announced("isExecuting", by: "first")),
    ],
    expect: [.place(nil, at: .settled("first")), .happens(.started("next"))])
}

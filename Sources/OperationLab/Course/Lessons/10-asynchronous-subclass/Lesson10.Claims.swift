import OperationDownloads
import OperationLab
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

// What the claims presuppose: an operation that ends later, and two threads at once.
extension Lesson10 {
  /// The process was idle after `start()` of first had returned, and before its transfer answered.
  static let idleAtWork: Trace.Moment = .settled("first", after: .returned("first"))

  /// The program read at that time what first returns.
  static let lookAtWork: Trace.Moment = .observed("first").after(idleAtWork)

  /// first is in a queue of one slot with next behind it. Its `start()` has returned, and it ends
  /// later, on another thread.
  static let endsLater: [Trace.Condition] = [
    .added(["first", "next"], to: "downloads", width: 1, dependencies: []),
    .order(.started("first"), .returned("first"), idleAtWork, lookAtWork, .finished("first")),
    .differentThreads(.started("first"), .finished("first")),
    .place("downloads", at: idleAtWork), .flags(.finished, at: .finished("first")),
  ]

  /// first posted the notification of its end under that key, and under no other that its queue
  /// might know. Without a key it posted none.
  static func announcesEnd(as key: String?) -> [Trace.Condition] {
    let others: [String] = ["isFinished", "finished"].filter { $0 != key }
    let silence = others.map { Trace.Condition.never(.announced($0, by: "first")) }
    guard let key else { return silence }
    return silence + [.happens(.announced(key, by: "first").after(.finished("first")))]
  }

  /// first sent so many requests.
  static func requestsGoOut(_ count: Int) -> Trace.Condition {
    Trace.Condition("\(count) requests went out") { run in
      let requests = run.all(.noted, of: "first").filter { $0.mark == requestGoesOut }
      return .init(requests.count == count, "\(requests.count) requests went out", requests)
    }
  }

  /// Another thread ended the work before `start()` had returned.
  static func overtaken(executing: Trace.Moment) -> [Trace.Condition] {
    [
      .added("first", to: "downloads", dependencies: []),
      .sameThread(.started("first"), .marked(requestGoesOut, by: "first"), executing),
      .differentThreads(.started("first"), .finished("first")),
      .state([.ready, .finished], at: .finished("first")),
      .order(.marked(requestGoesOut, by: "first"), .finished("first"), .returned("first")),
    ]
  }

  /// The program read the state of first before that property changed.
  static func beforeChange(of key: String) -> Trace.Moment {
    .event(.observed, of: "first", .mark(isAboutToChange(key)))
  }

  /// The transfer was about to end first when another thread cancelled it. A further cancel() came
  /// when first had finished, and delivered nothing.
  static let twoWantToEnd: [Trace.Condition] = [
    .added("first", to: "downloads", dependencies: []),
    .state([.ready, .executing, .cancelled], at: .cancelled("first")),
    .order(
      .started("first"), .marked(wants("a picture"), by: "first"), .cancelled("first"),
      .marked(wants("an error"), by: "first"), .marked(wants("an error"), by: "first").last),
    .differentThreads(
      .marked(wants("a picture"), by: "first"), .marked(wants("an error"), by: "first")),
    .sameThread(.cancelled("first"), .marked(wants("an error"), by: "first")),
    .order(
      .cancelled("first"), .finished("first"), .marked(wants("an error"), by: "first").last),
    .each(["a picture", "an error"]) { result in
      [
        .ifEver(
          .marked(delivers(result), by: "first"),
          .order(
            .marked(delivers(result), by: "first").last,
            .marked(wants("an error"), by: "first").last))
      ]
    },
  ]

  /// first was cancelled before its queue started it. It did no work, and finished.
  static let cancelledBeforeStart: [Trace.Condition] = [
    .added("first", to: "downloads"), .state([.ready, .cancelled], at: .started("first")),
    .never(.marked(step(1), by: "first")),
    .state([.ready, .finished, .cancelled], at: .settled("first")),
    .place(nil, at: .settled("first")),
  ]

  /// next read the state of first when first had posted isFinished.
  static let nextLooksAtTheEnd: [Trace.Condition] = [
    .added(["first", "next"], to: "downloads", width: 1, dependencies: []),
    .order(.announced("isFinished", by: "first"), .observed("look")),
    .flags(.finished, at: .observed("look")),
  ]

  /// The program looked at first and its queue while `start()` was at work.
  static let meanwhile: Trace.Moment = .observed("first").after(.marked(step(1), by: "first"))

  /// The program looked again when the process was idle after `start()` had returned.
  static let afterwards: Trace.Moment = .observed("first").after(idleAtWork)
}

// The claims of lesson 10 about two threads at once.
extension Lesson10 {
  static let startRace = Claim(
    "C27",
    """
    With the article's own start(), which detaches the thread first and sets executing afterwards, \
    the operation can end up executing and finished.
    """,
    origin: .kit,
    expected: .everywhere(
      .confirmed,
      because: """
        The new thread may be through before the old one goes on. Then the late 'executing' \
        overwrites the end. Setting it before the work begins leaves no such moment.
        """),
    Scenario(
      "set-after-detaching",
      given: overtaken(executing: .announced("isExecuting", by: "first").last) + [
        .flags(not: .executing, at: .marked(requestGoesOut, by: "first")),
        .order(.finished("first"), .announced("isExecuting", by: "first").last),
      ],
      expect: [.state([.ready, .executing, .finished], at: .settled("first"))]),
    Scenario(
      "set-before-detaching",
      given: overtaken(executing: .announced("isExecuting", by: "first")) + [
        .order(.announced("isExecuting", by: "first"), .marked(requestGoesOut, by: "first")),
        .flags(.executing, at: .marked(requestGoesOut, by: "first")),
      ],
      expect: [.state([.ready, .finished], at: .settled("first"))]))

  static let observersPost = Claim(
    "D01a",
    """
    Property observers post the notifications at the right moments: just before and just after \
    the change.
    """,
    origin: .article(
      .d,
      passage: .init(
        "willSet { willChangeValue(forKey: \"isFinished\") }",
        "the observer before the change; the one after it is didSet { didChangeValue(...) }",
        at: 234,
        but: """
          The article calls this simpler. That it posts at the right moments is what its code \
          relies on.
          """)),
    expected: .everywhere(
      .confirmed,
      because: "willSet runs with the old value still in place, didSet with the new one."),
    in: "observers",
    given: endsLater + announcesEnd(as: "isFinished") + [
      .fact(.mark(inDidSet), at: .finished("first"))
    ],
    expect: [
      .flags(not: .finished, at: beforeChange(of: "isFinished")),
      .order(
        beforeChange(of: "isFinished"), .finished("first"),
        .announced("isFinished", by: "first")),
      .sameThread(beforeChange(of: "isFinished"), .announced("isFinished", by: "first")),
      .flags(not: .executing, at: beforeChange(of: "isExecuting")),
      .order(
        beforeChange(of: "isExecuting"), .announced("isExecuting", by: "first"),
        .returned("first")),
      .happens(.started("next")),
    ])

  static let observersAreUnsound = Claim(
    "D01b",
    "... and they are a sound way to do so when two threads may end the operation.", origin: .kit,
    expected: .everywhere(
      .refuted,
      because: """
        Nothing keeps the second thread out between the question and the change, nor a reader \
        out of the change itself (a data race). A plain lock around them would be held during \
        the announcement, and never let go; a recursive one gets through, at a price (E07c).
        """),
    Scenario(
      "observers-two-ends", given: twoWantToEnd,
      expect: [
        .times(1, .finished, of: "first"),
        .any(
          .never(.marked(delivers("a picture"), by: "first")),
          .never(.marked(delivers("an error"), by: "first"))),
      ]),
    // With one lock it ends once: it posts isExecuting twice and isFinished once.
    Scenario(
      "one-lock",
      given: twoWantToEnd + [
        .happens(.marked(delivers("a picture"), by: "first")),
        .never(.marked(delivers("an error"), by: "first")), .times(1, .finished, of: "first"),
        .happens(.announced("isFinished", by: "first")), .times(3, .announced, of: "first"),
      ],
      expect: []))
}

/// What lesson 10 has to say of article A's `MyOperation` and `finishTask()`, and of
/// `isAsynchronous`.
extension Lesson10 {
  static let myOperationIsConcurrent = Claim(
    "A14b", "Article A's MyOperation is concurrent, as its isAsynchronous says.",
    origin: .article(
      .a,
      passage: .init(
        "- (BOOL)isAsynchronous{    return YES;}",
        "MyOperation says that it is asynchronous",
        at: 620)),
    expected: .everywhere(
      .refuted,
      because: """
        All its work is in start(), on the thread of whoever calls it. Started by hand it blocks \
        its caller; in a queue it blocks one of the queue's threads.
        """),
    in: "blocks-its-thread",
    given: [
      .never(.enqueued, of: ["first"]),
      .sameThread(
        .event(.noted, of: "first", .type("MyOperation", isAsynchronous: true)),
        .started("first"), .observed("first").last),
    ],
    // Refuted only if all the work was done on the thread of start(), which returned after it.
    expect: [
      .any(
        .order(.returned("first"), .marked(step(2), by: "first")),
        .differentThreads(.started("first"), .marked(step(1), by: "first")),
        .differentThreads(.started("first"), .marked(step(2), by: "first")))
    ])

  static let executesAlthoughCancelled = Claim(
    "A14c",
    """
    It sets executing before it asks isCancelled: cancelled before its start, it tells everybody \
    that it executes all the same.
    """,
    origin: .kit,
    expected: .everywhere(
      .confirmed,
      because: """
        The order of the lines decides. Ask first: then there is one announcement, that of the end.
        """),
    Scenario(
      "executes-first", given: cancelledBeforeStart,
      expect: [
        .order(.announced("isExecuting", by: "first"), .observed("first")),
        .flags([.executing, .cancelled], at: .observed("first")),
      ]),
    Scenario(
      "asks-first", given: cancelledBeforeStart,
      expect: [
        .never(.announced("isExecuting", by: "first")),
        .flags(not: .executing, at: .observed("first")),
      ]))

  static let finishedAndExecuting = Claim(
    "A15b",
    """
    finishTask() posts finished before executing: whoever is told of the end may find the operation \
    executing and finished at once.
    """,
    origin: .kit,
    expected: .everywhere(
      .confirmed,
      because: """
        The queue goes on as soon as it is told, on another thread, while finishTask() is between \
        its two lines. Take executing back first, or both in one step.
        """),
    Scenario(
      "finished-first",
      given: nextLooksAtTheEnd + [
        .order(
          .announced("isExecuting", by: "first"), .announced("isFinished", by: "first"),
          .announced("isExecuting", by: "first").last)
      ],
      expect: [.flags(.executing, at: .observed("look"))]),
    Scenario(
      "executing-first",
      given: nextLooksAtTheEnd + [
        .order(
          .announced("isExecuting", by: "first"), .announced("isExecuting", by: "first").last,
          .announced("isFinished", by: "first"))
      ],
      expect: [.flags(not: .executing, at: .observed("look"))]))

  static let mayStaySynchronous = Claim(
    "C03c",
    """
    An operation may override start(), executing and finished and leave asynchronous alone, as \
    SDWebImage's does.
    """,
    origin: .article(
      .c,
      passage: .init(
        "SDWebImageDownloaderOperation重寫了start方法和executing、finished屬性,但是沒有重寫asynchronous屬性。",
        """
        SDWebImageDownloaderOperation overrides the start method and the properties \
        executing and finished, but does not override the property asynchronous.
        """,
        at: 910)),
    expected: .everywhere(
      .confirmed,
      basis: .documented(page: ApplePage.operation),
      because: """
        A queue never asks isAsynchronous: lesson 1. Whoever starts operations by hand may, and is \
        then told something wrong.
        """),
    in: "no-is-asynchronous",
    given: endsLater + announcesEnd(as: "isFinished") + [
      .fact(.mark(answers(isAsynchronous: false, inheritedIsFinished: false)), at: lookAtWork)
    ],
    expect: [
      .state([.ready, .executing], at: idleAtWork), .place(nil, at: .settled("first")),
      .happens(.started("next")),
    ])
}

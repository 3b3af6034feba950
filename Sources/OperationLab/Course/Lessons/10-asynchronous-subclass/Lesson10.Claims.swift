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
        "如果要用start方法開啟一個異步地任務,則至少需要重寫下面的方法",
        """
        to set an asynchronous task going with start, at least the following methods must \
        be overridden
        """,
        at: 64)),
    expected: .everywhere(
      .confirmed, basis: .documented(page: ApplePage.operation),
      because: """
        The inherited properties and the inherited start() know only main(). Without isExecuting \
        the operation looks idle while it works. With super.start(), main() runs twice. No queue \
        reads isAsynchronous.
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
    An asynchronous subclass must post a KVO notification when isFinished changes. Without it the \
    queue does not notice that the operation is finished.
    """,
    origin: .article(
      .c,
      passage: .init(
        """
        自定義并發的NSOperation時,必須要重寫這個屬性。\
        當你改變這個屬性時,需要手動生成kvo通知
        """,
        """
        in a concurrent NSOperation of your own this property must be overridden; when you \
        change it, the KVO notification must be made by hand
        """,
        at: 131)),
    expected: .everywhere(
      .confirmed, basis: .documented(page: ApplePage.operation),
      because: """
        A queue does not poll isFinished. On Linux it reads the property once when start() returns, \
        which hides the mistake in operations that finish before that. This one finishes later.
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
    "A queue starts the next operation even if this one never posts isExecuting.",
    origin: .kit,
    expected: .everywhere(
      .confirmed,
      because: """
        A queue waits only for isFinished. isExecuting is for other code, such as a progress bar, \
        which sees an idle operation here. So post it anyway.
        """),
    in: "no-is-executing",
    given: endsLater + announcesEnd(as: "isFinished") + [
      .never(.announced("isExecuting", by: "first")), .state([.ready], at: idleAtWork),
    ],
    expect: [.happens(.started("next")), .place(nil, at: .settled("first"))])

  static let statesWhileItRuns = Claim(
    "A14",
    "While it runs, executing is 1, finished 0, and the queue holds 1. Afterwards: 0, 1, 0.",
    origin: .article(
      .a,
      passage: .init(
        "MyOperation Cancel:0 Executing:1 Finished:0 QueueOperationCount:1",
        "as printed while it runs, and afterwards: Executing:0 Finished:1 QueueOperationCount:0",
        at: 671)),
    expected: .everywhere(
      .confirmed, basis: .reported("the output that article A prints"),
      because: "The properties return what the subclass stores, and the queue reads them."),
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
        "the program posts this key and finished, and no others",
        at: 791)),
    expected: .everywhere(
      .confirmed,
      because: """
        Foundation on Linux knows both spellings. The documentation promises only isExecuting and \
        isFinished.
        """),
    in: "alias-keys",
    given: endsLater + announcesEnd(as: "finished") + [
      .order(.announced("executing", by: "first"), .returned("first")),
      .never(.announced("isExecuting", by: "first")),
    ],
    expect: [.place(nil, at: .settled("first")), .happens(.started("next"))])
}

// The claims of lesson 10 about notifications that are missing or have another key.
extension Lesson10 {
  static let unannouncedEndIsNoticed = Claim(
    "C26c",
    """
    If an operation finishes before its start() returns, its queue notices that without a \
    notification, and removes it.
    """,
    origin: .kit,
    expected: .everywhere(
      .confirmed,
      basis: .reported("robertmryan/Operation-Test-Swift, README"),
      because: """
        The queue on Linux reads isFinished once when start() returns. Reports say that the mistake \
        does not show on Apple's platforms either. The documentation promises no such check and \
        demands the notification, so post it always.
        """),
    in: "silent-in-time",
    given: announcesEnd(as: nil) + [
      .added(["first", "next"], to: "downloads", width: 1, dependencies: []),
      .order(.started("first"), .finished("first"), .returned("first")),
      .sameThread(.started("first"), .finished("first")),
      .flags(.finished, at: .finished("first")),
      .fact(.mark(inheritedIsFinished(false)), at: .observed("first")),
      .any(.happens(.started("next")), .stuck("next", .noFreeSlot, waitsFor: ["first"])),
    ],
    expect: [.place(nil, at: .settled("first")), .happens(.started("next"))])

  static let ownKeyIsUnknown = Claim(
    "C26d", "A queue does not notice a notification for a subclass's own property, such as state.",
    origin: .kit,
    expected: .everywhere(
      .confirmed,
      because: """
        The queue observes isFinished. On Apple's platforms a class can declare that isFinished \
        depends on its own property. On Linux nothing reads such a declaration.
        """),
    in: "own-key", given: endsLater + announcesEnd(as: "state"),
    expect: [
      .flags(.finished, at: .settled("first")), .place("downloads", at: .settled("first")),
      .stuck("first", .finishNotAnnounced), .never(.started("next")),
      .stuck("next", .noFreeSlot, waitsFor: ["first"]),
    ])
}

// The premises: an operation that finishes later, and two threads at once.
extension Lesson10 {
  /// The process was idle after `start()` of first had returned, and before its transfer answered.
  static let idleAtWork: Trace.Moment = .settled("first", after: .returned("first"))

  /// The program read at that time what first returns.
  static let lookAtWork: Trace.Moment = .observed("first").after(idleAtWork)

  /// first is in a queue of one slot with next behind it. It finishes on another thread, after its
  /// `start()` has returned.
  static let endsLater: [Trace.Condition] = [
    .added(["first", "next"], to: "downloads", width: 1, dependencies: []),
    .order(.started("first"), .returned("first"), idleAtWork, lookAtWork, .finished("first")),
    .differentThreads(.started("first"), .finished("first")),
    .place("downloads", at: idleAtWork), .flags(.finished, at: .finished("first")),
  ]

  /// first posted that key when it finished, and no other key that its queue knows. Without a key
  /// it posted none.
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

  /// Another thread finished the operation before `start()` had returned.
  static func finishedInsideStart(executing: Trace.Moment) -> [Trace.Condition] {
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

  /// The transfer was about to finish first when another thread cancelled it. A later cancel()
  /// found first finished, and delivered nothing.
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

  /// The program read the state of first and of its queue while `start()` worked.
  static let meanwhile: Trace.Moment = .observed("first").after(.marked(step(1), by: "first"))

  /// The program read them again when the process was idle after `start()` had returned.
  static let afterwards: Trace.Moment = .observed("first").after(idleAtWork)
}

// The claims of lesson 10 about two threads at once.
extension Lesson10 {
  static let startRace = Claim(
    "C27",
    """
    Article C's start() begins the work on another thread and then sets executing. So the operation \
    can remain executing after it has finished.
    """,
    origin: .kit,
    expected: .everywhere(
      .confirmed,
      because: """
        The new thread can finish the operation before start() sets executing. If start() sets \
        executing before it begins the work, this cannot happen.
        """),
    Scenario(
      "set-after-detaching",
      given: finishedInsideStart(executing: .announced("isExecuting", by: "first").last) + [
        .flags(not: .executing, at: .marked(requestGoesOut, by: "first")),
        .order(.finished("first"), .announced("isExecuting", by: "first").last),
      ],
      expect: [.state([.ready, .executing, .finished], at: .settled("first"))]),
    Scenario(
      "set-before-detaching",
      given: finishedInsideStart(executing: .announced("isExecuting", by: "first")) + [
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
        "the observer before the change, and didSet { didChangeValue(...) } after it",
        at: 234,
        but: """
          The article calls this simpler. Its code relies on the right moments.
          """)),
    expected: .everywhere(
      .confirmed,
      because: "The property has the old value in willSet, and the new one in didSet."),
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
    "Property observers are safe if two threads may finish the operation.", origin: .kit,
    expected: .everywhere(
      .refuted,
      because: """
        A second thread can come between the check and the change, and another can read during \
        the change, which is a data race. If a lock guards the assignment, the notification is \
        posted with the lock held. That deadlocks if the getter takes the lock, too (lesson 15).
        """),
    Scenario(
      "observers-two-ends", given: twoWantToEnd,
      expect: [
        .times(1, .finished, of: "first"),
        .any(
          .never(.marked(delivers("a picture"), by: "first")),
          .never(.marked(delivers("an error"), by: "first"))),
      ]),
    // With one lock it finishes once: it posts isExecuting twice and isFinished once.
    Scenario(
      "one-lock",
      given: twoWantToEnd + [
        .happens(.marked(delivers("a picture"), by: "first")),
        .never(.marked(delivers("an error"), by: "first")), .times(1, .finished, of: "first"),
        .happens(.announced("isFinished", by: "first")), .times(3, .announced, of: "first"),
      ],
      expect: []))
}

// The claims of lesson 10 about article A's `MyOperation` and about `isAsynchronous`.
extension Lesson10 {
  static let myOperationIsConcurrent = Claim(
    "A14b", "Article A's MyOperation is concurrent: its isAsynchronous is true.",
    origin: .article(
      .a,
      passage: .init(
        "- (BOOL)isAsynchronous{    return YES;}",
        "MyOperation returns true",
        at: 620,
        but: """
          These are words of its code. The article presents MyOperation as its example of a \
          concurrent operation.
          """)),
    expected: .everywhere(
      .refuted,
      because: """
        All its work is in start(). If you call start() yourself, it blocks your thread. In a queue \
        it blocks one of the queue's threads.
        """),
    in: "blocks-its-thread",
    given: [
      .never(.enqueued, of: ["first"]),
      .sameThread(
        .event(.noted, of: "first", .type(name: "MyOperation", isAsynchronous: true)),
        .started("first"), .observed("first").last),
    ],
    // Refuted only if all the work was done on the thread of start(), which returned after it.
    expect: [
      .any(
        .order(.returned("first"), .marked(step(2), by: "first")),
        .differentThreads(.started("first"), .marked(step(1), by: "first")),
        .differentThreads(.started("first"), .marked(step(2), by: "first")))
    ])

  static let mayStaySynchronous = Claim(
    "C03c",
    """
    An operation may override start(), executing and finished but not asynchronous, as SDWebImage's \
    downloader does.
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
        A queue never reads isAsynchronous (lesson 1). Code that starts operations by hand may read \
        it, and gets a wrong answer.
        """),
    in: "no-is-asynchronous",
    given: endsLater + announcesEnd(as: "isFinished") + [
      .fact(.mark(answers(isAsynchronous: false, inheritedIsFinished: false)), at: lookAtWork)
    ],
    expect: [
      .state([.ready, .executing], at: idleAtWork), .place(nil, at: .settled("first")),
      .happens(.started("next")),
    ])

  static let progressCountsMain = Claim(
    "A21c",
    """
    The progress of a queue counts operations whose inherited start() has run main(). One that \
    overrides start(), or is cancelled before its start, does not count.
    """,
    origin: .documentation(page: ApplePage.progress),
    expected: .everywhere(
      .confirmed, basis: .documented(page: ApplePage.progress),
      because:
        "The inherited start() counts when main() has returned. If cancelled, it skips main()."
    ),
    in: "progress",
    given: ["block", "cancelled", "own start"].flatMap { name -> [Trace.Condition] in
      [
        .added(name, to: "downloads"), .flags(.finished, at: .settled(name)),
        .order(.firstSettled(name), .marked(like: units(0), by: name)),
      ]
    } + [
      .order(.cancelled("cancelled"), .added("cancelled")), .neverCancelled("block", "own start"),
      .happens(.began("block"), .started("own start")),
    ],
    expect: ["block", "cancelled", "own start"].map { .happens(.marked(units(1), by: $0)) })
}

import OperationTesting

// Many pictures: the kit's manager, and article D's.
extension Lesson20 {
  static let limits = Claim(
    "D06a", "The manager limits how many downloads run at a time.",
    origin: .article(
      .d,
      passage: .init(
        "我们还可以简单的设置最大并发下载数量",
        "we can also easily set how many downloads run at a time",
        at: 724)),
    expected: .everywhere(
      .confirmed,
      because: """
        It puts them into a queue with a width, and each is finished only when its transfer is. \
        The third request reaches the server when one of the first two has ended.
        """),
    in: "manager",
    given: [.order(firstRequests, .marked(remembers(six), by: "manager"), cancelsTwo)],
    expect: [
      .fact(.mark(serverWasAsked(for: "/1 /2")), at: firstRequests),
      .each(["picture 1 server", "picture 2 server"]) {
        [.order(.marked(isAsked, by: $0), cancelsTwo)]
      },
      .each(["picture 3 server", "picture 4 server"]) {
        [.order(cancelsTwo, .marked(isAsked, by: $0))]
      },
    ])

  static let cancelsOne = Claim(
    "D06b", "... cancels one by its address",
    origin: .article(
      .d,
      passage: .init(
        "guard let op = operations[url], !op.isFinished else { return }",
        "cancelLoadingUrl(_:) finds the operation by its address",
        at: 946)),
    expected: .everywhere(
      .confirmed,
      because: "It finds the operation in a table by address, and cancels that one."),
    in: "manager",
    given: [
      .order(.marked(isAsked, by: "picture 1 server"), cancelsTwo),
      .order(
        .marked(isAsked, by: "picture 2 server"), cancelsTwo,
        .marked(connectionIsGone, by: "picture 2 server"), cancelsEach),
      .noTimeout,
    ],
    expect: [
      .order(cancelsTwo, .marked(getsError("cancelled"), by: "picture 2"), cancelsEach),
      .marks([getsError("cancelled")], by: "picture 2"),
      .marks([getsError("cancelled")], by: "picture 2 again"),
      .marks([getsPicture], by: "picture 1"),
    ])

  static let cancelsAll = Claim(
    "D06c", "... cancels all",
    origin: .article(
      .d,
      passage: .init(
        "queue.cancelAllOperations()",
        "cancelAll() cancels all operations of its queue",
        at: 983)),
    expected: .everywhere(
      .confirmed,
      because: """
        Those that run end at once; those that wait for a slot end without a request. The kit's \
        manager cancels the waiting ones first: each slot that is freed would start one of them.
        """),
    in: "manager",
    given: [
      .each(["picture 3", "picture 4"]) {
        [
          .order(
            .marked(isAsked, by: "\($0) server"), cancelsEach,
            .marked(connectionIsGone, by: "\($0) server"))
        ]
      },
      .each((3...6).map { "picture \($0)" }) {
        [.order(cancelsEach, .marked(getsError("cancelled"), by: $0))]
      },
      .noTimeout,
    ],
    expect: [
      .each((3...6).map { "picture \($0)" }) { [.marks([getsError("cancelled")], by: $0)] },
      // In the other order the queue would start one that waits in each slot that is freed.
      .each(["picture 5", "picture 6"]) { waiting in
        ["picture 3", "picture 4"].map { running in
          .order(
            .marked(getsError("cancelled"), by: waiting),
            .marked(getsError("cancelled"), by: running))
        }
      },
      .fact(.mark(serverWasAsked(for: "/1 /2 /3 /4")), at: firstRequests.last),
    ])

  static let forgetsFinished = Claim(
    "D06d", "... and forgets each when it completes.",
    origin: .article(
      .d,
      passage: .init(
        "self?.operations.removeValue(forKey: url)",
        "the completion block takes the operation out of the table",
        at: 899)),
    expected: .everywhere(
      .confirmed,
      because: """
        What is over is taken out of the table: a table that only grows is a leak, and its \
        addresses could never be asked for again.
        """),
    in: "manager",
    given: [
      .order(
        .marked(remembers(six), by: "manager"), .marked(getsPicture, by: "picture 1"),
        remembersAfterFirst, cancelsEach, lastRemembers)
    ],
    expect: [
      .fact(.mark(remembers("/3 /4 /5 /6")), at: remembersAfterFirst),
      .fact(.mark(remembers("nothing")), at: lastRemembers),
    ])
}

import OperationTesting

// SDWebImage's downloader, right and wrong.
extension Lesson21 {
  static let sixAtATime = Claim(
    "C35a", "The downloader's queue has width 6: at most six transfers run at a time.",
    origin: .article(
      .c,
      passage: .init(
        "所以SDWebImage最多同時(shí)下載6張圖片",
        "so SDWebImage downloads at most 6 pictures at the same time",
        at: 954)),
    expected: .everywhere(
      .confirmed,
      because: """
        Six operations hold the six slots until their transfers are over. The seventh request \
        reaches the server when the first picture has been received.
        """),
    in: "six",
    given: [.each(pictures) { [.order(.ended($0), restWhileHeld)] }, heldAtRest(6)],
    expect: [
      .fact(.mark(holds(atRest: 6)), at: restWhileHeld),
      .peak(6, of: replies, from: .began, to: .ended),
      .each(pictures) { [.marks([gets(from: "network")], by: $0)] },
    ])

  static let transferDecides = Claim(
    "C35b",
    """
    ... because an operation is finished only when its transfer's callback says so; if start() says \
    so, the queue limits nothing.
    """,
    origin: .article(
      .c,
      passage: .init(
        "由于dataTask的代理回調(diào)后才會(huì)把operation的狀態(tài)設(shè)置為完成",
        """
        since the state of the operation is set to finished only after the delegate of the \
        dataTask was called back
        """,
        at: 952)),
    expected: .everywhere(
      .confirmed,
      because: """
        A slot is taken until isFinished. The width counts operations; it is a limit for transfers \
        as long as each operation lives as long as its transfer.
        """),
    Scenario(
      "finishes-last",
      given: allAddedBeforeRest + [
        heldAtRest(6),
        .each(pictures) { [.flags(.finished, at: .settled($0)), .place(nil, at: .settled($0))] },
      ],
      expect: [
        .fact(.mark(holds(atRest: 6)), at: restWhileHeld),
        .peak(6, of: replies, from: .began, to: .ended),
        .each(Array(pictures.prefix(6))) { [.state([.ready, .executing], at: .firstSettled($0))] },
        .each(["picture 7", "picture 8"]) {
          [.state(.ready, at: .firstSettled($0)), .place("downloads", at: .firstSettled($0))]
        },
      ]),
    Scenario(
      "finishes-first", given: allAddedBeforeRest + [heldAtRest(8)],
      expect: [
        .fact(.mark(holds(atRest: 8)), at: restWhileHeld),
        .each(pictures) {
          [.flags(.finished, at: .firstSettled($0)), .place(nil, at: .firstSettled($0))]
        },
      ]))
}

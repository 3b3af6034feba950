import OperationTesting

extension Lesson20 {
  static let picture = Claim(
    "D04a", "The chain delivers progress, then the picture, and no error.",
    origin: .article(
      .d,
      passage: .init(
        "}.then { image in",
        "the second link of the chain in the example; the first takes the progress",
        at: 43,
        but: """
          The article shows the three links and does not say which are called. How often and in \
          what order is our reading of the chain.
          """)),
    expected: .everywhere(
      .confirmed,
      because: """
        Every chunk is reported as it comes. The end goes through one function, which hands over \
        the result once.
        """),
    in: "chain", given: [.state([.ready, .finished], at: .settled("download"))],
    expect: [
      .progressGrows(of: "caller"),
      .order(allBytes("caller"), .marked(thenPicture(32, 32), by: "caller")),
      .marks([thenPicture(32, 32)], by: "caller"),
    ])

  static let error = Claim(
    "D04b", "... or, when what came is no picture, progress and then one error.",
    origin: .article(
      .d,
      passage: .init(
        ".catch { error in",
        "the third link of the chain in the example",
        at: 54)),
    expected: .everywhere(
      .confirmed,
      because: "A failure takes the same way out as a success: one function, one result."),
    in: "chain-fails", given: [.state([.ready, .finished], at: .settled("download"))],
    expect: [
      .progressGrows(of: "caller"),
      .order(allBytes("caller"), .marked(catchError("no picture"), by: "caller")),
      .marks([catchError("no picture")], by: "caller"),
    ])

  static let cancelledChain = Claim(
    "D04c", "... or, when it is cancelled on the way, one error and no further progress.",
    origin: .article(
      .d,
      passage: .init(
        "wrongHandler?(.cancel)",
        "start() tells the error handler of a cancellation",
        at: 341)),
    expected: .everywhere(
      .confirmed,
      because: """
        cancel() is one more end, which claims the result before it stops the transfer. What still \
        arrives finds that the end is taken.
        """),
    in: "chain-cancelled", given: cancelledAfterProgress,
    expect: [
      .times(1, .progressed, of: "caller"),
      .order(.cancelled("download"), .marked(catchError("cancelled"), by: "caller")),
      .marks([catchError("cancelled")], by: "caller"),
    ])
}

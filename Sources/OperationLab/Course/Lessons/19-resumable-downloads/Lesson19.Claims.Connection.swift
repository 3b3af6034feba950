import OperationTesting

/// What lesson 19 has to say of a connection that can be paused.
extension Lesson19 {
  static let connectionPauses = Claim(
    "E05d",
    """
    An operation that carries a connection through its states drops the transfer when it is paused, \
    keeps the bytes and its slot, and asks for the rest when it is resumed.
    """,
    origin: .kit,
    expected: .everywhere(
      .confirmed,
      because: """
        Paused is a state between executing and finished: not over, so the slot stays. What is sent \
        after the pause is asked for by Range, in a new transfer of the same operation.
        """),
    in: "connection",
    given: [
      .added(["film", "next"], to: "downloads", width: 1, dependencies: []),
      .order(firstRequest, pausedConnection), .state(.ready, at: pausedConnection),
      .order(
        .marked(connectionIsGone, by: "server"), lookWhilePaused,
        .marked(resumesFilm, by: "program"), secondRequest),
    ],
    expect: [
      .state(.ready, at: lookWhilePaused), .place("downloads", at: lookWhilePaused),
      .order(.marked(resumesFilm, by: "program"), .started("next")),
      .fact(.mark(asksForRest(2)), at: secondRequest), .marks([Film.isWhole], by: "film"),
      .state([.ready, .finished], at: .settled("film")),
    ])
}

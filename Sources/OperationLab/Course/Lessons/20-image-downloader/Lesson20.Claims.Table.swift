import OperationTesting

// What lesson 20 has to say of a table of pictures, each with a bar of its own.
extension Lesson20 {
  static let eachRow = Claim(
    "D04f",
    "... and in a table of many, each row hears of its own picture: more and more, then all of it.",
    origin: .kit,
    expected: .everywhere(
      .confirmed,
      because: """
        Each download has closures of its own. They are called on the main thread in the order in \
        which its bytes came, and the result after them; those of others come in between.
        """),
    in: "table", given: [.happens(tableAtRest)],
    expect: shapes.enumerated().map {
      rowFills("picture \($0 + 1)", with: thenPicture($1.0, $1.1))
    })
}

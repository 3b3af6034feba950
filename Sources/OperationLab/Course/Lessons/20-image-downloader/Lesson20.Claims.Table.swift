import OperationDownloads
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
    mutants: [
      .trace(of: "table", "a row hears of another row's picture") {
        $0.replacing(.progressed, of: "picture 2") { $0.subject = "picture 1" }
      },
      .trace(of: "table", "the last piece comes after the picture") {
        $0.movingToEnd(.progressed, of: "picture 3")
      },
      .trace(of: "table", "a row gets no picture") { $0.removing(.noted, of: "picture 4") },
      .trace(of: "table", "a bar does not move") {
        $0.replacing(.progressed, of: "picture 1") {
          $0.set(.bytes(received: 1029, total: 3085))
        }
      },
      .trace(of: "table", "a row is told by another thread") {
        $0.replacing(.progressed, of: "picture 1") { $0.thread = "T1" }
      },
      .trace(of: "table", "nobody waits for rest") { $0.removing(.noted, of: "table") },
    ]
  ) { runs in
    let run = try runs["table"]
    let rest = try run.first(.noted, of: "table", note: "at rest")
    let rows = (1...4).map { "picture \($0)" }
    let ends = try rows.map { try run.first(.noted, of: $0) }
    let bars = rows.map { run.all(.progressed, of: $0) }
    let pictures = shapes.map { "\($0.0) x \($0.1)" }
    try run.require(Set(pictures).count == rows.count, "each picture has a shape of its own")
    let isWhole = zip(zip(bars, ends), pictures).allSatisfy { row, picture in
      let (bar, end) = row
      let received = bar.compactMap(\.event.progress?.received)
      let isRising = zip(received, received.dropFirst()).allSatisfy { $0 < $1 }
      return isRising && bar.last?.event.progress?.fraction == 1
        && bar.allSatisfy { $0.thread == "main" && $0.seq < end.seq } && end.seq < rest.seq
        && end.note == "then: \(picture)"
    }
    return .confirmed(
      if: isWhole,
      "\(bars.count) rows, each told of more and more, up to all, then its own picture",
      otherwise: "a row was told of less, of too much, too late or elsewhere",
      Array(bars.joined()) + ends + [rest])
  }
}

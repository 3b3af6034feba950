import OperationLab
import OperationBench

// What the caller of a chain gets, and when the download was cancelled.
extension Lesson20 {
  static func allBytes(_ name: String) -> Trace.Moment {
    let count = PictureNetwork.file.count
    return .event(.progressed, of: name, .bytes(received: count, total: count))
  }

  static let decodesAll = decodes(PictureNetwork.file.count)

  static let wasCancelled: [Trace.Condition] = [
    .flags(.cancelled, at: .cancelled("download")),
    .state([.ready, .finished, .cancelled], at: .settled("download")),
  ]

  static let cancelledAfterProgress =
    wasCancelled + [.order(.progressed("caller"), .cancelled("download"))]

  /// `cancel()` did not finish it.
  static let onlyMarkedAfterProgress =
    cancelledAfterProgress + [
      .state([.ready, .executing, .cancelled], at: .cancelled("download"))
    ]

  /// The operation was not yet cancelled at its last check.
  static let cancelledAfterLastCheck =
    cancelledAfterProgress + [
      .order(.observed("download"), .cancelled("download")),
      .state([.ready, .executing], at: .observed("download")),
    ]

  static let cancelledWhileDecoding =
    wasCancelled + [
      .order(.marked(decodesAll, by: "download"), .cancelled("download")),
      .flags(.executing, at: .cancelled("download")),
      .never(
        .observed("download").before(.cancelled("download")), until: .cancelled("download")),
    ]
}

// The table of pictures.
extension Lesson20 {
  static let tableAtRest = Trace.Moment.marked(isAtRest, by: "table")

  /// The row's bar grows on the main thread until it is full. Then the picture arrives.
  static func rowFills(_ row: String, with picture: Event.Mark) -> Trace.Condition {
    .all(
      "\(row) had progress up to all bytes, on the main thread, and then its picture",
      .progressGrows(of: row), .onMain(.progressed(row)), .onMain(allBytes(row)),
      .order(allBytes(row), .marked(picture, by: row), tableAtRest), .marks([picture], by: row))
  }
}

// What is cancelled at a manager, and what its table has.
extension Lesson20 {
  static let six = "/1 /2 /3 /4 /5 /6"

  static let cancelsTwo = Trace.Moment.event(.cancelled, of: "manager", .mark(cancels("/2")))
  static let cancelsEach = Trace.Moment.event(.cancelled, of: "manager", .mark(cancels("all")))
  static let cancelsFirst = Trace.Moment.event(
    .cancelled, of: "manager", .mark(cancels("the first request")))
  static let cancelsSecond = Trace.Moment.event(
    .cancelled, of: "manager", .mark(cancels("the second request")))

  static let firstRequests = Trace.Moment.marked(like: requests(""), by: "manager")
  static let tableAfterFirst = Trace.Moment.marked(like: has(""), by: "manager")
    .after(.marked(getsPicture, by: "picture 1"))
  static let lastTable = Trace.Moment.marked(like: has(""), by: "manager").last

  /// Both callers made their request, and the server had so many requests, before either got a result.
  static func bothAskedFirst(requests: Int) -> Trace.Condition {
    let answers = ["first", "second"].map { Trace.Moment.marked(getsPicture, by: $0) }
    return .each((1...requests).map { "request \($0)" }) { request in
      answers.flatMap { answer in
        [
          .order(.marked(asksNow, by: "first"), answer),
          .order(.marked(asksNow, by: "second"), answer),
          .order(.marked(isAtServer, by: request), answer),
        ]
      }
    }
  }

  /// One address was requested, cancelled, requested again and cancelled again.
  static let cancelledAskedAndCancelled: [Trace.Condition] = [
    .order(cancelsFirst, .marked(isAtServer, by: "request 2"), cancelsSecond),
    .order(.marked(getsError("cancelled"), by: "first"), cancelsSecond),
    .marks([getsError("cancelled")], by: "first"),
    .never(.marked(getsPicture, by: "second").before(cancelsSecond), until: cancelsSecond),
    .never(
      .marked(getsError("cancelled"), by: "second").before(cancelsSecond), until: cancelsSecond),
  ]

  /// The change of the table after the one that adds the second download.
  static let removal = Trace.Moment.marked(like: has([]), by: "table")
    .after(.marked(has(["download 2"]), by: "table"))
}

// A table of pictures, each with its own progress bar.
extension Lesson20 {
  static let eachRow = Claim(
    "D04f", in: "table",
    given: [.happens(tableAtRest)],
    expect: shapes.enumerated().map {
      rowFills("picture \($0 + 1)", with: thenPicture($1.0, $1.1))
    })
}

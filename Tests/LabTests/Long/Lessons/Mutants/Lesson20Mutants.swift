import OperationLab
import OperationTesting

@testable import OperationCourse

extension ClaimMutants {
  static let lesson20: [String: [Mutant]] = [
    "D06e": [
      .passing("forgets-its-own", as: "forgets-the-new"),
      .trace(of: "forgets-the-new", "the first operation's block removes nothing") {
        $0.replacing(.noted, of: "table") { event in
          if event.mark == Lesson20.has([]) {
            event.set(.mark(Lesson20.has(["download 2"])))
          }
        }
      },
      .trace(of: "forgets-the-new", "the second caller gets nothing") {
        $0.removing(.noted, of: "second")
      },
      .trace(of: "forgets-the-new", "the second caller gets its error") {
        $0.answering("second", Lesson20.getsError("cancelled"))
      },
    ],
    "D06f": [
      .passing("shares-transfer", as: "asks-twice"),
      .trace(of: "asks-twice", "the second request came after the first result") {
        $0.movingToEnd(.noted, of: "request 2")
      },
      .trace(of: "asks-twice", "the requests are not counted") {
        $0.removing(.noted, of: "server")
      },
    ],
    "D06g": [
      .passing("asks-twice", as: "shares-transfer"),
      .trace(of: "shares-transfer", "the second caller gets nothing") {
        $0.answering("second", nil)
      },
      .trace(of: "shares-transfer", "the second caller gets an error") {
        $0.answering("second", Lesson20.getsError("cancelled"))
      },
    ],
    "D04d": [
      .passing("tells-twice", as: "tells-once"),
      .passing("tells-once", as: "tells-twice"),
      .passing("resets", as: "tells-once"),
      .trace(of: "tells-twice", "the picture is not delivered") { $0.withoutPicture() },
      .trace(of: "tells-once", "it is cancelled before the last check") {
        $0.movingToFront(.cancelled, of: "download")
      },
    ],
    "D04e": [
      .passing("tells-once", as: "resets"),
      .passing("tells-twice", as: "resets"),
      .trace(of: "resets", "there is no state at the end") { $0.removing(.settled) },
    ],
    "D05a": [
      .passing("ignores-chunks", as: "checks-each-chunk"),
      .passing("checks-each-chunk", as: "ignores-chunks"),
      .trace(of: "ignores-chunks", "it is never cancelled") { $0.removing(.cancelled) },
      .trace(of: "checks-each-chunk", "the transfer continues") {
        $0.removing(.noted, of: "server")
      },
    ],
    "D05b": [
      .passing("forgets-after-decoding", as: "checks-after-decoding"),
      .passing("checks-after-decoding", as: "forgets-after-decoding"),
      .trace(of: "checks-after-decoding", "it is never cancelled") { $0.removing(.cancelled) },
    ],
    "D06a": [
      .trace(of: "manager", "the third request comes at once") {
        $0.movingToFront(.noted, of: "picture 3 server")
      },
      .trace(of: "manager", "the server has three requests") { trace in
        trace.edited { events in
          for place in events.indices
          where events[place].mark == Lesson20.requests("/1 /2") {
            events[place].set(.mark(Lesson20.requests("/1 /2 /3")))
          }
        }
      },
      .trace(of: "manager", "the second request never comes") {
        $0.removing(.noted, of: "picture 2 server")
      },
    ],
    "D06b": [
      .trace(of: "manager", "2 gets its picture") {
        $0.answering("picture 2", Lesson20.getsPicture)
      },
      .trace(of: "manager", "only one of two callers of 2 is cancelled") {
        $0.answering("picture 2 again", Lesson20.getsPicture)
      },
      .trace(of: "manager", "1 is cancelled, too") {
        $0.answering("picture 1", Lesson20.getsError("cancelled"))
      },
      .trace(of: "manager", "2 is cancelled with all others") {
        $0.movingToEnd(.noted, of: "picture 2")
      },
      .trace(of: "manager", "its transfer continues") {
        $0.removing(.noted, of: "picture 2 server")
      },
    ],
    "D06c": [
      .trace(of: "manager", "6 gets its picture") {
        $0.answering("picture 6", Lesson20.getsPicture)
      },
      .trace(of: "manager", "the server has a request for 5") { trace in
        trace.replacing(.noted, of: "manager") { event in
          if event.mark == Lesson20.requests("/1 /2 /3 /4") {
            event.set(.mark(Lesson20.requests("/1 /2 /3 /4 /5")))
          }
        }
      },
      .trace(of: "manager", "a running download is cancelled first") {
        $0.movingToEnd(.noted, of: "picture 5")
      },
      .trace(of: "manager", "4 gets no result") { $0.answering("picture 4", nil) },
    ],
    "D06d": [
      .trace(of: "manager", "the table still has 1") {
        $0.having("/1 /3 /4 /5 /6", insteadOf: "/3 /4 /5 /6")
      },
      .trace(of: "manager", "the table has 6 at the end") {
        $0.having("/6", insteadOf: "nothing")
      },
      .trace(of: "manager", "the table is not read") { $0.removing(.noted, of: "manager") },
    ],
    "D04f": [
      .trace(of: "table", "a row gets another row's progress") {
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
      .trace(of: "table", "a row is called on another thread") {
        $0.replacing(.progressed, of: "picture 1") { $0.thread = "T1" }
      },
      .trace(of: "table", "the program does not wait for idle") {
        $0.removing(.noted, of: "table")
      },
    ],
    "D04a": [
      .passing("chain-fails", as: "chain"),
      .passing("chain-cancelled", as: "chain"),
      .trace(of: "chain", "the picture comes before the progress") { $0.callerReversed() },
      .trace(of: "chain", "there is no state at the end") { $0.removing(.settled) },
    ],
    "D04b": [
      .passing("chain", as: "chain-fails"),
      .trace(of: "chain-fails", "the error comes twice") { $0.deliveringAgain() },
    ],
    "D04c": [
      .passing("chain", as: "chain-cancelled"),
      .passing("ignores-chunks", as: "chain-cancelled"),
      .trace(of: "chain-cancelled", "no closure is called") { $0.removing(.noted, of: "caller") },
      .trace(of: "chain-cancelled", "it is never cancelled") { $0.removing(.cancelled) },
    ],
  ]
}

extension Trace {
  /// What the caller gets, in reverse order.
  fileprivate func callerReversed() -> Trace {
    edited { events in
      let places = events.indices.filter { events[$0].subject == "caller" }
      let results = places.map { events[$0] }
      for (place, event) in zip(places, results.reversed()) { events[place] = event }
    }
  }

  /// The last result of the caller, twice.
  fileprivate func deliveringAgain() -> Trace {
    edited { events in
      guard let place = events.lastIndex(where: { $0.subject == "caller" }) else { return }
      events.insert(events[place], at: place)
    }
  }

  fileprivate func withoutPicture() -> Trace {
    edited { events in
      events.removeAll { $0.mark?.isLike(Lesson20.thenPicture(0, 0)) == true }
    }
  }

  /// The trace with another answer to a request, or with none.
  fileprivate func answering(_ subject: String, _ mark: Event.Mark?) -> Trace {
    edited { events in
      let isAnswer = { (event: Event) in
        event.subject == subject
          && (event.mark == Lesson20.getsPicture
            || event.mark?.isLike(Lesson20.getsError("")) == true)
      }
      guard let place = events.firstIndex(where: isAnswer) else { return }
      if let mark { events[place].set(.mark(mark)) } else { events.remove(at: place) }
    }
  }

  fileprivate func having(_ paths: String, insteadOf others: String) -> Trace {
    replacing(.noted, of: "manager") { event in
      if event.mark == Lesson20.has(others) { event.set(.mark(Lesson20.has(paths))) }
    }
  }
}

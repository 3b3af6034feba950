import OperationLab

// What the programs record about downloads that are paused.
extension Lesson19 {
  /// A request with its number, and with its header Range if it has one.
  static func asks(_ number: Int, range: String?) -> Event.Mark {
    Event.Mark("request {}: {}", .number(number), .text(range.map { "Range: \($0)" } ?? "no Range"))
  }

  /// A request for what follows the first part.
  static func asksForRest(_ number: Int) -> Event.Mark {
    asks(number, range: "bytes=\(Film.firstPart)-")
  }

  static func status(_ status: Int) -> Event.Mark {
    Event.Mark("the status is {}", .number(status))
  }

  static func pauses(task state: String) -> Event.Mark {
    Event.Mark("paused: its task is {}", .text(state))
  }

  static func continues(task state: String) -> Event.Mark {
    Event.Mark("goes on: its task was {}", .text(state))
  }

  static func isPaused(with count: Int) -> Event.Mark {
    Event.Mark("paused, with {} bytes", .number(count))
  }

  static func operationCount(_ count: Int) -> Event.Mark {
    Event.Mark("operationCount is {}", .number(count))
  }

  static func inherits(isCancelled: Bool) -> Event.Mark {
    Event.Mark("cancelled; its inherited isCancelled is {}", .text("\(isCancelled)"))
  }

  static let wasNotAsked: Event.Mark = "was not asked"
  static let wasAskedForSong: Event.Mark = "was asked for song"
  static let connectionIsGone: Event.Mark = "finds the connection gone"
}

extension Lesson19.Film {
  static let hasPart = bytes(firstPart)
  static let isWhole = Event.Mark("{} bytes, as on the server", .number(body.length))
  /// The first part, and then the whole file.
  static let beginsAgain = isWrong(firstPart + body.length, from: firstPart)

  static func bytes(_ count: Int) -> Event.Mark { Event.Mark("{} bytes", .number(count)) }

  static func isWrong(_ count: Int, from first: Int) -> Event.Mark {
    Event.Mark("{} bytes, wrong from byte {} on", .number(count), .number(first))
  }
}

// What the program with the kit's manager records.
extension Lesson19 {
  static let pausesFilm: Event.Mark = "pauses film"
  static let cancelsBook: Event.Mark = "cancels book"
  static let restartsSong: Event.Mark = "restarts song"
  static let resumesFilm: Event.Mark = "resumes film"

  static let runs: Event.Mark = "runs"
  static let hasProgress: Event.Mark = "has progress"
  static let isPaused: Event.Mark = "is paused"
  static let isFinished: Event.Mark = "is finished"
  static let isCancelled: Event.Mark = "is cancelled"

  static func waits(attempt: Int) -> Event.Mark {
    Event.Mark("waits, attempt {}", .number(attempt))
  }

  /// Where each request for a file began.
  static func wasAsked(for name: String, _ starts: [FirstByte]) -> Event.Mark {
    Event.Mark(
      "{}: {}", .text(name), .text(starts.map(\.words).joined(separator: ", then ")))
  }

  enum FirstByte {
    case fromFirstByte
    case fromWhereItStopped
    case other(String)

    fileprivate var words: String {
      switch self {
      case .fromFirstByte: "from the first byte"
      case .fromWhereItStopped: "from where it stopped"
      case .other(let range): range
      }
    }
  }

  /// The files in a folder.
  static func holds(_ files: [(name: String, isWhole: Bool)]) -> Event.Mark {
    let words = files.map { "\($0.name), \($0.isWhole ? "whole" : "not whole")" }
    return Event.Mark("{}", .text(words.joined(separator: "; ")))
  }
}

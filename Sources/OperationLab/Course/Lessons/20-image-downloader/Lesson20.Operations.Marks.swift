import OperationLab

// What callers are told, by the chain and by managers.
extension Lesson20 {
  static let getsPicture: Event.Mark = "gets the picture"
  static let asksNow: Event.Mark = "asks"

  static func thenPicture(_ width: Int, _ height: Int) -> Event.Mark {
    Event.Mark("then: {} x {}", .number(width), .number(height))
  }

  static func catchError(_ error: String) -> Event.Mark {
    Event.Mark("catch: {}", .text(error))
  }

  static func getsError(_ error: String) -> Event.Mark {
    Event.Mark("gets the error: {}", .text(error))
  }

  static func decodes(_ count: Int) -> Event.Mark {
    Event.Mark("decodes {} bytes", .number(count))
  }
}

// What the server sees.
extension Lesson20 {
  static let isAsked: Event.Mark = "is asked"
  static let isAtServer: Event.Mark = "is at the server"
  static let connectionIsGone: Event.Mark = "finds the connection gone"

  static func wasAsked(for paths: String) -> Event.Mark {
    Event.Mark("was asked for {}", .text(paths))
  }
}

// What a manager is asked to cancel, and what its table holds.
extension Lesson20 {
  static let isAtRest: Event.Mark = "at rest"
  static let isPutBack: Event.Mark = "is put back"

  static func cancels(_ what: String) -> Event.Mark { Event.Mark("{}", .text(what)) }

  static func serverWasAsked(for paths: String) -> Event.Mark {
    Event.Mark("the server was asked for {}", .text(paths))
  }

  static func remembers(_ paths: String) -> Event.Mark {
    Event.Mark("remembers {}", .text(paths))
  }

  static func willHold(_ names: [String]) -> Event.Mark {
    Event.Mark("will hold {}", .list(names.sorted()))
  }

  static func holds(_ name: String) -> Event.Mark {
    Event.Mark("holds {} for /2", .text(name))
  }
}

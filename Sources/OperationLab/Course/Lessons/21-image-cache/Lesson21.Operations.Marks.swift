import OperationLab

// What the looks on disk record.
extension Lesson21 {
  static let isGiven: Event.Mark = "is given to the disk"
  static let secondDoesNotBegin: Event.Mark = "the second does not begin"
  static let meetsSecond: Event.Mark = "meets the second"

  static func lookIs(inQueue: Bool) -> Event.Mark {
    inQueue ? "the look is in its queue" : "the look is not in its queue"
  }

  static func callerGoesOn(_ goesOn: Bool) -> Event.Mark {
    goesOn ? "the caller goes on" : "the caller does not go on"
  }
}

// What the loader's places record, and what its callers get.
extension Lesson21 {
  static let isEmptied: Event.Mark = "is emptied"
  static let isAsked: Event.Mark = "is asked"
  static let getsNothing: Event.Mark = "gets nothing"

  static func has(_ path: String) -> Event.Mark { Event.Mark("has {}", .text(path)) }
  static func lacks(_ path: String) -> Event.Mark { Event.Mark("does not have {}", .text(path)) }
  static func wasAsked(for paths: String) -> Event.Mark {
    Event.Mark("was asked for {}", .text(paths))
  }

  static func gets(from origin: String) -> Event.Mark {
    Event.Mark("gets it from {}", .text(origin))
  }

  static func getsError(_ error: String) -> Event.Mark {
    Event.Mark("gets the error: {}", .text(error))
  }

  static func decodes(_ count: Int) -> Event.Mark {
    Event.Mark("decodes {} bytes", .number(count))
  }
}

// What downloads and their server record.
extension Lesson21 {
  static let transferIsCancelled: Event.Mark = "its transfer is cancelled"
  static let connectionIsGone: Event.Mark = "its connection is gone"
  static let isAtRest: Event.Mark = "at rest"

  static func holds(atRest count: Int) -> Event.Mark {
    Event.Mark("at rest with {} replies held", .number(count))
  }
}

import OperationLab

// What the programs record: the delegate, the server, the program, and what is on disk.
extension Lesson18 {
  static let progress: Event.Mark = "progress"
  static let success: Event.Mark = "success"
  static let failure: Event.Mark = "failure"
  static let cancellation: Event.Mark = "cancelled"
  static let hasRequest: Event.Mark = "has the request"
  static let isGone: Event.Mark = "finds the connection gone"

  static func haveCome(_ count: Int) -> Event.Mark {
    Event.Mark("{} bytes have come", .number(count))
  }

  static func shows(percent: Int) -> Event.Mark {
    Event.Mark("all bytes are there; progress {} %", .number(percent))
  }

  static let closes: Event.Mark = "closes every connection"
  static let hasPart: Event.Mark = "has a part"
  static let hasNoPart: Event.Mark = "has no part"

  static func holds(_ names: [String], isWhole: Bool) -> Event.Mark {
    Event.Mark(isWhole ? "{}, whole" : "{}, not whole", .list(names))
  }
}

import OperationLab

// What the programs record about themselves.
extension Lesson15 {
  static let afterStart: Event.Mark = "after start()"

  /// The closure that hears of a move is done.
  static func hasTold(of step: ConnectionOperation.Step) -> Event.Mark {
    Event.Mark("has told of {}", .text("\(step)"))
  }
}

import OperationLab

// What the programs record about themselves.
extension Lesson10 {
  static let requestGoesOut: Event.Mark = "a request goes out"

  static func step(_ number: Int) -> Event.Mark { Event.Mark("step {}", .number(number)) }
}

import OperationLab

// What the programs record about themselves.
extension Lesson06 {
  static let findsToken: Event.Mark = "finds the token"
  static let findsNoToken: Event.Mark = "finds no token"
}

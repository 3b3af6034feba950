import OperationLab

// What the programs record about themselves.
extension Lesson13 {
  /// It has just been made.
  static let isNew: Event.Mark = "new"
}

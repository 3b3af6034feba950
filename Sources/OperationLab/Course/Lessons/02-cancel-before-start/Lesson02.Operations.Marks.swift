import OperationLab

// What the programs record about themselves.
extension Lesson02 {
  static let afterCancel: Event.Mark = "after cancel()"
}

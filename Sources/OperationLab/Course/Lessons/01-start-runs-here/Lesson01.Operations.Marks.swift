import OperationLab

// What the programs record about themselves.
extension Lesson01 {
  static let afterMain: Event.Mark = "after main()"
}

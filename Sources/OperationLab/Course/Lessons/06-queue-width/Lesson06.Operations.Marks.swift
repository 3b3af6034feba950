import OperationLab

// What the programs record about themselves.
extension Lesson06 {
}

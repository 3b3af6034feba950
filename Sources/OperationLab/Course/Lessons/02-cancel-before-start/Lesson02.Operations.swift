import OperationTesting

extension Lesson02 {
  /// The target of an invocation.
  struct Photo: Sendable {
    let log: Log

    func fetch() -> String {
      log(.noted, note: "fetch() runs")
      return "600 x 400"
    }
  }
}

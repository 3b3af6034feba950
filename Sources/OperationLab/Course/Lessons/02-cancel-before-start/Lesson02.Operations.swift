@_spi(Course) import OperationTesting

extension Lesson02 {
  /// The target of an invocation.
  struct Photo: Sendable {
    static let fetchRuns: Trace.Event.Mark = "fetch() runs"

    let log: Log

    func fetch() -> String {
      log(Self.fetchRuns)
      return "600 x 400"
    }
  }
}

// The marks that the programs write into the trace.
extension Lesson02 {
  static let afterCancel: Event.Mark = "after cancel()"
}

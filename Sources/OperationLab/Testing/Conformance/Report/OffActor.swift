import OperationBench

extension RuleFinding {
  /// A remark on the first line of an actor's code that another thread has called, as Swift's runtime tells
  /// it where the process goes on.
  static func remark(onActorsIn output: String) -> Reason? {
    let line =
      /warning: data race detected: (@MainActor )?.*? at Checked\/(.+?\.swift:\d+) was not called on/
    guard let match = output.firstMatch(of: line) else { return nil }
    return """
      the code at \(match.output.2) belongs to \(match.output.1 == nil ? "an actor" : "the main actor"), \
      because it stands in a closure or a declaration that does, such as DispatchQueue.main.async, and was \
      called on another thread
      """
  }

  /// The same with a remark, if it holds without one.
  func remarking(_ remark: Reason?) -> RuleFinding {
    guard let remark, isClean else { return self }
    return RuleFinding(.holds(remark: remark), reason, evidence, way: .offActor)
  }
}

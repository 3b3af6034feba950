import OperationBench

extension Conformance.Report.Observations {
  /// A remark on the first line of an actor's code that another thread has called, as Swift's runtime tells
  /// it where the process goes on.
  static func remark(onActorsIn output: String) -> Ruling.Reason? {
    let line =
      /warning: data race detected: (@MainActor )?.*? at Checked\/(.+?\.swift:\d+) was not called on/
    guard let match = output.firstMatch(of: line) else { return nil }
    return """
      the code at \(match.output.2) belongs to \(match.output.1 == nil ? "an actor" : "the main actor"), \
      because it stands in a closure or a declaration that does, such as DispatchQueue.main.async, and was \
      called on another thread
      """
  }

  /// The same with a remark on a rule that holds in all rounds.
  func remarking(_ remark: Ruling.Reason) -> Self {
    var seen = self
    let (runs, finding) = (rounds[0].runs, rounds[0].finding)
    seen.rounds[0] = Conformance.Report.Round(
      runs: runs,
      finding: RuleFinding(.holds(remark: remark), finding.reason, finding.evidence, way: .offActor)
    )
    return seen
  }
}

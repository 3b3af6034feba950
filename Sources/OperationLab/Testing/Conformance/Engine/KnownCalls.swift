import OperationBench

/// The calls of `Conformance.check` that a test makes, as its program says that was started again.
struct KnownCalls: Sendable {
  let calls: [CallSite]
  /// How the program ended.
  let ending: ChildProcess.Ending

  /// Why trials cannot come back to a call.
  enum Obstacle: Error, Hashable {
    /// The test makes several calls that cannot be told apart.
    case several(Int, CallSite)
    /// The test does not make the call there, but some at the same place, of these names.
    case missing(CallSite, others: [String], ChildProcess.Ending)
    /// It is not known whether the test makes the call again.
    case cutShort(ChildProcess.Ending)
  }

  /// - Throws: an ``Obstacle``, unless the test makes the call exactly once.
  func find(_ site: CallSite) throws(Obstacle) {
    let count = calls.count { $0 == site }
    if count > 1 { throw .several(count, site) }
    guard count == 1 else {
      let others = calls.filter { $0.isAt(placeOf: site) }.map(\.name)
      throw .missing(site, others: others, ending)
    }
    guard case .exited = ending else { throw .cutShort(ending) }
  }
}

extension KnownCalls.Obstacle: CustomStringConvertible {
  var description: String {
    switch self {
    case .several(let count, let site):
      "\(count) checks at the same place have the name '\(site.name)': give each a name of its own"
    case .missing(let site, _, .exited(OwnProgram.noTests)):
      OwnProgram.CannotRelaunch(noTest: site).description
    case .missing(_, let others, let ending) where others.isEmpty:
      """
      this program was started again, and did not come to this call: \(ending.words). All that the \
      test does before the call is done again, and must succeed
      """
    case .missing(let site, let others, _):
      """
      this program was started again, and the check had another name ('\(others[0])', not \
      '\(site.name)'): give it the same name each time
      """
    case .cutShort(let ending):
      """
      this program was started again, and did not come to the end of the test: \(ending.words). \
      There, each check returns at once, and all rules hold
      """
    }
  }
}

extension ChildProcess.Ending {
  fileprivate var words: String { words(after: Durations.listing) }
}

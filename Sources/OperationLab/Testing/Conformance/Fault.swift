/// A failure that a rule looks for in its trials, and whether it is there.
///
/// There are two kinds. An event that happened is certain. A missing event may only mean that the
/// wait was too short: the machine may be slow, a timer may be pending, and Dispatch waits a second
/// before it adds a thread to a full pool.
struct Fault {
  let isThere: Bool
  let reason: Ruling.Reason
  /// Whether it counts only if it recurs when the trial is repeated with patience.
  let isProvisional: Bool
  /// The way in which the rule is broken, or `nil` for its first.
  var way: Way?

  /// An event happened that must not.
  static func seen(
    _ isThere: Bool, _ reason: @autoclosure () -> Ruling.Reason, way: Way? = nil
  ) -> Fault {
    Fault(isThere: isThere, reason: isThere ? reason() : "", isProvisional: false, way: way)
  }

  /// An event did not happen, or not yet.
  static func missing(
    _ isThere: Bool, _ reason: @autoclosure () -> Ruling.Reason, way: Way? = nil
  ) -> Fault {
    Fault(isThere: isThere, reason: isThere ? reason() : "", isProvisional: true, way: way)
  }
}

extension Ruling {
  /// Holds unless one of the faults is there. The first of them is the reason.
  static func holds(_ seen: Reason, _ evidence: [Evidence], unless faults: [Fault]) -> Ruling {
    guard let fault = faults.first(where: \.isThere) else { return Ruling(.holds, seen, evidence) }
    var ruling = Ruling(.broken, fault.reason, evidence)
    if fault.isProvisional { ruling.doubtful = evidence.map(\.program).reversed() }
    ruling.way = fault.way
    return ruling
  }

  /// Broken by a missing event.
  ///
  /// - Parameter way: in which the rule is broken, or `nil` for its first.
  static func missing(_ reason: Reason, _ evidence: [Evidence], way: Way? = nil) -> Ruling {
    .holds("", evidence, unless: [.missing(true, reason, way: way)])
  }

  /// Holds, with the fault as a remark.
  var asRemark: Ruling {
    var ruling = self
    (ruling.verdict, ruling.remark) = (.holds, reason)
    return ruling
  }

  /// Undecided, because the failure belongs to another rule.
  ///
  /// - Parameters:
  ///   - fault: the failure, which the report names if no other rule does.
  ///   - doubtful: the trial that must also fail with patience, if the evidence does not name it.
  static func leaving(
    _ reason: Reason, fault: Reason, _ evidence: [Evidence], unlessIn doubtful: String? = nil,
    way: Way? = nil
  ) -> Ruling {
    var ruling = Ruling(.undecided, reason, evidence)
    (ruling.fault, ruling.way) = (fault, way)
    ruling.doubtful = [doubtful].compactMap { $0 } + evidence.map(\.program).reversed()
    return ruling
  }

  /// Holds, because the comparison failed as well. The comparison must also fail with patience.
  static func holds(_ seen: Reason, _ evidence: [Evidence], unlessEnding doubtful: String) -> Ruling
  {
    var ruling = Ruling(.holds, seen, evidence)
    ruling.doubtful = [doubtful] + evidence.map(\.program).reversed()
    return ruling
  }
}

/// Something that a rule looks for in its trials, and whether it is there.
///
/// The two kinds differ in what they are worth. What has happened has happened. But that something
/// did *not* happen may only mean that it was not waited for long enough: a machine may be slow, a
/// timer may be due, and Dispatch adds a thread to a pool without a free one only after a second.
struct Fault {
  let isThere: Bool
  let reason: Ruling.Reason
  /// Whether it counts only if it is there once more when the trial is run again with patience.
  let isProvisional: Bool
  /// How to mend just this, if the rule's own cure is not the one.
  var cure: String?
  /// What just this costs, if it is not what the rule says.
  var cost: String?

  /// Something happened that must not.
  static func seen(_ isThere: Bool, _ reason: @autoclosure () -> Ruling.Reason) -> Fault {
    Fault(isThere: isThere, reason: isThere ? reason() : "", isProvisional: false)
  }

  /// Something did not happen, or not yet.
  static func missing(
    _ isThere: Bool, _ reason: @autoclosure () -> Ruling.Reason, cost: String? = nil,
    cure: String? = nil
  ) -> Fault {
    Fault(
      isThere: isThere, reason: isThere ? reason() : "", isProvisional: true, cure: cure, cost: cost
    )
  }
}

extension Ruling {
  /// Holds unless one of the faults is there; the first of them is the reason.
  static func holds(_ seen: Reason, _ evidence: [Evidence], unless faults: [Fault]) -> Ruling {
    guard let fault = faults.first(where: \.isThere) else { return Ruling(.holds, seen, evidence) }
    var ruling = Ruling(.broken, fault.reason, evidence)
    ruling.isProvisional = fault.isProvisional
    (ruling.cost, ruling.cure) = (fault.cost, fault.cure)
    return ruling
  }

  /// Broken by what did not happen.
  ///
  /// - Parameter cure: if the rule's own is not the one.
  static func missing(_ reason: Reason, _ evidence: [Evidence], cure: String? = nil) -> Ruling {
    .holds("", evidence, unless: [.missing(true, reason, cure: cure)])
  }

  /// Kept, with what breaks it here as a remark.
  var asRemark: Ruling {
    var ruling = self
    (ruling.verdict, ruling.remark) = (.holds, reason)
    return ruling
  }

  /// Undecided, because what went wrong is another rule's affair.
  ///
  /// - Parameters:
  ///   - fault: what went wrong, for the report to say if no other rule does.
  ///   - doubtful: the trial that must go wrong with patience, too, if none of the evidence is of it.
  static func leaving(
    _ reason: Reason, fault: Reason, _ evidence: [Evidence], unlessIn doubtful: String? = nil
  ) -> Ruling {
    var ruling = Ruling(.undecided, reason, evidence)
    ruling.fault = fault
    ruling.doubtful = doubtful
    return ruling
  }

  /// Holds, because what it is compared with went wrong as well; which it must do with patience, too.
  static func holds(_ seen: Reason, _ evidence: [Evidence], unlessEnding doubtful: String) -> Ruling
  {
    var ruling = Ruling(.holds, seen, evidence)
    ruling.isProvisional = true
    ruling.doubtful = doubtful
    return ruling
  }
}

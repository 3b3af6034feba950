import OperationLab
import OperationTesting

extension Timeline {
  /// Who waits for whom when the trace ends, as the last snapshot tells.
  package struct Wait: Hashable, Sendable {
    /// What they wait for.
    package let kind: Kind
    /// Those who wait for the same, in natural order.
    package internal(set) var waiters: [String]
    /// Those who would have to end or to come back: holders of the slots, dependencies. At most
    /// ``Diagnosis/Finding/nameLimit``.
    package let holders: [String]
    /// How many holders there are, named or not.
    package let holderCount: Int
    /// The queue that it is about, or an empty string.
    package let through: String

    /// What is waited for. Raw values are part of exported files: add, never rename.
    package enum Kind: String, Codable, CaseIterable, Sendable {
      /// A slot of a queue.
      case slot
      /// Operations that it depends on.
      case dependency
      /// The main thread.
      case mainThread
      /// In a blocking call: other operations, or a queue that should become empty.
      case call
      /// A suspended queue should go on.
      case resume
    }

    private init?(_ finding: Diagnosis.Finding) {
      guard let kind = Kind(finding),
        kind == .resume || finding.waitsForCount > 0 || finding.waitsForQueue != nil
      else { return nil }
      self.kind = kind
      waiters = [finding.subject]
      if finding.cause == .cycle {
        // The whole circle, beginning with itself.
        holders = Array((finding.waitsFor + finding.waitsFor).dropFirst().prefix(1))
        holderCount = 1
      } else {
        holders = finding.waitsFor
        holderCount = finding.waitsForCount
      }
      switch kind {
      case .slot, .resume: through = finding.queue ?? ""
      case .call: through = finding.waitsForQueue ?? ""
      case .dependency, .mainThread: through = ""
      }
    }

    /// Everybody who waits at the end of a run, those who wait for the same together.
    static func all(trace: Trace, snapshot: Snapshot) -> [Wait] {
      var waits: [Wait] = []
      var places: [Wait: Int] = [:]
      for finding in Diagnosis(trace: trace, snapshot: snapshot).findings {
        guard let wait = Wait(finding) else { continue }
        var reason = wait
        reason.waiters = []
        if let place = places[reason] {
          waits[place].waiters.append(finding.subject)
        } else {
          places[reason] = waits.count
          waits.append(wait)
        }
      }
      return waits
    }
  }
}

extension Timeline.Wait.Kind {
  fileprivate init?(_ finding: Diagnosis.Finding) {
    switch finding.cause {
    case .noFreeSlot, .outranked: self = .slot
    case .cancelledNotFinished where finding.presence == nil: self = .slot
    case .dependency, .cycle: self = .dependency
    case .mainThreadBlocked: self = .mainThread
    case .blocked, .blocksItself: self = .call
    case .suspended: self = .resume
    default: return nil
    }
  }
}

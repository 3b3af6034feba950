import OperationLab

// Progress.
extension Trace.Moment {
  /// Progress was reported, of however many bytes.
  package static func progressed(_ name: String) -> Self {
    Self(.progressed, of: name, "progress of \(name) was reported")
  }
}

extension Trace.Condition {
  /// Each progress that was reported is of more bytes than the one before.
  package static func progressGrows(of name: String) -> Self {
    Self("each progress of \(name) is of more bytes") { run in
      let events = run.all(.progressed, of: name)
      if events.isEmpty {
        throw MissingEvidence.event(.progressed, subject: name, program: run.program)
      }
      let counts = events.compactMap {
        if case .bytes(let received, _) = $0.fact { received } else { nil }
      }
      let grows = zip(counts, counts.dropFirst()).allSatisfy { $0 < $1 }
      return Outcome(
        grows && counts.count == events.count,
        "\(name): \(events.map(\.note).joined(separator: ", "))", events)
    }
  }
}

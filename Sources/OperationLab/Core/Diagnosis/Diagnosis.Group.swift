extension Diagnosis {
  /// Operations that wait for the same reason, with one sentence for all of them.
  package struct Group: Hashable, Sendable {
    /// Their names, in natural order.
    package var subjects: [String]
    /// The reason they share.
    package var cause: Cause
    /// The reason in words, for a reader who sees the other groups, too.
    package var sentence: String
  }

  /// The findings, those of the same reason as one: first whoever keeps others waiting by what it
  /// does, then whoever waits.
  package var groups: [Group] {
    let wording = Wording(findings)
    return Grouping(findings, wording).groups.map { members in
      Group(
        subjects: members.map(\.subject), cause: members[0].cause,
        sentence: wording.sentence(of: members))
    }
  }
}

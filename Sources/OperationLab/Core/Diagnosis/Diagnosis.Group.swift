extension Diagnosis {
  /// Operations that wait for the same reason, with one sentence for all of them.
  public struct Group: Hashable, Sendable {
    /// Their names, in natural order.
    public var subjects: [String]
    /// The reason they share.
    public var cause: Cause
    /// The reason in words, for a reader who sees the other groups, too.
    public var sentence: String
  }

  /// The findings, those of the same reason as one: first whoever keeps others waiting by what it
  /// does, then whoever waits.
  public var groups: [Group] {
    let wording = Wording(findings)
    return Grouping(findings, wording).groups.map { members in
      Group(
        subjects: members.map(\.subject), cause: members[0].cause,
        sentence: wording.sentence(of: members))
    }
  }
}

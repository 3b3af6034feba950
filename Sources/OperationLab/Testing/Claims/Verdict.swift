/// What the evidence of a run says about a statement. Raw values are part of the JSON.
package enum Verdict: String, Codable, CaseIterable, Sendable {
  /// The trace shows the statement to be true here.
  case confirmed
  /// The trace shows the statement to be false here.
  case refuted
  /// The trace lacks an event that would decide.
  case undecided
}

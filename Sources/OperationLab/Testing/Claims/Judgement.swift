/// A verdict, what was seen in a sentence, and the events that decide it.
package struct Judgement: Hashable, Sendable {
  /// Whether the statement holds here.
  package var verdict: Verdict
  /// The reason, from the events alone.
  package var seen: String
  /// The events that decide, each once. Empty only when undecided.
  package var evidence: [Evidence]

  /// A verdict with its reason and its events.
  package init(_ verdict: Verdict, _ seen: String, _ evidence: [Evidence]) {
    // A missing event never confirms anything, nor does it refute.
    self.verdict = evidence.isEmpty ? .undecided : verdict
    self.seen = seen
    var seenBefore: Set<Evidence> = []
    self.evidence = evidence.filter { seenBefore.insert($0).inserted }
  }

  /// Confirmed if the condition holds, else refuted, on the same evidence.
  package static func confirmed(
    if condition: Bool, _ seen: String, otherwise: String, _ evidence: [Evidence]
  ) -> Judgement {
    condition ? Judgement(.confirmed, seen, evidence) : Judgement(.refuted, otherwise, evidence)
  }
}

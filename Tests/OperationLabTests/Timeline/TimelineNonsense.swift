@testable import OperationLab
@testable import OperationTesting

/// Traces that no run could leave, the same for the same seed.
enum TimelineNonsense {
  static func trace(seed: UInt64, count: Int) -> Trace {
    var random = SplitMix(seed: seed)
    let threads = ["main", "T1", "T2", "", "T\u{7}"]
    let subjects = [
      "a", "b", "", "queue", "<&\">", "é\u{301}\u{202E}", "\u{1F468}\u{200D}\u{1F469}", "名前",
      "a name with spaces that is much longer than any bar could ever be", "\r\n", "\u{301}",
    ]
    let notes = ["", "note", "two\nlines", "\u{0}\u{1B}]0;x\u{7}", "--> ]]> <![CDATA["]
    let events = (0..<count).map { place in
      Event(
        // Numbers that repeat, and leave gaps.
        seq: place / 3 * 5 - 7 + (place % 3 == 0 ? 0 : place % 3), ns: random.next() % 5000,
        thread: threads.randomElement(using: &random)!,
        subject: subjects.randomElement(using: &random)!,
        kind: Event.Kind.allCases.randomElement(using: &random)!,
        state: OperationState(rawValue: UInt8(truncatingIfNeeded: random.next() % 16)),
        note: notes.randomElement(using: &random)!)
    }
    return Trace(events)
  }
}

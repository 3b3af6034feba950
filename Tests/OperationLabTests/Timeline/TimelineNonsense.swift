import OperationLab

/// Traces that no run could leave, the same for the same seed.
enum TimelineNonsense {
  static func trace(seed: UInt64, count: Int) -> Trace {
    var random = SplitMix(state: seed)
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
        thread: random.pick(threads), subject: random.pick(subjects),
        kind: random.pick(Event.Kind.allCases),
        state: OperationState(rawValue: UInt8(truncatingIfNeeded: random.next() % 16)),
        note: random.pick(notes))
    }
    return Trace(events)
  }

  private struct SplitMix: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var mixed = state
      mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
      mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
      return mixed ^ (mixed >> 31)
    }

    mutating func pick<Item>(_ items: [Item]) -> Item {
      items[Int(next() % UInt64(items.count))]
    }
  }
}

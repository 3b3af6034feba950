extension Trace {
  /// The same trace with what differs from run to run replaced by its order: places are counted
  /// from 0 without gaps, each event takes one microsecond, and threads are renamed `T1`, `T2`, …
  /// as they appear. Those that run tasks become `P1`, `P2`, ….
  ///
  /// Two runs in which the same things happened in the same order normalise to equal traces.
  package func normalised() -> Trace {
    var names = Dictionary(uniqueKeysWithValues: Recorder.ownNames.map { ($0, $0) })
    var counts: [Character: Int] = [:]
    var result: [Event] = []
    result.reserveCapacity(events.count)
    for (place, event) in events.enumerated() {
      if names[event.thread] == nil {
        let letter: Character = event.thread.first == "P" ? "P" : "T"
        counts[letter, default: 0] += 1
        names[event.thread] = "\(letter)\(counts[letter] ?? 0)"
      }
      var event = event
      event.seq = place
      event.ns = UInt64(place) * 1000
      event.thread = names[event.thread] ?? event.thread
      result.append(event)
    }
    return Trace(result)
  }
}

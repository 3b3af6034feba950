extension Timeline.Builder {
  /// The calls and bodies that have begun and not ended yet, latest first.
  ///
  /// Stacks as linked lists: `before[n]` is the span under span `n`. A body lies on two of them;
  /// once it was ended through one, the other drops it when it next comes to it.
  struct OpenSpans {
    /// Whose spans they are: an operation on one lane.
    struct Owner: Hashable {
      let lane: Int
      let operation: Int
    }

    /// The bodies of one operation, on whatever lanes.
    private struct Bodies {
      var top: Int?
      var latest: Int?
      var open = 0
    }

    private var calls: [Owner: Int] = [:]
    private var bodies: [Owner: Int] = [:]
    private var before: [Int: Int] = [:]
    private var bodiesAnywhere: [Bodies] = []
    private var beforeAnywhere: [Int: Int] = [:]

    /// Makes room for the operation of the next number.
    mutating func addOperation() {
      bodiesAnywhere.append(Bodies())
    }

    mutating func add(_ span: Int, _ kind: Timeline.Span.Kind, _ owner: Owner) {
      if kind == .start {
        before[span] = calls.updateValue(span, forKey: owner)
      } else {
        before[span] = bodies.updateValue(span, forKey: owner)
        beforeAnywhere[span] = bodiesAnywhere[owner.operation].top
        bodiesAnywhere[owner.operation].top = span
        bodiesAnywhere[owner.operation].latest = span
        bodiesAnywhere[owner.operation].open += 1
      }
    }

    /// The latest call of `start()` that is still open.
    mutating func takeCall(_ owner: Owner, in spans: [Timeline.Span]) -> Int? {
      Self.take(&calls[owner], &before, in: spans)
    }

    /// The latest open body on that lane, or else on any.
    mutating func takeBody(_ owner: Owner, in spans: [Timeline.Span]) -> (span: Int, isHere: Bool)?
    {
      let here = Self.take(&bodies[owner], &before, in: spans)
      let span =
        here ?? Self.take(&bodiesAnywhere[owner.operation].top, &beforeAnywhere, in: spans)
      guard let span else { return nil }
      bodiesAnywhere[owner.operation].open -= 1
      return (span, here != nil)
    }

    /// The latest open body on that lane that began after the call.
    mutating func takeBody(_ owner: Owner, since call: Int, in spans: [Timeline.Span]) -> Int? {
      guard let top = bodies[owner], top > call else { return nil }
      guard let body = Self.take(&bodies[owner], &before, in: spans) else { return nil }
      bodiesAnywhere[owner.operation].open -= 1
      return body > call ? body : nil
    }

    /// The operation's bodies that began after the call have all ended, and there was one.
    func hasWorked(_ operation: Int, since call: Int) -> Bool {
      guard let latest = bodiesAnywhere[operation].latest else { return false }
      return latest > call && bodiesAnywhere[operation].open == 0
    }

    private static func take(
      _ top: inout Int?, _ before: inout [Int: Int], in spans: [Timeline.Span]
    ) -> Int? {
      while let span = top {
        top = before.removeValue(forKey: span)
        if spans[span].isOpen { return span }
      }
      return nil
    }
  }
}

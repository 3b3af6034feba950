import OperationBench
import OperationLab

extension Timeline {
  /// Reads a trace in one pass: pairs beginnings with ends, and collects what is known of each
  /// operation and each queue.
  ///
  /// Names become small numbers at once, and open spans are kept in linked lists inside arrays, so
  /// that a million events cost a million short steps.
  struct Reader {
    let events: [Event]
    private(set) var lanes: [Lane] = []
    /// Every subject, also gates and queues.
    private(set) var operations: [Operation] = []
    private(set) var queues: [Queue] = []
    private var spans: [Span] = []
    private var laneOf: [Int] = []
    private var operationOf: [Int] = []
    private var isLeftOut: [Bool] = []
    private var laneNumbers: [String: Int] = [:]
    private var operationNumbers: [String: Int] = [:]
    private var queueNumbers: [String: Int] = [:]
    private var open = OpenSpans()
    private var pending: [Pending] = []
    /// The open spans of that kind.
    private var running: [OpenSpans.Owner: Int] = [:]

    /// Spans that the finish of an operation will end, as indices.
    private struct Pending {
      var unfinished: [Int] = []
      /// Left out of the picture unless a state contradicts: the body ended inside the call, as in
      /// Foundation's own operations, whose finish no event reports.
      var presumedOver: [Int] = []
    }

    init(_ events: [Event], _ snapshot: Snapshot?) {
      self.events = events
      for (place, event) in events.enumerated() {
        readQueues(event, at: place)
        readSpans(event, at: place)
      }
      closeSpans()
      for lane in lanes.indices { lanes[lane].arrange() }
      for queue in snapshot?.queues ?? [] {
        queues[number(ofQueue: queue.name)].learn(width: queue.width)
      }
      for operation in snapshot?.operations ?? [] {
        guard let number = operationNumbers[operation.name] else { continue }
        operations[number].add(dependencies: operation.dependencies)
      }
    }

    /// What is known of a subject of the trace.
    func operation(_ subject: String) -> Operation? {
      operationNumbers[subject].map { operations[$0] }
    }

    /// What is known of a queue.
    func queue(_ name: String) -> Queue? { queueNumbers[name].map { queues[$0] } }

    private mutating func readQueues(_ event: Event, at place: Int) {
      if let enqueueing = event.enqueueing {
        let isFirst =
          event.kind == .enqueued && operation(event.subject)?.enqueued == nil
        let queue = number(ofQueue: enqueueing.queue)
        queues[queue].add(event.subject, enqueueing, isFirst: isFirst)
      }
      if event.befallsOnlyQueues || queueNumbers[event.subject] != nil {
        let queue = number(ofQueue: event.subject)
        queues[queue].read(event, at: place)
      }
    }

    private mutating func readSpans(_ event: Event, at place: Int) {
      let lane = number(ofLane: event.thread)
      let operation = number(ofOperation: event.subject)
      operations[operation].read(event, at: place)
      weighState(of: event, at: place, operation: operation)
      let owner = OpenSpans.Owner(lane: lane, operation: operation)
      switch event.kind {
      case .started where event.returnIsRecorded == false:
        running[owner] = spans.count
        return begin(.running, with: event, at: place, owner)
      case .started: return begin(.start, with: event, at: place, owner)
      case .finished:
        if let span = running.removeValue(forKey: owner) {
          return spans[span].end(with: event, at: place)
        }
      case .began: return begin(.body, with: event, at: place, owner)
      case .returned:
        if let call = open.takeCall(owner, in: spans) {
          spans[call].end(with: event, at: place)
          awaitFinish(after: call, with: event, at: place, owner)
          // The thread has left the call, and with it every body that had begun inside.
          while let body = open.takeBody(owner, since: call, in: spans) {
            spans[body].end(with: event, at: place)
          }
          return
        }
      case .ended:
        if let (body, isHere) = open.takeBody(owner, in: spans) {
          spans[body].end(with: event, at: place)
          if isHere { return }
          // Ended by a callback on another thread: also a mark, on that thread's lane.
        }
      default: break
      }
      lanes[lane].marks.append(place)
    }

    private mutating func begin(
      _ kind: Span.Kind, with event: Event, at place: Int, _ owner: OpenSpans.Owner
    ) {
      if kind == .start || kind == .body { open.add(spans.count, kind, owner) }
      spans.append(Span(kind, from: event, at: place))
      laneOf.append(owner.lane)
      operationOf.append(owner.operation)
      isLeftOut.append(false)
    }

    private mutating func awaitFinish(
      after call: Int, with event: Event, at place: Int, _ owner: OpenSpans.Owner
    ) {
      guard operations[owner.operation].finished == nil else { return }
      if event.state.isEmpty, open.hasWorked(owner.operation, since: call) {
        pending[owner.operation].presumedOver.append(spans.count)
      } else {
        pending[owner.operation].unfinished.append(spans.count)
      }
      begin(.unfinished, with: event, at: place, owner)
    }

    /// Runs after the operation itself has read the event.
    private mutating func weighState(of event: Event, at place: Int, operation: Int) {
      if event.showsFinished {
        for index in pending[operation].unfinished {
          spans[index].end(with: event, at: place)
        }
        pending[operation].unfinished = []
      } else if !event.state.isEmpty, operations[operation].finished == nil {
        pending[operation].unfinished += pending[operation].presumedOver
        pending[operation].presumedOver = []
      }
    }

    /// After the last event: gives each lane its spans, of which some stay open.
    private mutating func closeSpans() {
      guard let last = events.last else { return }
      for index in pending.flatMap(\.presumedOver) { isLeftOut[index] = true }
      for index in spans.indices where !isLeftOut[index] {
        if spans[index].isOpen {
          spans[index].reach(last, at: events.count - 1)
          operations[operationOf[index]].isOpen = true
        }
        lanes[laneOf[index]].spans.append(spans[index])
      }
    }

    private mutating func number(ofLane thread: String) -> Int {
      if let number = laneNumbers[thread] { return number }
      laneNumbers[thread] = lanes.count
      lanes.append(Lane(thread: thread))
      return lanes.count - 1
    }

    private mutating func number(ofOperation subject: String) -> Int {
      if let number = operationNumbers[subject] { return number }
      operationNumbers[subject] = operations.count
      operations.append(Operation(subject))
      pending.append(Pending())
      open.addOperation()
      return operations.count - 1
    }

    private mutating func number(ofQueue name: String) -> Int {
      if let number = queueNumbers[name] { return number }
      queueNumbers[name] = queues.count
      queues.append(Queue(name))
      return queues.count - 1
    }
  }
}

extension Timeline.Lane {
  /// Finds for each span the call that it belongs to, and a row.
  ///
  /// A body belongs to the call around it, an unfinished stretch to the call before it. They are
  /// drawn in its row. Every other span in the first row with room.
  fileprivate mutating func arrange() {
    // More would make the time depend on how many spans overlap. No view draws as many.
    let limit = 24
    var latestCall: [String: Int] = [:]
    var ends: [Int] = []
    for index in spans.indices {
      let span = spans[index]
      if span.kind == .start {
        latestCall[span.subject] = index
      } else if let call = latestCall[span.subject] {
        let end = spans[call].toPlace
        let belongs = span.kind == .body ? span.fromPlace <= end : span.fromPlace == end
        spans[index].call = belongs ? call : nil
      }
      let row =
        spans[index].call.map { spans[$0].row } ?? ends.firstIndex { $0 < span.fromPlace }
        ?? min(ends.count, limit - 1)
      if row == ends.count { ends.append(span.toPlace) }
      ends[row] = max(ends[row], span.toPlace)
      spans[index].row = row
    }
  }
}

extension Timeline.Reader {
  /// The calls and bodies that have begun and not ended yet, latest first.
  ///
  /// Stacks as linked lists: `before[n]` is the span under span `n`. A body lies on two of them.
  /// Once it was ended through one, the other drops it when it next comes to it.
  private struct OpenSpans {
    /// An operation on one lane.
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

extension Event {
  fileprivate var befallsOnlyQueues: Bool {
    kind == .suspended || kind == .resumed || fact == .barrier
  }
}

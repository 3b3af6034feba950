import OperationLab

extension Timeline {
  /// Pairs beginnings with ends in one pass.
  ///
  /// Names are turned into small numbers at once, and what is open is kept in linked lists inside
  /// arrays, so that a million events cost a million short steps.
  struct Builder {
    private var operations: [Operation] = []
    private var spans: [Span] = []
    private var lanes: [Lane] = []
    private var laneOf: [Int] = []
    private var operationOf: [Int] = []
    private var isLeftOut: [Bool] = []
    private var laneNumbers: [String: Int] = [:]
    private var operationNumbers: [String: Int] = [:]
    private var open = OpenSpans()
    private var pending: [Pending] = []

    /// What the finish of an operation will end, as indices of spans.
    private struct Pending {
      var unfinished: [Int] = []
      /// Left out of the picture unless a state contradicts: the body ended inside the call, as in
      /// Foundation's own operations, whose finish no event reports.
      var presumedOver: [Int] = []
    }

    mutating func read(_ events: [Event]) {
      for (place, event) in events.enumerated() {
        read(event, at: place)
      }
      guard let last = events.last else { return }
      for index in pending.flatMap(\.presumedOver) {
        spans[index].isOpen = false
        isLeftOut[index] = true
      }
      for index in spans.indices where spans[index].isOpen {
        spans[index].reach(last, at: events.count - 1)
        operations[operationOf[index]].isOpen = true
      }
    }

    func finishedLanes() -> [Lane] {
      var lanes = lanes
      for index in spans.indices where !isLeftOut[index] {
        lanes[laneOf[index]].spans.append(spans[index])
      }
      return lanes
    }

    /// Without the queues and gates. Empties the builder: a copy would be as large as the trace.
    mutating func finishedOperations() -> [Operation] {
      operations.removeAll { !$0.isOperation }
      defer { operations = [] }
      return operations
    }

    private mutating func read(_ event: Event, at place: Int) {
      let lane = number(ofLane: event.thread)
      let operation = number(ofOperation: event.subject)
      operations[operation].read(event)
      weighState(of: event, at: place, operation: operation)
      let owner = OpenSpans.Owner(lane: lane, operation: operation)
      switch event.kind {
      case .started: begin(.start, with: event, at: place, owner)
      case .began: begin(.body, with: event, at: place, owner)
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
      if event.kind != .started && event.kind != .began {
        lanes[lane].marks.append(Mark(event: event, place: place))
      }
    }

    private mutating func begin(
      _ kind: Span.Kind, with event: Event, at place: Int, _ owner: OpenSpans.Owner
    ) {
      if kind != .unfinished {
        open.add(spans.count, kind, owner)
      }
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
  }
}

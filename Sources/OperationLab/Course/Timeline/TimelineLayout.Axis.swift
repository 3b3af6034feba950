extension TimelineLayout {
  /// From left to right: the order of events, not time.
  ///
  /// Neighbouring events of one thread and one kind that begin and end nothing (ten operations
  /// enqueued in a row) are one step, so that they leave room for what matters.
  struct Axis {
    let columns: Int
    /// The place of each step's first event.
    let steps: [Int]
    private let stepOfPlace: [Int]

    init(_ timeline: Timeline, columns: Int) {
      self.columns = columns
      let events = timeline.events
      var isEdge = [Bool](repeating: false, count: events.count)
      for lane in timeline.lanes {
        for span in lane.spans {
          isEdge[span.fromPlace] = true
          if !span.isOpen { isEdge[span.toPlace] = true }
        }
      }
      var steps: [Int] = []
      var stepOfPlace: [Int] = []
      stepOfPlace.reserveCapacity(events.count)
      for place in events.indices {
        let goesOn =
          place > 0 && !isEdge[place] && !isEdge[place - 1]
          && events[place].kind == events[place - 1].kind
          && events[place].thread == events[place - 1].thread
        if !goesOn { steps.append(place) }
        stepOfPlace.append(steps.count - 1)
      }
      self.steps = steps
      self.stepOfPlace = stepOfPlace
    }

    /// More steps than columns.
    var isCompressed: Bool { steps.count > columns }

    func column(ofPlace place: Int) -> Int {
      column(ofStep: stepOfPlace[place])
    }

    func column(ofStep step: Int) -> Int {
      step * columns / max(steps.count, 1)
    }
  }
}

import OperationLab

extension Ruling.Ordering {
  /// One line for each step, such as `T1 reads isCancelled: false`.
  ///
  /// A thread that continues with an answer gets a line only if another thread ran in between.
  package var steps: [String] {
    var lines: [String] = []
    var last: String?
    for event in run.trace.events where event.kind != .settled {
      let isObvious = event.mark.map(LifePoints.goesOn) == true && event.thread == last
      last = event.thread
      if isObvious || event.subject == SubjectScene.subject { continue }
      lines.append("\(event.thread) \(event.step)")
    }
    return lines
  }
}

extension Event {
  /// What a thread does in this step.
  fileprivate var step: String {
    switch kind {
    case .started: "calls start()"
    case .enqueued: "puts it into a queue"
    case .cancelled: "calls cancel()"
    case .began: "begins the work"
    case .ended: "ends the work"
    case .observed: "looks at it in the end: \(note)"
    default: phrase
    }
  }
}

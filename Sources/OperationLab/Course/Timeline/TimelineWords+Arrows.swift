import OperationLab
import OperationDownloads

extension TimelineWords {
  /// The one sentence in which prose, tooltips and pages tell an arrow, without its full stop.
  func sentence(_ arrow: Timeline.Arrow) -> String {
    let (releaser, released) = (name(arrow.releaser), name(arrow.released))
    let (from, to) = ("at event \(arrow.from)", "at event \(arrow.to)")
    return switch arrow.kind {
    case .slot:
      "the end of \(releaser) \(from) freed the slot of \(name(arrow.through)) in which \(released) "
        + "started \(to)"
    case .dependency:
      "the end of \(releaser) \(from) let \(released), which depends on it, start \(to)"
    case .resume: "queue \(releaser), resumed \(from), let \(released) start \(to)"
    case .wait: "the end of \(releaser) \(from) let \(released) come back from its wait \(to)"
    case .gate: "gate \(releaser), opened \(from), let \(released) go on \(to)"
    }
  }

  /// The one sentence in which all views tell who waits in the end, without its full stop.
  func sentence(_ wait: Timeline.Wait) -> String {
    "\(range(wait.waiters)) \(wait.waiters.count == 1 ? "waits" : "wait") \(reason(wait))"
  }

  /// What they wait for, such as `for a slot of downloads, held by op1 and op2`.
  private func reason(_ wait: Timeline.Wait) -> String {
    let holders = range(wait.holders, count: wait.holderCount)
    let queue = name(wait.through)
    return switch wait.kind {
    case .slot: "for a slot of \(queue), held by \(holders)"
    case .dependency: "for the end of \(holders)"
    case .mainThread: "for the main thread, held by \(holders)"
    case .call where wait.through.isEmpty: "in a call for \(holders)"
    // Nobody but itself keeps the queue from becoming empty.
    case .call where wait.holderCount == 0: "in a call for \(queue) to be empty, which holds it"
    case .call: "in a call for \(queue) to be empty, which holds \(holders)"
    case .resume: "for queue \(queue) to be resumed"
    }
  }

  /// With a capital, for sentences that begin with a word of our own.
  func capitalised(_ sentence: String) -> String {
    sentence.prefix(1).uppercased() + sentence.dropFirst()
  }

  /// Names in a few words: `op1 and op2`, `op3 … op10 (8)`.
  func range(_ names: [String], count: Int? = nil) -> String {
    let words = Names(names.map(name), count: count).words()
    return isASCII ? words.replacing("…", with: "..") : words
  }
}

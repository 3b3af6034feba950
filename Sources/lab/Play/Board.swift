import OperationBench
import OperationCourse
import OperationDoctor

/// A game after some steps: what has happened, what all operations are, and who can continue.
///
/// A run is made of these steps and goes on as usual after them. The board shows only what they did.
struct Board {
  let goal: Goal
  let run: OrderedRun
  /// The thread of each step.
  let steps: [String]

  /// The threads that can continue, and the next step of each. Empty when the program has ended.
  var stands: [Decision.Stand] {
    steps.count < run.decisions.count ? run.decisions[steps.count].stands : []
  }

  /// The thread whose step is usual. `nil` when the program has ended.
  var usual: String? {
    steps.count < run.decisions.count ? run.decisions[steps.count].thread : nil
  }

  /// Whether the goal is reached. `nil` while that is not decided.
  var isReached: Bool? { goal.isReached(in: run, after: steps.count) }

  private var past: Run { usual == nil ? run.run : run.past(after: steps.count) }

  /// The parts of the board.
  ///
  /// - Parameter told: how many steps have been told before.
  func text(beyond told: Int, _ paper: Paper) -> [String] {
    let say = paper.language
    let events = past.trace.events.filter { $0.kind != .settled }
    let new = events.dropFirst(told).map { event in
      say.line(of: event).wrapped(to: paper.width, indent: 6, firstIndent: "  ")
    }
    let order = Order(steps).description
    return [
      new.joined(separator: "\n"), states(paper), verdict(paper), threads(paper),
      say(order.isEmpty ? "Order: nothing chosen yet" : "Order: \(order)")
        .wrapped(to: paper.width, indent: 2, firstIndent: ""),
    ].filter { !$0.isEmpty }
  }

  /// The last known state of each operation, and whose slot it has.
  private func states(_ paper: Paper) -> String {
    let (say, past) = (paper.language, past)
    let timeline = Timeline(past)
    let last = past.trace.events.count - 1
    let lines = past.trace.subjects.compactMap { subject -> String? in
      let read = past.trace.events.last { $0.subject == subject && !$0.state.isEmpty }
      guard let read else { return nil }
      let queue = timeline.queue(withSlotOf: subject, at: last)
      let slot: Phrase = queue.map { ", in a slot of \($0.name)" } ?? ""
      return say("\(subject): \(say.flags(read.state))\(slot)")
        .wrapped(to: paper.width, indent: 4, firstIndent: "  ")
    }
    return lines.isEmpty ? "" : ([say("state, as last read")] + lines).joined(separator: "\n")
  }

  /// What is known of the goal.
  private func verdict(_ paper: Paper) -> String {
    let say = paper.language
    var words: [Phrase] = []
    if isReached == true {
      words = ["Reached."] + (usual == nil ? [ending] : []) + ["\(text: goal.reason)"]
    } else if isReached == false {
      words = ["Not reached.", ending]
    }
    let text = say(words).wrapped(to: paper.width)
    return words.isEmpty ? "" : paper.toned(text, isReached == true ? .good : .remarkable)
  }

  private var ending: Phrase {
    switch run.run.outcome {
    case .completes: "The program has ended."
    case .hangs: "The program hangs."
    case .traps, .exits: "The program's process is gone."
    }
  }

  /// The threads that can continue, a number before each, and those that sleep.
  private func threads(_ paper: Paper) -> String {
    let say = paper.language
    if stands.isEmpty { return "" }
    let rows = stands.map { stand in
      "\(stand.thread.padded(to: 5))" + say("next: \(say.account(of: stand.point.event))")
    }
    let asleep = Set(past.trace.events.map(\.thread)).subtracting(stands.map(\.thread)).sorted()
    let rest = say("asleep, or done: \(asleep.joined(separator: ", "))")
    return
      ([say("Who continues?"), Dialogue.numbered(rows, paper)]
      + (asleep.isEmpty ? [] : ["     " + rest])).joined(separator: "\n")
  }
}

import Foundation
import OperationDoctor
import OperationBench

/// The recorded runs of a program in its orders, for a page on which the reader is the scheduler.
///
/// Runs that begin alike share their beginning. Each step of a run writes one event.
package struct OrderTree: Encodable, Sendable {
  /// The program's name.
  package let program: String
  /// The command that runs an order, which follows it.
  let command: String
  /// Whether there are no other orders.
  package private(set) var isComplete: Bool
  let goals: [GoalText]
  /// What steps write, each event once, without number and time.
  package private(set) var steps: [Event] = []
  private var phrases: [String] = []
  private var operations: [String] = []
  private var queues: [Queue] = []
  private var endings: [Ending] = []
  /// In the order of their threads.
  package private(set) var paths: [Path] = []
  private var unrecorded: [Unrecorded] = []

  /// A goal, as the page tells it.
  struct GoalText: Encodable {
    let id: String
    let task: String
    let reason: String
  }

  private struct Queue: Encodable, Equatable {
    let name: String
    let width: Int?

    /// A run that is cut off may not know the width.
    static func == (one: Self, other: Self) -> Bool { one.name == other.name }
  }

  fileprivate struct Ending: Encodable, Equatable {
    let outcome: String
    let sentences: [String]
  }

  /// A thread that could have gone on, in an order that was not run.
  private struct Unrecorded: Encodable {
    let path: Int
    let place: Int
    let thread: String
    let words: String
  }

  /// One run. Numbers in short lists, because there are hundreds.
  package struct Path: Encodable, Sendable {
    /// How many steps it shares with the path before it.
    let shared: Int
    /// The steps after these, as places in ``OrderTree/steps``.
    let rest: [Int]
    /// For each stay in a slot: the queue, the operation, and the steps at which it begins and ends.
    /// The last is -1 if it does not end.
    let slots: [Int]
    /// For each operation: the steps at which it is put into a queue, starts, and is seen to have
    /// finished. -1 for what does not happen.
    let lifecycles: [Int]
    /// For each goal: after how many steps it is reached, or 0.
    package let reached: [Int]
    let ending: Int

    package func encode(to encoder: any Encoder) throws {
      var container = encoder.unkeyedContainer()
      try container.encode([shared, ending] + reached)
      try container.encode(rest)
      try container.encode(slots)
      try container.encode(lifecycles)
    }
  }

  /// Keeps runs, the first ones if all are more than a page should hold.
  ///
  /// - Parameters:
  ///   - runs: those with the fewest deviations first.
  ///   - isComplete: whether there are no others.
  ///   - command: the command that runs an order, which follows it.
  ///   - language: of the words.
  ///   - size: how many bytes of JSON it may have, about.
  package init(
    _ runs: [OrderedRun], of program: String, isComplete: Bool, goals: [Goal], command: String,
    in language: Language = .english, size: Int = 58_000
  ) {
    let words = TimelineWords(language: language)
    var tree = OrderTree(program, command, isComplete, goals, words)
    var count = runs.count
    tree.add(runs, goals, words)
    while count > 1, tree.size > size {
      count = count * 4 / 5
      tree = OrderTree(program, command, false, goals, words)
      tree.add(Array(runs.prefix(count)), goals, words)
    }
    self = tree
  }

  private init(
    _ program: String, _ command: String, _ isComplete: Bool, _ goals: [Goal],
    _ words: TimelineWords
  ) {
    (self.program, self.command, self.isComplete) = (program, command, isComplete)
    let text = words.language.text
    self.goals = goals.map { GoalText(id: $0.id, task: text($0.task), reason: text($0.reason)) }
  }

  private var size: Int { (try? Self.encoder.encode(self).count) ?? 0 }

  private static var encoder: JSONEncoder {
    let encoder = JSONEncoder()
    encoder.userInfo[Event.omitsNotes] = true
    return encoder
  }
}

extension OrderTree {
  private mutating func add(_ runs: [OrderedRun], _ goals: [Goal], _ words: TimelineWords) {
    var places: [Event: Int] = [:]
    var before: [Int] = []
    let sorted = runs.sorted { $0.ranks.lexicographicallyPrecedes($1.ranks) }
    for run in sorted {
      // Without what the bench records when it settles: that is no step.
      let past = run.past(after: run.decisions.count)
      let all = past.trace.events.map { event -> Int in
        let step = event.asStep
        if let place = places[step] { return place }
        places[step] = steps.count
        steps.append(step)
        phrases.append(TerminalText.visible(words(step.phrase)))
        return steps.count - 1
      }
      let shared = zip(before, all).prefix { $0 == $1 }.count
      let timeline = Timeline(past)
      paths.append(
        Path(
          shared: shared, rest: Array(all[shared...]), slots: slots(timeline),
          lifecycles: lifecycles(timeline),
          reached: goals.map { goal in
            (1...max(1, all.count)).first { goal.isReached(in: run, after: $0) == true } ?? 0
          }, ending: place(of: Ending(run.run, timeline, words), in: \.endings)))
      before = all
    }
    lookForUnrecorded(sorted, words)
    isComplete = isComplete && unrecorded.isEmpty
  }

  private mutating func lifecycles(_ timeline: Timeline) -> [Int] {
    for operation in timeline.operations { _ = place(of: operation.subject, in: \.operations) }
    return operations.flatMap { subject in
      let found = timeline.operations.first { $0.subject == subject }
      return [found?.enqueued, found?.started, found?.finished].map { $0 ?? -1 }
    }
  }

  private mutating func slots(_ timeline: Timeline) -> [Int] {
    timeline.queues.flatMap { queue -> [Int] in
      let number = place(of: Queue(name: queue.name, width: queue.width), in: \.queues)
      return queue.holdings.flatMap {
        [number, place(of: $0.subject, in: \.operations), $0.fromPlace, $0.toPlace ?? -1]
      }
    }
  }

  private mutating func place<Item: Equatable>(
    of item: Item, in list: WritableKeyPath<Self, [Item]>
  ) -> Int {
    if let place = self[keyPath: list].firstIndex(of: item) { return place }
    self[keyPath: list].append(item)
    return self[keyPath: list].count - 1
  }

  /// The choices that lead to no run.
  private mutating func lookForUnrecorded(_ runs: [OrderedRun], _ words: TimelineWords) {
    let orders = runs.map(\.wholeOrder.threads)
    var known = Set(orders.flatMap { order in order.indices.map { Array(order[...$0]) } })
    for (path, run) in runs.enumerated() {
      for (place, decision) in run.decisions.enumerated() {
        for stand in decision.stands
        where known.insert(orders[path][..<place] + [stand.thread]).inserted {
          unrecorded.append(
            Unrecorded(
              path: path, place: place, thread: stand.thread,
              words: words.language.account(of: stand.point.event)))
        }
      }
    }
  }
}

extension OrderTree.Ending {
  fileprivate init(_ run: Run, _ timeline: Timeline, _ words: TimelineWords) {
    let ending: Phrase =
      switch run.outcome {
      case .completes: "The program has ended."
      case .hangs: "The program hangs."
      case .traps, .exits: "The program’s process is gone."
      }
    outcome = words(ending)
    sentences = timeline.waits.map { words("\(words.sentence($0)).") }
  }
}

extension OrderedRun {
  /// `main` first, then by number.
  fileprivate var ranks: [Int] {
    decisions.map { Int($0.thread.dropFirst()) ?? 0 }
  }
}

extension Event {
  /// The same in each run in which it happens.
  package var asStep: Event {
    var step = self
    (step.seq, step.ns) = (0, 0)
    return step
  }
}

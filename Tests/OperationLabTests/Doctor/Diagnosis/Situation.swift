import Foundation
import Testing

@testable import OperationDoctor
@testable import OperationBench

/// How a run went and ended, written as text.
///
/// ```
/// T1 started a
/// T1 waiting a for operation b
/// queue q width 1: a executing, b ready
/// ```
///
/// A line is an event, a queue with what it holds in the end, or one of the sentences below.
/// - Events are 0.1 ms apart, the first at 0.0 ms: thread, kind, subject, and possibly a note, which
///   becomes the fact that it says. The kind `started!` is a `started` whose return is recorded, too.
/// - `queue q width 1 suspended: …` holds operations. `no queue: …` names those in none.
/// - Operations are named in the order in which they were added: `a executing`, `b after a`,
///   `c ready cancelled priority -4 after a b`. `d unready` is neither ready nor has dependencies.
/// - `the deadline passed`, `the program is blocked`, `without a snapshot`.
struct Situation {
  private(set) var trace = Trace()
  private(set) var snapshot: Snapshot?

  init(_ text: String) {
    let lines = text.split(separator: "\n").map(String.init)
    var (events, state) = ([Event](), Snapshot())
    for line in lines {
      if let match = line.wholeMatch(of: /queue (.+?)(?: width (\d+))?( suspended)?:(.*)/) {
        let width = match.2.flatMap { Int($0) } ?? -1
        let queue = Snapshot.Queue(
          name: String(match.1), width: width, isSuspended: match.3 != nil)
        state.add(Self.operations(match.4, in: queue.name), in: queue)
      } else if line.hasPrefix("no queue:") {
        state.operations += Self.operations(line.dropFirst("no queue:".count), in: nil)
      } else if line == "the deadline passed" {
        state.ending = .deadline
      } else if line == "the program is blocked" {
        state.isProgramBlocked = true
      } else if line != "without a snapshot" {
        events.append(Self.event(line, events.count))
      }
    }
    trace = Trace(events)
    snapshot = lines.contains("without a snapshot") ? nil : state
  }

  var diagnosis: Diagnosis { Diagnosis(trace: trace, snapshot: snapshot) }

  private static func event(_ line: String, _ place: Int) -> Event {
    let words = line.split(separator: " ", maxSplits: 3).map(String.init)
    let isRecorded = words[1] == "started!"
    guard let kind = isRecorded ? .started : Event.Kind(rawValue: words[1]) else {
      preconditionFailure("no kind of event in: \(line)")
    }
    var event = Event.written(
      seq: place, ns: UInt64(place) * 100_000, thread: words[0], subject: words[2],
      kind: kind, note: words.count > 3 ? words[3] : "")
    if isRecorded { event.returnIsRecorded = true }
    return event
  }

  private static func operations(
    _ list: some StringProtocol, in queue: String?
  ) -> [Snapshot.Operation] {
    list.components(separatedBy: ",").map { $0.split(separator: " ").map(String.init) }
      .filter { !$0.isEmpty }.map { words in
        let halves = words.split(separator: "after", maxSplits: 1)
        let flags = halves[0].dropFirst()
        return Snapshot.Operation(
          name: words[0], state: OperationState(flags.map(state)),
          dependencies: halves.count > 1 ? Array(halves[1]) : [], queue: queue,
          priority: flags.last.flatMap { Int($0) } ?? 0)
      }
  }

  private static func state(_ word: String) -> OperationState {
    switch word {
    case "ready": .ready
    case "executing": [.ready, .executing]
    case "finished": [.ready, .finished]
    case "cancelled": .cancelled
    case "unready", "priority": []
    case let number where Int(number) != nil: []
    default: preconditionFailure("no state of an operation: \(word)")
    }
  }
}

extension Snapshot {
  fileprivate mutating func add(_ members: [Operation], in queue: Queue) {
    var queue = queue
    queue.operations = members.map(\.name)
    queues.append(queue)
    operations += members
  }
}

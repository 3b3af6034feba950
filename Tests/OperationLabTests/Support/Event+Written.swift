import Foundation

@testable import OperationDoctor
@testable import OperationBench
@testable import OperationLab

extension Event {
  /// An event written by hand. Its note becomes the fact that a program would have recorded, if the
  /// note says one. The note of `enqueued` names a queue with nothing special about it.
  static func written(
    seq: Int, ns: UInt64 = 0, thread: String, subject: String, kind: Kind,
    state: OperationState = [], note: String = "", enqueueing: Enqueueing? = nil
  ) -> Event {
    let queue = kind == .enqueued && !note.isEmpty ? Enqueueing(queue: note) : nil
    var event = Event(
      seq: seq, ns: ns, thread: thread, subject: subject, kind: kind, state: state, note: note,
      enqueueing: enqueueing ?? queue)
    if let fact = Fact(written: note, kind) { event.set(fact) }
    return event
  }
}

extension Event.Fact {
  /// The fact that these words say of an event of this kind. `nil` for a remark.
  init?(written note: String, _ kind: Event.Kind) {
    guard !note.isEmpty, let fact = Self.read(note, kind), fact.words == note else { return nil }
    self = fact
  }

  private static func read(_ note: String, _ kind: Event.Kind) -> Self? {
    switch kind {
    case .announced: .key(path: note)
    case .waiting: .wait(for: wait(note))
    case .settled, .observed:
      note == "in no queue"
        ? .place(queue: nil)
        : rest(of: note, after: "in ").map { .place(queue: $0) }
          ?? rest(of: note, after: "depends on ").map { .dependencies(names: names($0)) }
    case .started: Int(note.filter(\.isNumber)).map { .blocks(count: $0) }
    case .cancelled: .allOperations
    case .progressed:
      note.wholeMatch(of: /(\d+)(?: of (\d+))? bytes/).flatMap { match in
        Int(match.1).map { .bytes(received: $0, total: match.2.flatMap { Int($0) }) }
      }
    case .timedOut:
      [.neverOpened, .neverAtRest, .nothingFromOutside].map { .gaveUp(reason: $0) }
        .first { $0.words == note }
    case .noted: remark(note)
    case .enqueued, .returned, .began, .ended, .finished, .completed, .opened, .suspended, .resumed,
      .released:
      nil
    }
  }

  private static func wait(_ note: String) -> Event.Wait {
    if let match = note.wholeMatch(of: /for operation (.+)/) { return .operation("\(match.1)") }
    if let match = note.wholeMatch(of: /for queue (.+) to be empty/) { return .queue("\(match.1)") }
    if let match = note.wholeMatch(of: /for the signal '(.+)'/) { return .signal("\(match.1)") }
    if let match = note.wholeMatch(of: /at gate (.+)/) { return .gate("\(match.1)") }
    if let match = note.wholeMatch(of: /for (.+) to be finished/) {
      return .operations("\(match.1)".components(separatedBy: " and "))
    }
    return .other(note)
  }

  private static func remark(_ note: String) -> Self? {
    switch note {
    case "barrier block added": .barrier
    case "is held by the bench": .heldByBench
    case "run by no queue": .currentQueue(name: nil)
    default:
      rest(of: note, after: "no longer depends on ").map { .removedDependency(name: $0) }
        ?? rest(of: note, after: "asked for width ").flatMap(Int.init).map { .width(value: $0) }
        ?? note.wholeMatch(of: /its priority is (-?\d+) now/).flatMap { Int($0.1) }
        .map { .priority(value: $0) }
        ?? rest(of: note, after: "run by ").map { .currentQueue(name: $0) }
    }
  }

  private static func rest(of note: String, after beginning: String) -> String? {
    note.hasPrefix(beginning) ? String(note.dropFirst(beginning.count)) : nil
  }

  private static func names(_ list: String) -> [String] {
    list == "nothing" ? [] : list.components(separatedBy: ", ")
  }
}

import Foundation

// The only place where facts become words.
extension Trace.Event.Fact {
  /// The note of an event with this fact, such as `in no queue`.
  package var words: String {
    switch self {
    case .key(let key): key
    case .place(let queue): queue.map { "in \($0)" } ?? "in no queue"
    case .wait(let wait): wait.words
    case .blocks(let count): count == 1 ? "" : "with \(count) blocks"
    case .bytes(let received, let total):
      total.map { "\(received) of \($0) bytes" } ?? "\(received) bytes"
    case .allOperations: "all operations"
    case .gaveUp(let reason): reason.words
    case .dependencies(let names):
      "depends on \(names.isEmpty ? "nothing" : names.joined(separator: ", "))"
    case .removedDependency(let name): "no longer depends on \(name)"
    case .priority(let value): "its priority is \(value) now"
    case .width(let width): "asked for width \(width)"
    case .barrier: "barrier block added"
    case .heldByBench: "is held by the bench"
    case .currentQueue(let name): "run by \(name ?? "no queue")"
    case .type(let type, let isAsynchronous): "\(type), isAsynchronous: \(isAsynchronous)"
    case .answer(let gate, let answer): "waited for '\(gate)': \(answer.words)"
    case .mark(let mark): mark.words
    }
  }
}

extension Trace.Event.Wait {
  fileprivate var words: String {
    switch self {
    case .operation(let name): "for operation \(name)"
    case .operations(let names): "for \(names.joined(separator: " and ")) to be finished"
    case .queue(let name): "for queue \(name) to be empty"
    case .gate(let name): "at gate \(name)"
    case .signal(let name): "for the signal '\(name)'"
    case .other(let words): words
    }
  }
}

extension Trace.Event.GivenUp {
  fileprivate var words: String {
    switch self {
    case .neverOpened: "nobody opened it"
    case .neverAtRest: "it did not come to rest in time"
    case .nothingFromOutside: "nothing came from outside"
    }
  }
}

extension Trace.Event.Answer {
  fileprivate var words: String {
    switch self {
    case .open: "it opened"
    case .shut: "nobody could open it"
    case .shutWithoutThread: "no thread was free"
    }
  }
}

extension Trace.Event.Mark {
  /// What a reader sees, such as `received 7 bytes`.
  package var words: String {
    let texts = values.map { value in
      switch value {
      case .number(let number): "\(number)"
      case .text(let text): text
      case .list(let list): list.isEmpty ? "nothing" : list.joined(separator: ", ")
      case .mark(let mark): mark.words
      }
    }
    let pieces = pattern.components(separatedBy: "{}")
    return zip(pieces, texts + [""]).map { $0 + $1 }.joined()
      + pieces.dropFirst(texts.count + 1).joined()
  }
}

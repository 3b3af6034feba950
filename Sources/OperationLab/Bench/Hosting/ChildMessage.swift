import Foundation

/// A line that a program's process writes for its parent.
package enum ChildMessage: Codable, Sendable {
  /// Something happened just now.
  case event(Event)
  /// The program has ended, or never will. This is how everything stands.
  case snapshot(Snapshot)
  /// The process cannot host a program, and why. What it said of one so far decides nothing.
  case fault(String)
  /// The order with that place in the list that was handed over begins now.
  case began(Int)
  /// The making of an operation under check begins, or has returned.
  case isMaking(Bool)
  /// It has not ended, and the process waits for a time, such as that of a timer.
  case waitsForTime(Bool)
  /// A thread was chosen, and goes on now.
  case decision(Decision)
  /// The order was not followed to its end. What was said of its run decides nothing.
  case orderFailure(OrderFailure)
  /// The answer to a request, in the form of whoever asked.
  case answer(Data)
  /// It has done what it was asked for, and waits to be asked for more.
  case isReady

  private static let encoder: JSONEncoder = {
    let encoder = JSONEncoder()
    encoder.userInfo[Event.omitsNotes] = true
    return encoder
  }()
  private static let decoder = JSONDecoder()

  /// The message as one line, newline included.
  package func line() throws -> Data { try Self.encoder.encode(self) + Data("\n".utf8) }

  package init(line: Data) throws {
    self = try Self.decoder.decode(ChildMessage.self, from: line)
  }
}

/// What a process has said of one run.
package struct ReceivedMessages: Sendable {
  private(set) var events: [Event] = []
  private(set) var decisions: [Decision] = []
  private(set) var snapshot: Snapshot?
  /// How many operations under check are being made.
  private(set) var makings = 0
  private(set) var waitsForTime: Bool?
  private(set) var fault: String?
  private(set) var orderFailure: OrderFailure?
  private(set) var answers: [Data] = []

  package init() {}

  package mutating func receive(_ message: ChildMessage) {
    switch message {
    case .event(let event): events.append(event)
    case .decision(let decision): decisions.append(decision)
    case .answer(let answer): answers.append(answer)
    case .isMaking(let isMaking): makings += isMaking ? 1 : -1
    case .snapshot(let snapshot): self.snapshot = snapshot
    case .waitsForTime(let waitsForTime): self.waitsForTime = waitsForTime
    case .fault(let fault): self.fault = fault
    case .orderFailure(let failure): orderFailure = failure
    case .began, .isReady: break
    }
  }

  /// The answers of one form. One that was cut off by the end of the process says nothing.
  package func decodedAnswers<Answer: Decodable>() -> [Answer] {
    answers.compactMap { try? JSONDecoder().decode(Answer.self, from: $0) }
  }
}

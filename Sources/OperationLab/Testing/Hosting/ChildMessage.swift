import Foundation
import OperationDoctor

/// A line that a program's process writes for its parent. Exactly one of the fields is set.
struct ChildMessage: Codable, Sendable {
  /// Something happened just now.
  var event: Event?
  /// The program has ended, or never will. This is how everything stands.
  var snapshot: Snapshot?
  /// The process cannot host a program, and why. What it said of one so far decides nothing.
  var fault: String?
  /// The order with that place in the list that was handed over begins now.
  var began: Int?
  /// The making of an operation under check begins, or has returned.
  var isMaking: Bool?
  /// It has not ended, and the process waits for a time, such as that of a timer.
  var waitsForTime: Bool?
  /// A thread was chosen, and goes on now.
  var decision: Decision?
  /// The order was not followed to its end. What was said of its run decides nothing.
  var orderFailure: OrderFailure?
  /// A life of many has been lived.
  var life: LifeReport?
  /// It has done what it was asked for, and waits to be asked for more.
  var isReady: Bool?
  /// A test that was started again has come to this call of `Conformance.check`.
  var call: CallSite?

  private static let encoder: JSONEncoder = {
    let encoder = JSONEncoder()
    encoder.userInfo[Event.omitsNotes] = true
    return encoder
  }()
  private static let decoder = JSONDecoder()

  /// The message as one line, newline included.
  func line() throws -> Data { try Self.encoder.encode(self) + Data("\n".utf8) }

  init(event: Event) { self.event = event }
  init(fault: String) { self.fault = fault }
  init(began: Int) { self.began = began }
  init(isMaking: Bool) { self.isMaking = isMaking }
  init(waitsForTime: Bool) { self.waitsForTime = waitsForTime }
  init(decision: Decision) { self.decision = decision }
  init(orderFailure: OrderFailure) { self.orderFailure = orderFailure }
  init(call: CallSite) { self.call = call }
  init(life: LifeReport) { self.life = life }
  init(isReady: Bool) { self.isReady = isReady }
  init(snapshot: Snapshot) { self.snapshot = snapshot }

  init(line: Data) throws {
    self = try Self.decoder.decode(ChildMessage.self, from: line)
  }
}

/// What a process has said of one run.
struct ReceivedMessages: Sendable {
  private(set) var events: [Event] = []
  private(set) var decisions: [Decision] = []
  private(set) var snapshot: Snapshot?
  /// How many operations under check are being made.
  private(set) var makings = 0
  private(set) var waitsForTime: Bool?
  private(set) var fault: String?
  private(set) var orderFailure: OrderFailure?
  private(set) var lives: [LifeReport] = []

  mutating func take(_ message: ChildMessage) {
    if let event = message.event { events.append(event) }
    if let decision = message.decision { decisions.append(decision) }
    if let life = message.life { lives.append(life) }
    if let isMaking = message.isMaking { makings += isMaking ? 1 : -1 }
    snapshot = message.snapshot ?? snapshot
    waitsForTime = message.waitsForTime ?? waitsForTime
    fault = message.fault ?? fault
    orderFailure = message.orderFailure ?? orderFailure
  }
}

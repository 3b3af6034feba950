import Foundation

/// A line that a program's process writes for its parent; exactly one of the fields is set.
struct ChildMessage: Codable, Sendable {
  /// Something happened just now.
  var event: Event?
  /// The program has ended, or never will; this is how everything stands.
  var snapshot: Snapshot?

  /// The message as one line, newline included.
  func line() throws -> Data {
    try JSONEncoder().encode(self) + Data("\n".utf8)
  }

  init(event: Event) { self.event = event }
  init(snapshot: Snapshot) { self.snapshot = snapshot }

  init(line: Data) throws {
    self = try JSONDecoder().decode(ChildMessage.self, from: line)
  }
}

import Foundation

/// The four answers an operation gives about itself, as one set.
///
/// In JSON it is an array such as `["ready","executing"]`.
public struct OperationState: OptionSet, Hashable, Sendable {
  /// One bit a flag.
  public let rawValue: UInt8

  /// The set of these bits.
  public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// `isReady` was `true`.
  public static let ready = OperationState(rawValue: 1)
  /// `isExecuting` was `true`.
  public static let executing = OperationState(rawValue: 2)
  /// `isFinished` was `true`.
  public static let finished = OperationState(rawValue: 4)
  /// `isCancelled` was `true`.
  public static let cancelled = OperationState(rawValue: 8)

  private static let named: [(OperationState, String)] = [
    (.ready, "ready"), (.executing, "executing"), (.finished, "finished"),
    (.cancelled, "cancelled"),
  ]

  /// The names of the flags that are set, always in the order ready, executing, finished,
  /// cancelled.
  package var names: [String] {
    Self.named.filter { contains($0.0) }.map(\.1)
  }
}

extension OperationState: CustomStringConvertible {
  /// The names with blanks between, such as `ready executing`.
  public var description: String {
    names.joined(separator: " ")
  }
}

extension OperationState: Codable {
  /// Reads an array of names. An unknown name is an error.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let names = try container.decode([String].self)
    self = []
    for name in names {
      guard let flag = Self.named.first(where: { $0.1 == name })?.0 else {
        throw DecodingError.dataCorruptedError(
          in: container, debugDescription: "'\(name)' is not a state of an operation")
      }
      insert(flag)
    }
  }

  /// Writes an array of names.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(names)
  }
}

extension OperationState {
  /// Asks an operation for its four flags, one after the other, through its own getters.
  ///
  /// The reading is no atomic picture: an operation may move on between two of the questions.
  package init(of operation: Operation) {
    self = []
    if operation.isReady { insert(.ready) }
    if operation.isExecuting { insert(.executing) }
    if operation.isFinished { insert(.finished) }
    if operation.isCancelled { insert(.cancelled) }
  }
}

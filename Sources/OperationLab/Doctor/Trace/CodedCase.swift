/// An enum with values in JSON, `{"place": {"queue": "downloads"}}`, as the compiler would write it. What
/// the compiler makes for a large enum has three times the size, and every app with a doctor carries it.
struct CodedCase {
  /// The case.
  let name: String
  private let values: KeyedDecodingContainer<Key>

  private struct Key: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  init(from decoder: any Decoder) throws {
    let cases = try decoder.container(keyedBy: Key.self)
    guard let key = cases.allKeys.first, cases.allKeys.count == 1 else {
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: "There is not one case"))
    }
    name = key.stringValue
    values = try cases.nestedContainer(keyedBy: Key.self, forKey: key)
  }

  /// A value of the case.
  func callAsFunction<Value: Decodable>(_ name: String) throws -> Value {
    try values.decode(Value.self, forKey: Key(stringValue: name))
  }

  /// A value that may be missing.
  func optional<Value: Decodable>(_ name: String) throws -> Value? {
    try values.decodeIfPresent(Value.self, forKey: Key(stringValue: name))
  }

  /// That there is no such case.
  var unknown: DecodingError {
    .dataCorrupted(
      .init(codingPath: values.codingPath, debugDescription: "There is no case '\(name)'"))
  }

  static func encode(
    _ name: String, _ values: KeyValuePairs<String, (any Encodable)?>, to encoder: any Encoder
  ) throws {
    var cases = encoder.container(keyedBy: Key.self)
    var container = cases.nestedContainer(keyedBy: Key.self, forKey: Key(stringValue: name))
    for (name, value) in values {
      guard let value else { continue }
      try container.encode(value, forKey: Key(stringValue: name))
    }
  }
}

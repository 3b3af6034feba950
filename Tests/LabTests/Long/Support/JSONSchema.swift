import Foundation

/// A JSON value of any shape.
enum JSONValue: Decodable, Equatable {
  case null
  case bool(Bool)
  case integer(Int)
  case number(Double)
  case text(String)
  case list([JSONValue])
  case object([String: JSONValue])

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(Bool.self) {
      self = .bool(value)
    } else if let value = try? container.decode(Int.self) {
      self = .integer(value)
    } else if let value = try? container.decode(Double.self) {
      self = .number(value)
    } else if let value = try? container.decode(String.self) {
      self = .text(value)
    } else if let value = try? container.decode([JSONValue].self) {
      self = .list(value)
    } else {
      self = .object(try container.decode([String: JSONValue].self))
    }
  }

  init(_ text: some StringProtocol) throws {
    self = try JSONDecoder().decode(JSONValue.self, from: Data(text.utf8))
  }

  subscript(key: String) -> JSONValue? {
    if case .object(let object) = self { object[key] } else { nil }
  }

  var items: [JSONValue] { if case .list(let items) = self { items } else { [] } }
  var string: String? { if case .text(let text) = self { text } else { nil } }
  var keys: [String] { if case .object(let object) = self { object.keys.sorted() } else { [] } }

  /// The name of its type in a schema.
  fileprivate var type: String {
    switch self {
    case .null: "null"
    case .bool: "boolean"
    case .integer: "integer"
    case .number: "number"
    case .text: "string"
    case .list: "array"
    case .object: "object"
    }
  }
}

/// As much of JSON Schema as `Lessons/lab.schema.json` uses. Unlike there, a key that the schema does
/// not name is a mistake.
struct JSONSchema {
  let document: JSONValue

  init() throws {
    document = try JSONValue(
      String(
        contentsOf: LabProcess.checkout.appendingPathComponent("Lessons/lab.schema.json"),
        encoding: .utf8))
  }

  /// The names of what the document defines.
  var names: [String] { document["$defs"]?.keys ?? [] }

  /// What is wrong with a value, a line for each mistake.
  func mistakes(in value: JSONValue, of name: String) -> [String] {
    mistakes(in: value, .object(["$ref": .text("#/$defs/\(name)")]), at: name)
  }

  private func mistakes(in value: JSONValue, _ schema: JSONValue, at path: String) -> [String] {
    let parts = parts(of: schema)
    let named = Set(parts.flatMap { $0["properties"]?.keys ?? [] })
    // An object of which nothing is said may have any keys.
    let unknown = named.isEmpty ? [] : value.keys.filter { !named.contains($0) }
    return unknown.map { "\(path).\($0) is not in the schema" }
      + parts.flatMap { own(in: value, $0, at: path) }
  }

  /// What a schema consists of: itself, and all that it refers to.
  private func parts(of schema: JSONValue) -> [JSONValue] {
    let reference = schema["$ref"]?.string.flatMap { reference in
      document["$defs"]?[String(reference.dropFirst("#/$defs/".count))]
    }
    return [schema]
      + ([reference].compactMap { $0 } + (schema["allOf"]?.items ?? [])).flatMap(parts)
  }

  private func own(in value: JSONValue, _ schema: JSONValue, at path: String) -> [String] {
    var mistakes: [String] = []
    if let type = schema["type"] {
      let allowed = type.string.map { [$0] } ?? type.items.compactMap(\.string)
      if !allowed.contains(value.type) {
        mistakes.append("\(path) is \(value.type), not \(allowed)")
      }
    }
    if let values = schema["enum"]?.items, !values.contains(value) {
      mistakes.append("\(path) is \(value), none of \(values)")
    }
    if let constant = schema["const"], constant != value {
      mistakes.append("\(path) is \(value), not \(constant)")
    }
    for key in schema["required"]?.items.compactMap(\.string) ?? [] where value[key] == nil {
      mistakes.append("\(path).\(key) is missing")
    }
    for key in schema["properties"]?.keys ?? [] {
      guard let property = schema["properties"]?[key], let part = value[key] else { continue }
      mistakes += self.mistakes(in: part, property, at: "\(path).\(key)")
    }
    if let element = schema["items"] {
      for (place, item) in value.items.enumerated() {
        mistakes += self.mistakes(in: item, element, at: "\(path)[\(place)]")
      }
    }
    return mistakes
  }
}

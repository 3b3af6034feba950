import Foundation
import OperationCourse
import OperationLab
import OperationBench

/// Values as JSON for standard output. `Lessons/json.md` describes all shapes.
package enum JSONText {
  /// An object that also says which release printed it, when and where.
  package static func dated(_ value: some Encodable) throws(Failure) -> String {
    try of(Dated(value: value))
  }

  private struct Dated<Value: Encodable>: Encodable {
    let value: Value

    private enum CodingKeys: CodingKey { case schemaVersion, version, platform, date }

    func encode(to encoder: any Encoder) throws {
      try value.encode(to: encoder)
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(1, forKey: .schemaVersion)
      try container.encode(Release.version, forKey: .version)
      try container.encode(Platform.current, forKey: .platform)
      try container.encode(Date.now.formatted(.iso8601), forKey: .date)
    }
  }

  package static func of(_ value: some Encodable) throws(Failure) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    do {
      return String(decoding: try encoder.encode(value), as: UTF8.self)
    } catch {
      throw Failure(status: .internalFault, message: "cannot write the result as JSON: \(error)")
    }
  }
}

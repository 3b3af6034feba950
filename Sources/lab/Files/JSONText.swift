import Foundation
import OperationCourse
import OperationDownloads
import OperationTesting

/// Values as JSON for standard output.
enum JSONText {
  static func of(_ value: some Encodable) throws(Failure) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    do {
      return String(decoding: try encoder.encode(value), as: UTF8.self)
    } catch {
      throw Failure(status: .internalFault, message: "cannot write the result as JSON: \(error)")
    }
  }
}

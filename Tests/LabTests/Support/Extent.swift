import Foundation
import Testing

/// How much is tried of what costs processor time.
///
/// `swift test` alone takes a sample, so that it is quick. A build server, which sets `CI`, takes
/// all of it. What takes minutes each is asked for by name.
enum Extent {
  static let isWhole = isSet("CI") || takesMinutes
  static let takesMinutes = isSet("OPERATIONLAB_WHOLE_CATALOGUE")
  static let howToTakeMinutes: Comment = "it takes minutes; set OPERATIONLAB_WHOLE_CATALOGUE"

  /// All of them, or the first of every so many.
  static func sample<Element>(_ all: [Element], oneIn step: Int) -> [Element] {
    isWhole ? all : stride(from: 0, to: all.count, by: step).map { all[$0] }
  }

  private static func isSet(_ name: String) -> Bool {
    ProcessInfo.processInfo.environment[name]?.isEmpty == false
  }
}

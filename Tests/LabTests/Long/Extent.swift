import Foundation
import Testing

/// How much is tried of what takes minutes each: all of it only if asked for by name.
enum Extent {
  static let takesMinutes =
    ProcessInfo.processInfo.environment["OPERATIONLAB_WHOLE_CATALOGUE"]?.isEmpty == false
  static let howToTakeMinutes: Comment = "it takes minutes; set OPERATIONLAB_WHOLE_CATALOGUE"
}

import Foundation

/// The systems that the kit runs on.
///
/// Linux runs swift-corelibs-foundation, macOS and iOS run Apple's Foundation. In each module,
/// `Platform+Linux.swift` and `Platform+Darwin.swift` hold what differs, in functions of the same
/// names. Everything else is the same source on both.
package enum Platform: String, Codable, Sendable {
  /// swift-corelibs-foundation.
  case linux
  /// Apple's Foundation.
  case darwin

  /// The name a reader knows it by.
  package var displayName: String {
    switch self {
    case .linux: "Linux"
    case .darwin: "macOS"
    }
  }
}

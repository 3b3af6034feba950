// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// A type's page documents its members.

// What Swift's own Foundation has on every system: addresses, data, dates, JSON, the file manager.
@_exported import Dispatch
@_exported import FoundationEssentials
@_exported import FoundationInternationalization

/// https://developer.apple.com/documentation/foundation/data
extension Data {
  public func range(of dataToFind: Data, in range: Range<Index>? = nil) -> Range<Index>? { nil }
}

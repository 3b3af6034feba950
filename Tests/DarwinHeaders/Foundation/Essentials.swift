// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// A type's page documents its members.

// What Swift's own Foundation has on every system: addresses, data, dates, JSON, the file manager.
@_exported import Dispatch
@_exported import FoundationEssentials

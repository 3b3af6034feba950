// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// A type's page documents its members.

/// The root of all classes.
///
/// Objective-C's key-value observing gives each of them these two methods, which are overridden. On
/// Linux they belong to an extension.
open class NSObject: NSObjectProtocol {
  /// https://developer.apple.com/documentation/objectivec/nsobject-swift.class/copy()
  open func copy() -> Any { self }
  /// https://developer.apple.com/documentation/objectivec/nsobject-swift.class/init()
  public init() {}
  /// https://developer.apple.com/documentation/objectivec/nsobject-swift.class/willchangevalue(forkey:)
  open func willChangeValue(forKey key: String) {}
  /// https://developer.apple.com/documentation/objectivec/nsobject-swift.class/didchangevalue(forkey:)
  open func didChangeValue(forKey key: String) {}
}

/// What Swift adds for key paths: the protocol is there for its `Self`.
public protocol _KeyValueCodingAndObserving {}

extension NSObject: _KeyValueCodingAndObserving {}

extension _KeyValueCodingAndObserving {
  /// As Swift has it.
  public func willChangeValue<Value>(for keyPath: __owned KeyPath<Self, Value>) {}
  /// As Swift has it.
  public func didChangeValue<Value>(for keyPath: __owned KeyPath<Self, Value>) {}
}

/// https://developer.apple.com/documentation/objectivec/nsobjectprotocol
public protocol NSObjectProtocol {}

/// https://developer.apple.com/documentation/objectivec/objcbool
public struct ObjCBool: ExpressibleByBooleanLiteral, Sendable {
  /// As Swift has it.
  public var boolValue: Bool { false }
  /// One of both.
  public init(booleanLiteral value: Bool) {}
}

/// https://developer.apple.com/documentation/objectivec/autoreleasepool(invoking:)
public func autoreleasepool<Result>(invoking body: () throws -> Result) rethrows -> Result {
  try body()
}

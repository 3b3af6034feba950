/// The root of all classes.
///
/// Objective-C's key-value observing gives each of them these two methods, which are overridden; on
/// Linux they belong to an extension.
open class NSObject {
  /// https://developer.apple.com/documentation/objectivec/nsobject-swift.class/init()
  public init() {}
  /// https://developer.apple.com/documentation/objectivec/nsobject-swift.class/willchangevalue(forkey:)
  open func willChangeValue(forKey key: String) {}
  /// https://developer.apple.com/documentation/objectivec/nsobject-swift.class/didchangevalue(forkey:)
  open func didChangeValue(forKey key: String) {}
}

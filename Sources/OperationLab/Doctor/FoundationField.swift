import Foundation

/// A stored property of Foundation's on Linux, read by reflection where no public property shows the
/// same. On Apple's platforms there is none of that name.
///
/// It is read without Foundation's lock. None that is read here holds a counted reference, and each
/// part is one word at most, so a read beside a write gives the old value or the new one.
struct FoundationField: Sendable {
  static let state = FoundationField("__state", of: Operation())
  static let unfinishedDependencies = FoundationField(
    "__unfinishedDependencyCount", of: Operation())
  static let takenSlots = FoundationField("__numExecOps", of: OperationQueue())
  static let firstOfPriorities = FoundationField("__firstPriorityOperation", of: OperationQueue())

  private let owner: ObjectIdentifier
  private let offset: Int

  private init?(_ name: String, of sample: NSObject) {
    let children = Mirror(reflecting: sample).children
    guard let place = children.firstIndex(where: { $0.label == name }) else { return nil }
    offset = children.distance(from: children.startIndex, to: place)
    owner = ObjectIdentifier(type(of: sample))
  }

  /// Reads no other property, and none of a class that describes itself to mirrors.
  func value(in object: NSObject) -> Any? {
    guard !(object is any CustomReflectable) else { return nil }
    var mirror: Mirror? = Mirror(reflecting: object)
    while let type = mirror?.subjectType as? AnyClass, ObjectIdentifier(type) != owner {
      mirror = mirror?.superclassMirror
    }
    return mirror.map(\.children).map { $0[$0.index($0.startIndex, offsetBy: offset)].value }
  }
}

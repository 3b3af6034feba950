/// The file that is compiled into the module of a checked class while it is explored. In that
/// module, its declarations take precedence over Foundation's declarations of the same name.
///
/// Each piece may clash with what the checked file declares itself. Then it is left out, and the
/// points are coarser. The lock of the Synchronization module is replaced under the thread sanitizer,
/// too: on Linux the sanitizer does not see that the real one is a lock.
enum SubjectPointsFile: String, CaseIterable {
  /// `isCancelled`.
  case cancellation
  /// The announcements of changes.
  case announcements
  /// Foundation's two simple locks.
  case locks
  /// Foundation's condition.
  case condition
  /// The lock of the Synchronization module.
  case mutex

  /// The file to write the pieces into. No checked file has this name.
  static let name = "LabCheckPoints.swift"

  static func source(_ pieces: [SubjectPointsFile]) -> String {
    (["import Foundation", "@_spi(LabCheck) import OperationBench", "import Synchronization"]
      + pieces.map(\.declarations)).joined(separator: "\n\n") + "\n"
  }

  /// The pieces that a file of these words can use.
  static func used(in words: Set<String>) -> [SubjectPointsFile] {
    allCases.filter { !$0.names.isDisjoint(with: words) }
  }

  /// What it declares.
  var names: Set<String> {
    switch self {
    case .cancellation: ["isCancelled"]
    case .announcements: ["willChangeValue", "didChangeValue"]
    case .locks: ["NSLock", "NSRecursiveLock"]
    case .condition: ["NSCondition"]
    case .mutex: ["Mutex"]
    }
  }

  /// The replacements for Foundation's declarations.
  var declarations: String {
    switch self {
    case .cancellation:
      """
      extension Foundation.Operation {
        var isCancelled: Bool { OperationBench.SubjectPoints.isCancelled(of: self) }
      }
      """
    case .announcements:
      """
      extension Foundation.Operation {
        func willChangeValue(forKey key: String) {
          OperationBench.SubjectPoints.willChangeValue(of: self, forKey: key)
        }
        func didChangeValue(forKey key: String) {
          OperationBench.SubjectPoints.didChangeValue(of: self, forKey: key)
        }
      }
      """
    case .locks:
      """
      class NSLock: OperationBench.SteppedLock, @unchecked Sendable {
        init() { super.init(isRecursive: false) }
        \(Self.lockMembers)
      }

      class NSRecursiveLock: OperationBench.SteppedLock, @unchecked Sendable {
        init() { super.init(isRecursive: true) }
        \(Self.lockMembers)
      }
      """
    case .condition:
      """
      class NSCondition: OperationBench.SteppedCondition, @unchecked Sendable {
        \(Self.nameMember)
        override func wait() { super.wait() }
        override func wait(until limit: Date) -> Bool { super.wait(until: limit) }
        override func signal() { super.signal() }
        override func broadcast() { super.broadcast() }
      }
      """
    case .mutex:
      """
      struct Mutex<Value: ~Copyable>: ~Copyable, @unchecked Sendable {
        private let lock = OperationBench.SteppedLock(isRecursive: false, isMutex: true)
        private let value: UnsafeMutablePointer<Value>
        init(_ value: consuming sending Value) {
          self.value = UnsafeMutablePointer.allocate(capacity: 1)
          self.value.initialize(to: value)
        }
        deinit {
          value.deinitialize(count: 1)
          value.deallocate()
        }
        borrowing func withLock<Result: ~Copyable, Failure: Error>(
          _ body: (inout sending Value) throws(Failure) -> sending Result
        ) throws(Failure) -> sending Result {
          lock.lock()
          defer { lock.unlock() }
          return try body(&value.pointee)
        }
        borrowing func withLockIfAvailable<Result: ~Copyable, Failure: Error>(
          _ body: (inout sending Value) throws(Failure) -> sending Result
        ) throws(Failure) -> sending Result? {
          guard lock.try() else { return nil }
          defer { lock.unlock() }
          return try body(&value.pointee)
        }
      }
      """
    }
  }

  // What the checked file calls must be declared where it sees it: members of the kit's own are not.
  private static let nameMember =
    "override var name: String? { get { super.name } set { super.name = newValue } }"
  private static let lockMembers = """
    \(nameMember)
      override func `try`() -> Bool { super.try() }
      override func lock(before limit: Date) -> Bool { super.lock(before: limit) }
    """
}

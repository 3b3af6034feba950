/// The file that is compiled into the module of a checked class while it is explored: what it
/// declares comes before what Foundation declares under the same name, for the code of that module.
///
/// Each piece may clash with what the checked file declares itself. Then it is left out, and the
/// points are coarser. The lock of the Synchronization module is replaced under the thread sanitizer,
/// too: on Linux the sanitizer does not see that the real one is a lock.
enum SubjectPointsFile: String, CaseIterable {
  /// `isCancelled` and the announcements of changes.
  case operation
  /// Foundation's two simple locks.
  case locks
  /// The lock of the Synchronization module.
  case mutex

  /// The file to write the pieces into; no checked file is called so.
  static let name = "LabCheckPoints.swift"

  static func source(_ pieces: [SubjectPointsFile]) -> String {
    (["import Foundation", "@_spi(LabCheck) import OperationTesting", "import Synchronization"]
      + pieces.map(\.declarations)).joined(separator: "\n\n") + "\n"
  }

  /// What takes the place of Foundation's own.
  var declarations: String {
    switch self {
    case .operation:
      """
      extension Foundation.Operation {
        var isCancelled: Bool { OperationTesting.SubjectPoints.isCancelled(of: self) }
        func willChangeValue(forKey key: String) {
          OperationTesting.SubjectPoints.willChangeValue(of: self, forKey: key)
        }
        func didChangeValue(forKey key: String) {
          OperationTesting.SubjectPoints.didChangeValue(of: self, forKey: key)
        }
      }
      """
    case .locks:
      """
      class NSLock: OperationTesting.SteppedLock, @unchecked Sendable {
        init() { super.init(isRecursive: false) }
      }

      class NSRecursiveLock: OperationTesting.SteppedLock, @unchecked Sendable {
        init() { super.init(isRecursive: true) }
      }
      """
    case .mutex:
      """
      struct Mutex<Value: ~Copyable>: ~Copyable, @unchecked Sendable {
        private let lock = OperationTesting.SteppedLock(isRecursive: false)
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
}

import OperationCourse

/// The file that is compiled into the module of a learner's file: what it declares comes before what
/// the system declares under the same name, for the code of that module.
///
/// It makes timers known to the scene, and unlocking and writing places where a thread may pause. It
/// writes down what operations announce.
enum LearnersClockFile {
  /// No learner's file is called so.
  static let name = "LabLearnersClock.swift"

  static let source = """
    import Dispatch
    import Foundation
    import OperationCourse
    @_spi(LabCheck) import OperationTesting
    import Synchronization

    extension DispatchQueue {
      func asyncAfter(
        deadline: DispatchTime, qos: DispatchQoS = .unspecified, flags: DispatchWorkItemFlags = [],
        execute work: @escaping @Sendable @convention(block) () -> Void
      ) {
        let hasFired = OperationCourse.LearnersClock.timer(at: deadline)
        let item = DispatchWorkItem(qos: qos, flags: flags) {
          work()
          hasFired()
        }
        asyncAfter(deadline: deadline, execute: item)
      }
      func sync<Result>(execute work: () throws -> Result) rethrows -> Result {
        defer { OperationCourse.LearnersClock.unlocked() }
        return try sync(flags: [], execute: work)
      }
    }

    extension Thread {
      static func sleep(forTimeInterval seconds: TimeInterval) {
        let hasFired = OperationCourse.LearnersClock.sleep(seconds)
        sleep(until: Date(timeIntervalSinceNow: seconds))
        hasFired()
      }
    }

    extension DispatchSemaphore {
      func wait(timeout: DispatchTime) -> DispatchTimeoutResult {
        let seconds = OperationCourse.LearnersClock.seconds(to: timeout)
        let hasFired = OperationCourse.LearnersClock.sleep(seconds)
        defer { hasFired() }
        return wait(wallTimeout: .now() + seconds)
      }
    }

    func sleep(_ seconds: UInt32) -> UInt32 {
      Thread.sleep(forTimeInterval: Double(seconds))
      return 0
    }

    @discardableResult
    func usleep(_ microseconds: UInt32) -> Int32 {
      Thread.sleep(forTimeInterval: Double(microseconds) / 1e6)
      return 0
    }

    extension Task where Success == Never, Failure == Never {
      static func sleep(nanoseconds: UInt64) async throws {
        let hasFired = OperationCourse.LearnersClock.timer(Double(nanoseconds) / 1e9)
        defer { hasFired() }
        try await sleep(until: .now + .nanoseconds(Int64(nanoseconds)), clock: .continuous)
      }
      static func sleep(for duration: Duration) async throws {
        let parts = duration.components
        try await sleep(
          nanoseconds: UInt64(
            max(0, Double(parts.seconds) * 1e9 + Double(parts.attoseconds) / 1e9)))
      }
    }

    extension Foundation.Operation {
      func didChangeValue(forKey key: String) {
        OperationCourse.LearnersClock.didChangeValue(of: self, forKey: key)
      }
      func didChangeValue<Value>(for path: KeyPath<Foundation.Operation, Value>) {
        OperationCourse.LearnersClock.didChangeValue(of: self, for: path)
      }
    }

    extension Data {
      func write(to file: URL, options: Data.WritingOptions = []) throws {
        OperationCourse.LearnersClock.willWrite()
        try NSData(data: self).write(to: file, options: options)
      }
    }

    extension FileManager {
      func moveItem(at source: URL, to target: URL) throws {
        OperationCourse.LearnersClock.willWrite()
        try moveItem(atPath: source.path, toPath: target.path)
      }
      @discardableResult
      func createFile(atPath path: String, contents: Data?) -> Bool {
        OperationCourse.LearnersClock.willWrite()
        return createFile(atPath: path, contents: contents, attributes: nil)
      }
    }

    """ + [SubjectPointsFile.locks, .mutex].map(\.declarations).joined(separator: "\n\n")
}

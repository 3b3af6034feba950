#if canImport(Testing)
  import Foundation
  import OperationLab
  import OperationTesting
  import Testing

  /// Lets a test of Swift Testing fail with the report of a ``/OperationLab/QueueDoctor`` where it would
  /// hang. See ``Testing/Trait/explainsHang(of:after:)``.
  public struct HangTrait: TestTrait, SuiteTrait, TestScoping {
    fileprivate let doctor: QueueDoctor
    fileprivate let time: Duration

    /// A suite hands it on to each of its tests.
    public var isRecursive: Bool { true }

    /// Runs a test, or one case of it, until it returns or its time has passed.
    ///
    /// The function does not escape by its type, and no trait can end a test whose function does not
    /// return. Swift Testing makes it from a closure that escapes: its runner chains those of all traits.
    /// So the cast gives it the type that it had. One on the stack would be gone after the scope.
    public func provideScope(
      for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
      typealias Body = @Sendable () async throws -> Void
      let escaping: (@escaping Body) -> Body = { $0 }
      let body = unsafeBitCast(escaping, to: ((Body) -> Body).self)(function)
      try await doctor.explainingHang(after: time, body)
    }
  }

  extension Trait where Self == HangTrait {
    /// A test that takes longer than that fails with the report of the queues, and the next one begins.
    ///
    /// The test runs on threads of its own, so one that blocks its thread takes none from other tests. A
    /// test of the main actor that blocks the main thread keeps it from others. After the time, the task
    /// of the test is cancelled, and otherwise left as it is.
    ///
    /// - Parameters:
    ///   - queues: the queues to explain. Without any, all of
    ///     ``Foundation/OperationQueue/reportingEvents(to:)`` that exist when the time has passed.
    ///   - time: how long the test, or each of its cases, may take.
    public static func explainsHang(of queues: OperationQueue..., after time: Duration) -> Self {
      Self(doctor: queues.isEmpty ? QueueDoctor() : QueueDoctor(queues), time: time)
    }
  }
#endif

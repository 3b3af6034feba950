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

    /// Runs a test, or one case of a test with arguments, until it returns or its time has passed.
    public func provideScope(
      for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
      try await doctor.explainingHang(after: time, Body(of: function).run)
    }
  }

  extension Trait where Self == HangTrait {
    /// A test that takes longer than that fails with the report of the queues, and the next one begins.
    ///
    /// ```swift
    /// let downloads = OperationQueue()
    ///
    /// @Test(.explainsHang(of: downloads, after: .seconds(5)))
    /// func allArrive() {
    ///   downloads.waitUntilAllOperationsAreFinished()
    /// }
    /// ```
    ///
    /// The test runs on threads of its own, so one that blocks its thread takes none from other tests. A
    /// test of the main actor that blocks the main thread keeps it: further tests of the main actor fail,
    /// too, if they have this trait, or hang. After the time, the task of the test is cancelled, and
    /// otherwise left as it is.
    ///
    /// - Parameters:
    ///   - queues: the queues to explain. Without any, all of
    ///     ``Foundation/OperationQueue/reportingEvents(to:)`` that exist when the time has passed.
    ///   - time: how long the test, or each of its cases, may take.
    public static func explainsHang(of queues: OperationQueue..., after time: Duration) -> Self {
      Self(doctor: queues.isEmpty ? QueueDoctor() : QueueDoctor(queues), time: time)
    }
  }

  /// The body of a test, for a task that may outlive the trait's scope.
  ///
  /// `provideScope` takes a function that does not escape, and no trait can end a test whose function
  /// does not return. Swift Testing makes it from a closure that does escape: `Runner` chains those of all
  /// traits of a test. So the cast gives the function the type that it had. It must not be used for
  /// another function: one on the stack would be gone when the scope ends.
  private struct Body: Sendable {
    let run: @Sendable () async throws -> Void

    init(of function: @Sendable () async throws -> Void) {
      let make: (@escaping @Sendable () async throws -> Void) -> Body = { Body(run: $0) }
      self = unsafeBitCast(make, to: ((@Sendable () async throws -> Void) -> Body).self)(function)
    }

    private init(run: @escaping @Sendable () async throws -> Void) { self.run = run }
  }
#endif

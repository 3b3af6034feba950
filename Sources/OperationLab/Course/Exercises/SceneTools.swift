import Foundation
import OperationBench

// The work that scenes give to a learner's code, with the logs of it. The learner's code has no
// access to the logs.
extension Bench {
  /// A piece of work that blocks its thread and is logged.
  func work(
    _ name: String, _ body: @escaping @Sendable () -> Void = {}
  ) -> SceneTools.Work {
    { [log = log(name)] in log.during(body) }
  }

  /// Calls a function of the learner on this thread, and logs the call and the return.
  @discardableResult
  func calling<Result>(_ function: String, _ body: () -> Result) -> Result {
    let log = log(function)
    log(SceneTools.called)
    let result = body()
    log(SceneTools.returned)
    return result
  }

  /// Names an operation of the learner, and watches it from now on.
  func register<Subject: Operation>(_ operation: Subject, as name: String) -> Subject {
    operation.name = name
    let log = log(name)
    operation.completionBlock = { log(.completed) }
    if LearnersClock.inheritsExecuting { log(SceneTools.inheritsExecuting) }
    LearnersClock.readState(of: operation)
    return watch(operation)
  }

  /// Cancels the operation and logs that.
  func cancel(_ operation: Operation, _ name: String) {
    operation.cancel()
    log(name)(.cancelled)
  }
}

/// The types of the work for learners' code, and marks that scenes and requirements share.
public enum SceneTools {
  /// Work that blocks its thread until it is done.
  public typealias Work = @Sendable () -> Void
  /// Starts work and returns at once. The closure is called at its end, on another thread.
  ///
  /// The closure need not be `@Sendable`: those of old code are not.
  public typealias Begin = @Sendable (@escaping () -> Void) -> Void
  /// Starts a transfer that can fail and be cancelled. The closure gets whether it succeeded, and
  /// the returned closure cancels it. A cancelled transfer calls the closure, too.
  public typealias Connect = @Sendable (@escaping (Bool) -> Void) -> @Sendable () -> Void

  /// The marks of a call of the learner's function.
  static let called: Event.Mark = "called"
  static let returned: Event.Mark = "returns"
  /// The subject of the event that a thread sleeps.
  static let sleeper = "a thread"
  /// The learner's file declares no `isExecuting`. The superclass posts its changes, and these
  /// notifications are not logged.
  static let inheritsExecuting: Event.Mark = "inherits isExecuting"
  /// The subject of the event that work waits because all threads of a pool are blocked.
  static let pool = "Dispatch"
  static let noThread: Event.Mark = "has no thread left, and adds one a second"
  /// While the operation posted a notification, another thread could not read its state.
  static let lockedOut: Event.Mark = "cannot be read while it posts"
  /// The notification had no `willChangeValue` before it.
  static let announcesHalf: Event.Mark = "calls didChangeValue alone"
  /// The value was the same at `willChangeValue`.
  static let announcesNothing: Event.Mark = "posts a change of nothing"
  /// A result of the learner's code.
  static func said(_ result: String) -> Event.Mark { Event.Mark("{}", .text(result)) }
}

extension Trace.Condition {
  /// The scene does not come to its end, and that is so.
  static func hangs(_ isSo: @escaping @Sendable (Run) -> Bool = { _ in true }) -> Self {
    Self("it hangs") { Outcome($0.outcome == .hangs && isSo($0), "", []) }
  }
}

extension Trace.Moment {
  /// The learner's function returns.
  static func returned(from function: String) -> Self { .marked(SceneTools.returned, by: function) }
}

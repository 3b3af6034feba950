import Foundation
import OperationLab
import OperationTesting

// What scenes give to a learner's code, and how they write down what it does. The learner's code
// holds none of the logs.
extension Bench {
  /// A piece of work that blocks its thread and is written down.
  func work(
    _ name: String, _ body: @escaping @Sendable () -> Void = {}
  ) -> Stage.Work {
    { [log = log(name)] in log.during(body) }
  }

  /// Calls a function of the learner's on this thread, and writes down that it was called and has
  /// returned.
  @discardableResult
  func calling<Result>(_ function: String, _ body: () -> Result) -> Result {
    let log = log(function)
    log(Stage.called)
    let result = body()
    log(Stage.returned)
    return result
  }

  /// Names an operation of the learner's, and looks at it from now on.
  func cast<Subject: Operation>(_ operation: Subject, as name: String) -> Subject {
    operation.name = name
    let log = log(name)
    operation.completionBlock = { log(.completed) }
    if operation is AsyncOperation { log(Stage.announcesItself) }
    return watch(operation)
  }

  /// Calls all of these at the same moment, each on a thread of its own, and waits until nothing more
  /// can happen.
  func atOnce(_ bodies: [@Sendable () -> Void]) {
    let mayGo = gate("all may go", isTraced: false)
    for body in bodies {
      elsewhere {
        mayGo.wait()
        body()
      }
    }
    settle()
    mayGo.open()
    settle()
  }

  /// Cancels it and writes that down.
  func cancel(_ operation: Operation, _ name: String) {
    operation.cancel()
    log(name)(.cancelled)
  }
}

/// What learners' code is given, and names that scenes and judges share.
public enum Stage {
  /// Work that blocks its thread until it is done.
  public typealias Work = @Sendable () -> Void
  /// Sets work going and returns at once. The closure is called at its end, on another thread.
  ///
  /// The closure need not be `@Sendable`: those of old code are not.
  public typealias Begin = @Sendable (@escaping () -> Void) -> Void
  /// The same for a transfer that can fail and be cancelled: the closure is told whether it went
  /// well, and what is returned cancels it. A cancelled transfer calls the closure, too.
  public typealias Connect = @Sendable (@escaping (Bool) -> Void) -> @Sendable () -> Void

  /// What is written down of a function of the learner's.
  static let called: Event.Mark = "called"
  static let returned: Event.Mark = "returns"
  /// The subject of the event that a thread sleeps.
  static let sleeper = "a thread"
  /// The operation is one of the kit's own classes, whose announcements are not written down.
  static let announcesItself: Event.Mark = "of a class of the kit's"
  /// While the operation announced something, another thread that asked it got no answer.
  static let lockedOut: Event.Mark = "gives no answer while it announces"
  /// What the learner's code hands out.
  static func said(_ result: String) -> Event.Mark { Event.Mark("{}", .text(result)) }
}

extension Trace.Moment {
  /// The learner's function returns.
  static func returned(from function: String) -> Self { .marked(Stage.returned, by: function) }
}

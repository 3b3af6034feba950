import Foundation
import OperationBench
import OperationDoctor
import OperationDownloads
import OperationLab

/// The scenes of an exercise. Each scene sets a stage on a bench, calls what the file
/// declares, and lets the trace tell what comes of it.
///
/// - Input: what the learner's class or function is given.
/// - Output: what it hands back.
public struct Scenes<Input, Output>: Sendable {
  /// The learner's own code, as the driver calls it.
  public typealias Learner = @Sendable (Input) -> Output

  /// One of them.
  struct Scene: Sendable {
    let name: String
    /// The world that it is, if the view of the exercise is judged in it.
    let world: World?
    let expected: Run.Outcome
    /// Whether it is run in the orders of its threads, by ``OperationTesting/Bench/inOrders(sharing:of:_:)``.
    let isExplored: Bool
    /// Whether it is run only under the thread sanitizer.
    let isForSanitizer: Bool
    let body: @Sendable (Bench, @escaping Learner) -> Void

    init(
      _ name: String, world: World? = nil, expected: Run.Outcome = .completes,
      isExplored: Bool = false, isForSanitizer: Bool = false,
      _ body: @escaping @Sendable (Bench, @escaping Learner) -> Void
    ) {
      self.isForSanitizer = isForSanitizer
      self.name = name
      self.world = world
      self.expected = expected
      self.isExplored = isExplored
      self.body = body
    }

    /// One in which the view of the exercise is judged.
    init(_ world: World, _ body: @escaping @Sendable (Bench, @escaping Learner) -> Void) {
      self.init(world.name, world: world, isExplored: world.isExplored, body)
    }
  }

  let all: [Scene]

  init(_ all: Scene...) { self.init(all) }

  init(_ all: [Scene]) { self.all = all }

  /// The child's side: runs the scene that the first argument of this process names on the main
  /// thread, and tells the parent through ``ProgramHost``. The last one says for how many
  /// milliseconds an operation that is under way may wait for a timer that the bench does not know
  /// of. Between them may stand ``LearnersClock/inheritingWord``, and the orders in which to run it.
  ///
  /// - Parameters:
  ///   - learner: calls the learner's file.
  ///   - quit: ends the process with a status. 64: there is no such scene. 0: the scene has ended or
  ///     hangs. 1: the parent has ended.
  @MainActor
  public func host(
    _ learner: @escaping Learner, quit: @escaping @Sendable (Int32) -> Never
  ) -> Never {
    let words = CommandLine.arguments.dropFirst()
    guard let scene = all.first(where: { $0.name == words.first }),
      let silence = words.last.flatMap({ Int($0) })
    else { quit(64) }
    // Only exit() waits for what the thread sanitizer is about to report.
    let host = ProgramHost(quit: { LearnersClock.isSanitized ? exit($0) : quit($0) })
    let body: (Bench) -> Void = { bench in
      LearnersClock.begin(
        on: bench, inheritsExecuting: words.contains(LearnersClock.inheritingWord))
      scene.body(bench, learner)
      LearnersClock.awaitReads()
    }
    let policy = RestDetector.Policy.subject(silence: .milliseconds(silence))
    if let orders = words.first(where: { $0.hasPrefix(";") }).map([Order].init(listed:)) {
      host.run(orders: orders, policy: policy, body)
    } else {
      host.run(policy: policy, body)
    }
    // The watch for hangs is about to end the process.
    while true { Platform.parkThread() }
  }
}

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
  ///
  /// - Parameter isRead: whether the sanitizer's threads read its state all the time.
  func register<Subject: Operation>(
    _ operation: Subject, as name: String, isRead: Bool = true
  ) -> Subject {
    operation.name = name
    let log = log(name)
    operation.completionBlock = { log(.completed) }
    if LearnersClock.inheritsExecuting { log(SceneTools.inheritsExecuting) }
    if isRead { LearnersClock.readState(of: operation) }
    return watch(operation)
  }

  /// Two threads act at the same time, in orders that are chosen. Under the thread sanitizer nothing orders
  /// them, and nothing is recorded.
  ///
  /// - Parameters:
  ///   - make: makes what they share. Called often.
  ///   - operation: the operation, if that is one.
  func meet<Shared: Sendable>(
    sharing make: () -> Shared, of operation: (Shared) -> Operation? = { _ in nil },
    _ one: @escaping @Sendable (Shared) -> Void, _ other: @escaping @Sendable (Shared) -> Void
  ) {
    guard LearnersClock.isSanitized else {
      return inOrders(sharing: make, of: operation, one, other)
    }
    Recorder.muting { Lockstep.run(sharing: make, one, other) }
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

/// Holds pieces of work until the process is idle, and then releases all of them. By then all work
/// that may run beside them has begun.
///
/// Only one thread waits for the idle process. Two would keep each other from seeing it.
final class IdleBarrier: Sendable {
  private struct State {
    var waiting: [Gate] = []
    var isReleasing = false
  }

  private let bench: Bench
  private let awaitIdle: @Sendable () -> Void
  private let state = Locked(State())

  /// One whose process is idle when nothing more can happen in it.
  init(_ bench: Bench) {
    self.bench = bench
    let neverOpened = bench.gate("never opened", isTraced: false)
    awaitIdle = { _ = neverOpened.waitUnlessQuiet() }
  }

  /// A piece of work that the barrier holds.
  ///
  /// - Parameter rounds: how often it is held. If two pieces begin together, the one with more
  ///   rounds ends later.
  func work(_ name: String, rounds: Int = 1) -> SceneTools.Work {
    bench.work(name) { [self] in for _ in 0..<rounds { hold() } }
  }

  /// Holds the calling thread until nothing else in the process can go on.
  func hold() {
    let mayContinue = bench.gate("the process is idle", isTraced: false)
    let isFirst = state.withLock { state in
      defer { state.isReleasing = true }
      state.waiting.append(mayContinue)
      return !state.isReleasing
    }
    if isFirst { bench.elsewhere { [self] in releaseWhenIdle() } }
    mayContinue.wait()
  }

  private func releaseWhenIdle() {
    while true {
      awaitIdle()
      let waiting = state.withLock { state in
        defer { state.waiting = [] }
        state.isReleasing = !state.waiting.isEmpty
        return state.waiting
      }
      guard !waiting.isEmpty else { return }
      waiting.forEach { $0.open() }
    }
  }
}

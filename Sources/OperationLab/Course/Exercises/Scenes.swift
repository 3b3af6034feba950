import Foundation
import OperationLab
import OperationBench

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
    let expected: Run.Outcome
    /// Whether it is run in the orders of its threads, by ``OperationTesting/Bench/inOrders(sharing:of:_:)``.
    let isExplored: Bool
    let body: @Sendable (Bench, @escaping Learner) -> Void

    init(
      _ name: String, expected: Run.Outcome = .completes, isExplored: Bool = false,
      _ body: @escaping @Sendable (Bench, @escaping Learner) -> Void
    ) {
      self.name = name
      self.expected = expected
      self.isExplored = isExplored
      self.body = body
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
    if words.contains(OwnCalls.trapWord) { OwnCalls.tellWhenTrapped() }
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

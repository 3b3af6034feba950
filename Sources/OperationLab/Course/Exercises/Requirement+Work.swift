import Foundation
import OperationLab
import OperationBench

// Scenes and requirements for functions that add pieces of work to their caller's queue.
extension Scenes where Output == Void {
  /// Two scenes in which one of the first two pieces takes longer than the other, `ONE-is-slow`, and
  /// one in which the queue is suspended at first, `suspended`.
  ///
  /// - Parameters:
  ///   - function: the name of the learner's function.
  ///   - works: the names of the pieces.
  ///   - queue: the queue's name.
  ///   - input: what the function is given.
  static func working(
    _ function: String, _ works: [String], in queue: String,
    _ input: @escaping @Sendable ([SceneTools.Work], OperationQueue) -> Input
  ) -> Self {
    func scene(_ name: String, slow: String? = nil) -> Scene {
      Scene(name) { bench, learner in
        let barrier = IdleBarrier(bench)
        let queue = CallersQueue(bench, queue)
        queue.calling(function, isSuspended: slow == nil) {
          learner(
            input(
              works.map { queue.noting($0, barrier.work($0, rounds: $0 == slow ? 2 : 1)) },
              queue.queue))
        }
        bench.settle()
      }
    }
    return Self(
      scene("\(works[0])-is-slow", slow: works[0]), scene("\(works[1])-is-slow", slow: works[1]),
      scene("suspended"))
  }
}

extension Scenes where Output == Operation {
  /// The scenes of a function that adds three pieces of work, each after the one before, and returns
  /// an operation: `undisturbed`, `cancelled-while-DOING` the first piece, and
  /// `cancelled-while-suspended`.
  ///
  /// - Parameters:
  ///   - function: the name of the learner's function.
  ///   - works: the names of the pieces.
  ///   - queue: the queue's name.
  ///   - cancelled: the piece whose operation the function returns.
  ///   - doing: what the first piece does.
  ///   - input: what the function is given.
  static func inOrder(
    _ function: String, _ works: [String], in queue: String, cancelling cancelled: String,
    while doing: String, _ input: @escaping @Sendable ([SceneTools.Work], OperationQueue) -> Input
  ) -> Self {
    Self(
      .init("undisturbed") { bench, learner in
        let barrier = IdleBarrier(bench)
        let queue = CallersQueue(bench, queue)
        let noted = works.map {
          queue.noting($0, $0 == works[2] ? bench.work($0) : barrier.work($0))
        }
        queue.calling(function) { learner(input(noted, queue.queue)) }
        bench.settle()
      },
      .init("cancelled-while-\(doing)") { bench, learner in
        let mayEnd = bench.gate("the first may end", isTraced: false)
        let queue = CallersQueue(bench, queue)
        let noted = works.map { work in
          queue.noting(work, bench.work(work) { if work == works[0] { mayEnd.wait() } })
        }
        let operation = queue.calling(function) { learner(input(noted, queue.queue)) }
        bench.settle()
        bench.cancel(operation, cancelled)
        bench.settle()
        mayEnd.open()
        bench.settle()
      },
      .init("cancelled-while-suspended") { bench, learner in
        let barrier = IdleBarrier(bench)
        let queue = CallersQueue(bench, queue)
        let noted = works.map {
          queue.noting($0, $0 == works[0] ? barrier.work($0) : bench.work($0))
        }
        queue.calling(
          function, isSuspended: true, meanwhile: { bench.cancel($0, cancelled) }
        ) { learner(input(noted, queue.queue)) }
        bench.settle()
      })
  }
}

/// A queue of the caller's, in which it has work of its own, `guest`.
final class CallersQueue: Sendable {
  let queue: OperationQueue
  private let bench: Bench
  private let name: String
  /// How many pieces of the noted work are under way.
  private let busy = Locked(0)

  init(_ bench: Bench, _ name: String, width: Int = SceneTools.width) {
    (self.bench, self.name) = (bench, name)
    queue = bench.queue(name, width: width)
    // A scene holds up more pieces of work at a time than some machines have cores.
    Platform.avoidSlowPools(queue)
  }

  /// The same work, which writes down whether it is done in this queue: by an operation of the queue, on
  /// whatever thread.
  func noting(_ work: String, _ body: @escaping SceneTools.Work) -> SceneTools.Work {
    { [self, log = bench.log(work)] in
      let busy = busy.withLock { count in
        count += 1
        return count
      }
      defer { self.busy.withLock { $0 -= 1 } }
      let isInside =
        OperationQueue.current === queue
        || queue.operations.count { $0.isExecuting && $0.name != SceneTools.guest } >= busy
      log(.noted, nil, .currentQueue(name: isInside ? name : nil))
      body()
    }
  }

  /// Calls a function of the learner's, and then puts the guest into the queue.
  ///
  /// - Parameters:
  ///   - function: its name.
  ///   - isSuspended: whether the queue is suspended until nothing more can happen.
  ///   - meanwhile: called while it is.
  @discardableResult
  func calling<Result>(
    _ function: String, isSuspended: Bool = false, meanwhile: (Result) -> Void = { _ in },
    _ learner: () -> Result
  ) -> Result {
    let mayRun = bench.gate(SceneTools.mayRun)
    if isSuspended { queue.isSuspended = true }
    let result = bench.calling(function, learner)
    if isSuspended {
      bench.settle()
      meanwhile(result)
      bench.settle()
      mayRun.open()
      queue.isSuspended = false
    }
    queue.addOperation(bench.block(SceneTools.guest))
    return result
  }
}

extension SceneTools {
  /// How many operations the caller's queue runs at a time: more than any solution needs.
  static let width = 9
  fileprivate static let mayRun = "the queue may run"
  /// An operation of the caller in this queue.
  static let guest = "guest"
}

extension [Requirement] {
  /// The requirements of a function that adds pieces of work to its caller's queue. It returns at
  /// once. The queue does all work once, and still runs other operations.
  ///
  /// - Parameters:
  ///   - function: its name.
  ///   - works: the pieces of work that are done in each scene. In the first scene the queue runs,
  ///     and the first piece of work takes a while. In the last one the queue is suspended.
  ///   - remark: what the learner should know of these pieces besides.
  static func work(
    of function: String, in queue: String, _ works: KeyValuePairs<String, [String]>,
    also remark: String = ""
  ) -> Self {
    let (running, suspended) = (works[0].key, works[works.count - 1])
    let slow = works[0].value[0]
    return [
      .returns(
        function, before: slow, in: running,
        otherwise: "\(function) does not return at once: it blocks its caller."),
      .once(
        works,
        otherwise: "\(function) does not see to it that each piece of work is done, and only once."
          + remark),
      Requirement(
        "in-queue", "all work is done in the caller's queue",
        otherwise:
          "\(function) does some of the work outside the caller's queue: no operation of the queue is "
          + "under way while it is done. (A completion block runs outside, and the queue may be empty by "
          + "then.)",
        works.map { scene, names in
          Scenario(
            scene, given: [],
            expect: [.inQueue(queue, names)]
              + (scene == suspended.key
                ? [.each(names) { [.order(.opened(SceneTools.mayRun), .began($0))] }] : []))
        }
      ).says(
        "\(function) does not leave all of the work to the caller's queue: some of it begins although "
          + "the caller has suspended the queue.",
        if: .any(suspended.value.map { .order(.began($0), .opened(SceneTools.mayRun)) })),
      Requirement(
        "spares-queue", "the queue still runs other operations of the caller's",
        otherwise: "\(function) changes the caller's queue: another operation that the caller puts "
          + "into it does not begin, although the queue could run it.",
        in: running,
        expect: [
          .order(.began(SceneTools.guest), .ended(slow)), .keepsWidth(SceneTools.width, queue),
        ]),
    ]
  }
}

extension Requirement {
  /// The function returns while that work goes on, and its thread sleeps in no other way either.
  static func returns(
    _ function: String, before work: String, in scene: String, otherwise message: String
  ) -> Self {
    Self(
      "comes-back", "\(function) returns without waiting", otherwise: message, in: scene,
      expect: [
        .comes(.returned(from: function), before: .ended(work)), .withoutSleep(function),
      ])
  }

  /// In each of these scenes those pieces of work are done once.
  static func once(
    _ scenes: KeyValuePairs<String, [String]>, id: String = "once", otherwise message: String
  ) -> Self {
    Self(
      id, "each piece of work is done once", otherwise: message,
      scenes.map { Scenario($0.key, given: [], expect: [.once($0.value)]) })
  }
}

extension Trace.Condition {
  /// Each piece of work was done by an operation of that queue.
  static func inQueue(_ queue: String, _ works: [String]) -> Self {
    Self("all is done in '\(queue)'") { run in
      let places = works.flatMap { run.all(.noted, of: $0) }.filter { $0.currentQueue != nil }
      let outside = places.filter { $0.currentQueue != .some(queue) }
      return Outcome(outside.isEmpty, "", outside + [try run.rest()])
    }
  }

  /// Each piece of work has begun and ended once, and nothing more can happen.
  static func once(_ works: [String]) -> Self {
    Self("once: \(works.joined(separator: ", "))") { run in
      let end = try run.rest()
      for work in works {
        let (begins, ends) = (run.all(.began, of: work), run.all(.ended, of: work))
        if begins.count != 1 || ends.count != 1 {
          return Outcome(false, "\(work) began \(begins.count)×", begins + ends + [end])
        }
      }
      return Outcome(true, "once each", works.flatMap { run.all(.ended, of: $0) })
    }
  }

  /// Both pieces of work have begun before either ends.
  static func together(_ one: String, _ other: String) -> Self {
    .all(
      "\(one) and \(other) go on at the same time", .order(.began(one), .ended(other)),
      .order(.began(other), .ended(one)))
  }

  /// The thread that has called the function sleeps nowhere before it returns.
  fileprivate static func withoutSleep(_ function: String) -> Self {
    Self("\(function) returns without a sleep") { run in
      let end = try Trace.Moment.returned(from: function).evidence(in: run)
      let sleeps = run.all(.waiting, of: SceneTools.sleeper)
        .filter { $0.thread == end.thread && $0.seq < end.seq }
      return Outcome(sleeps.isEmpty, "", sleeps + [end])
    }
  }
}

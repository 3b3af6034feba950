import Foundation
import OperationLab
import OperationBench

/// A function of a learner's that adds pieces of work to its caller's queue: the worlds that it is led through,
/// what counts in them, and words for common differences.
struct Errand: Sendable {
  private let function: String
  private let works: [String]
  private let queue: String
  /// The place of the piece whose operation the function returns.
  private let returned: Int?

  /// - Parameters:
  ///   - function: its name.
  ///   - works: the names of the pieces.
  ///   - queue: the queue's name.
  ///   - returned: the piece whose operation the function returns.
  init(_ function: String, _ works: [String], in queue: String, returning returned: String? = nil) {
    (self.function, self.works, self.queue) = (function, works, queue)
    self.returned = returned.flatMap(works.firstIndex)
  }

  private static let mayRun = "the queue may run"
  fileprivate static let guest = "guest"

  /// Those of a function that returns nothing.
  static let worlds = World.all([.firstIsLong, .secondIsLong, .calledTwice], [.queueWaits])

  /// Those of one that returns an operation.
  static let cancelling = World.all(
    [.firstIsLong, .secondIsLong, .cancelledInLine, .cancelledAtWork], [.queueWaits])

  /// The scenes for the learner's function.
  ///
  /// - Parameter input: what the function is given.
  func scenes<Input, Output>(
    _ worlds: [World] = worlds,
    _ input: @escaping @Sendable ([SceneTools.Work], OperationQueue) -> Input
  ) -> Scenes<Input, Output> {
    Scenes(worlds.map { world in .init(world) { act(in: world, $0, $1, input) } })
  }

  private func act<Input, Output>(
    in world: World, _ bench: Bench, _ learner: @escaping (Input) -> Output,
    _ input: @escaping @Sendable ([SceneTools.Work], OperationQueue) -> Input
  ) {
    let queue = CallersQueue(bench, queue)
    let barrier = IdleBarrier(bench)
    let mayEnd = bench.gate("the one at work may end", isTraced: false)
    // The first piece does not even wait in line unless its queue waits.
    let isSuspended = world.has(.queueWaits) || world.has(.cancelledInLine) && returned == 0
    let isCancelled = world.has(.cancelledInLine, .cancelledAtWork)
    let held = world.has(.cancelledAtWork) ? returned : isSuspended ? nil : 0
    let mayRun = bench.gate(Self.mayRun)
    if isSuspended { queue.queue.isSuspended = true }
    let operation = bench.calling(function) {
      names(in: world).map { names in
        learner(
          input(
            names.enumerated().map { place, name in
              guard isCancelled else {
                // Those of the first call are over long before those of the second one.
                let isLast = place == 0 && names != works
                let isLong = place == world.special(of: names.count)
                let rounds = isLast ? names.count + 1 : isLong ? 2 : 1
                return queue.noting(name, barrier.work(name, rounds: rounds))
              }
              return queue.noting(name, bench.work(name) { if place == held { mayEnd.wait() } })
            }, queue.queue)) as? Operation
      }.first ?? nil
    }
    let cancel = {
      bench.settle()
      if let operation { bench.cancel(operation, "operation") }
      bench.settle()
    }
    if isSuspended {
      bench.settle()
      if world.has(.cancelledInLine) { cancel() }
      mayRun.open()
      queue.queue.isSuspended = false
    }
    queue.queue.addOperation(bench.block(Self.guest))
    if isCancelled, !isSuspended || world.has(.cancelledAtWork) { cancel() }
    mayEnd.open()
    bench.settle()
  }

  /// The names of the pieces, for each call.
  private func names(in world: World) -> [[String]] {
    suffixes(in: world).map { suffix in works.map { $0 + suffix } }
  }

  private func suffixes(in world: World) -> [String] {
    world.has(.calledTwice) ? ["", " again"] : [""]
  }

  // What counts.

  /// In that world: besides these, whether it returns, does each piece in the queue, and leaves the queue to its
  /// caller.
  func view(_ world: World, _ own: Look...) -> [Look] {
    // Only pieces that are held tell what goes on beside them.
    let isHeld = !world.has(.cancelledInLine, .cancelledAtWork)
    return (isHeld ? [returns] : []) + begins(in: world)
      + [isInside(Array(names(in: world).joined()))]
      + (world.has(.queueWaits) ? [awaitsQueue] : []) + (isHeld ? [sparesQueue] : []) + own
  }

  /// How often each piece begins.
  func begins(in world: World) -> [Look] { names(in: world).joined().map(Look.begins) }

  /// The function returns while the work goes on, and its thread sleeps in no other way either.
  private var returns: Look { .returns(function, before: works[0]) }

  private func isInside(_ works: [String]) -> Look {
    .isSo(
      "all work is done in the caller's queue", "some work is done outside the caller's queue",
      .inQueue(queue, works))
  }

  private var beginsLater: Trace.Condition {
    .check("all begins later", at: .opened(Self.mayRun)) { [works] run, end in
      run.all(.began).allSatisfy { begin in
        begin.seq > end[0].seq || !works.contains(where: begin.subject.hasPrefix)
      }
    }
  }

  private var awaitsQueue: Look {
    .isSo(
      "no work begins while the queue is suspended", "work begins while the queue is suspended",
      beginsLater)
  }

  private var sparesQueue: Look {
    .isSo(
      "the queue still runs other operations of the caller's",
      "the queue does not run another operation of the caller's beside them",
      .all(
        "the guest runs beside them", .order(.began(Self.guest), .ended(works[0])),
        .keepsWidth(SceneTools.width, queue)))
  }

  /// Whether that piece begins when the other one has ended, in each call.
  func order(_ one: String, _ other: String, in world: World = World()) -> Look {
    let suffixes = suffixes(in: world)
    return .isSo(
      "\(one) ends before \(other) begins", "\(other) begins before \(one) has ended",
      .each(suffixes) { [.order(.ended(one + $0), .began(other + $0))] })
  }

  /// Whether they are done at the same time, in each call.
  func together(_ one: String, _ other: String, in world: World = World()) -> Look {
    let suffixes = suffixes(in: world)
    return .isSo(
      "\(one) and \(other) go on at the same time",
      "one of \(one) and \(other) waits for the other",
      .each(suffixes) {
        [
          .order(.began(one + $0), .ended(other + $0)),
          .order(.began(other + $0), .ended(one + $0)),
        ]
      })
  }

  // Words for common differences.

  /// The requirements of each such function.
  ///
  /// - Parameters:
  ///   - cancelled: the worlds in which it is cancelled, and what is done then.
  ///   - remark: what the learner should know of these pieces besides.
  func requirements(
    _ cancelled: KeyValuePairs<String, [String]> = [:], also remark: String = ""
  ) -> [Requirement] {
    let long = World(.firstIsLong).name
    let waiting = World(.queueWaits).name
    let scenes = [(long, works), (waiting, works)] + cancelled.map { ($0.key, $0.value) }
    return [
      Requirement(
        "comes-back", returns, in: long,
        otherwise: "\(function) does not return at once: it blocks its caller."),
      Requirement(
        "once", "each piece of work is done once",
        otherwise: "\(function) does not see to it that each piece of work is done, and only once."
          + remark,
        scenes.map { Scenario($0.0, given: [], expect: [.once($0.1)]) }),
      Requirement(
        "in-queue", isInside(works).id,
        otherwise:
          "\(function) does some of the work outside the caller's queue: no operation of the queue is "
          + "under way while it is done. (A completion block runs outside, and the queue may be empty by "
          + "then.)",
        scenes.map { scene, names in
          Scenario(
            scene, given: [],
            expect: [.inQueue(queue, names)] + (scene == waiting ? [beginsLater] : []))
        }
      ).says(
        "\(function) does not leave all of the work to the caller's queue: some of it begins although "
          + "the caller has suspended the queue.",
        if: .not(beginsLater)),
      Requirement(
        "spares-queue", sparesQueue, in: long,
        otherwise: "\(function) changes the caller's queue: another operation that the caller puts "
          + "into it does not begin, although the queue could run it."),
    ]
  }
}

/// A queue of the caller's.
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
  func noting<Result>(
    _ work: String, _ body: @escaping @Sendable () -> Result
  ) -> @Sendable () -> Result {
    { [self, log = bench.log(work)] in
      let busy = busy.withLock { count in
        count += 1
        return count
      }
      defer { self.busy.withLock { $0 -= 1 } }
      let isInside =
        OperationQueue.current === queue
        || queue.operations.count { $0.isExecuting && $0.name != Errand.guest } >= busy
      log(.noted, nil, .currentQueue(name: isInside ? name : nil))
      return body()
    }
  }
}

extension SceneTools {
  /// How many operations the caller's queue runs at a time: more than any solution needs.
  static let width = 9
}

extension Look {
  /// Whether the function returns while that work goes on, and its thread sleeps in no other way either.
  static func returns(_ function: String, before work: String) -> Look {
    isSo(
      "\(function) returns without waiting", "\(function) does not return at once",
      .all(
        "it returns", .comes(.returned(from: function), before: .ended(work)),
        .withoutSleep(function)))
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

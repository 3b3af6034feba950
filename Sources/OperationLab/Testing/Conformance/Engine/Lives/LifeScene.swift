import Foundation
import OperationBench
import OperationLab

/// Leads an operation through a ``Life``, one step at a time. Each step is taken when the process is
/// idle, and many lives take theirs together.
final class LifeScene: Sendable {
  /// What is done between two moments at which the process is idle.
  enum Step: Hashable {
    case make, prepare, enter, begin, follow, lookAtEnd, release, lookBack, another, endAnother
    /// The event with that place among those of the stage.
    case event(Life.Stage, Int)
    /// A piece of work that has begun ends. The last time, all, and also those that are yet to begin.
    case endWork(isLast: Bool)
  }

  private struct State: Sendable {
    var operation: Operation?
    weak var released: Operation?
    weak var twin: Operation?
    var dependent: Operation?
    /// The moment that the next look at the operation shows, if any.
    var look: Event.Mark?
    var hasBegun = false
    var hasCompleted = false
    var hasNext = false
    var hasHappenedOnceStarted = false
  }

  let life: Life
  let bench: Bench
  /// What is known of the class, and whether other lives go on in this process, which may block many
  /// threads.
  private let request: LivesRequest
  private let subject: Subject
  private let environment: Environment
  /// What another of the class does meanwhile, in some lives.
  private let twinsWork: Environment
  /// What the next one does. It goes on until what the first has left behind may have come.
  private let nextWork: Environment
  private let queue: OperationQueue
  /// Lets the operation begin that the one in the life waits for.
  private let mayGoOn: Gate
  private let log: Log
  private let state = Locked(State())

  init(_ life: Life, of subject: Subject, _ request: LivesRequest, on bench: Bench) {
    self.life = life
    self.request = request
    self.subject = subject
    self.bench = bench
    log = bench.log(Life.subject)
    queue = bench.queue(
      "queue", width: life.isDependent ? OperationQueue.defaultMaxConcurrentOperationCount : 1,
      holdsOperations: false)
    if request.isCompany { Platform.avoidSlowPools(queue) }
    mayGoOn = bench.gate("the other may end", isTraced: false)
    environment = Environment(Probe.subject, life.work, isHeld: life.holdsWork, on: bench)
    twinsWork = Environment(
      Environment.twins, life.othersFate == .failOther ? .fails : life.work,
      isHeld: life.holdsWork, on: bench)
    nextWork = Environment(Environment.next, .endsLater, isHeld: true, on: bench)
    guard life.happenings.contains(where: { $0.stage == .ending }) else { return }
    environment.atFirstEnd { [weak self] in
      guard let self else { return }
      for happening in life.happenings where happening.stage == .ending { happen(happening) }
    }
  }

  /// The steps that such lives have, in their order.
  static func steps(of lives: [Life]) -> [Step] {
    func events(_ stage: Life.Stage) -> [Step] {
      let most = lives.map { life in life.happenings.count { $0.stage == stage } }.max() ?? 0
      return (0..<most).map { .event(stage, $0) }
    }
    let prepare: [Step] = lives.contains { $0.start == .dependentLate } ? [.prepare] : []
    let follow: [Step] = lives.contains { $0.start == .followed } ? [.follow] : []
    return [.make] + events(.new) + prepare + [.enter] + events(.waiting) + [.begin]
      + follow + events(.started) + events(.working)
      + [.endWork(isLast: false), .endWork(isLast: false), .endWork(isLast: true)]
      + events(.finished)
      + [.lookAtEnd, .release, .lookBack, .another, .endAnother, .lookBack]
  }

  /// Takes a step, if the life has it. To be called on the main thread.
  func take(_ step: Step) {
    switch step {
    case .make:
      make()
      if entersAtOnce { elsewhere { $0.enter($1) } }
    case .lookAtEnd: elsewhere { _, _ in }
    case .lookBack:
      let mark: Event.Mark = state.withLock { $0.released } == nil ? .deallocated : .alive
      // The second time only what has changed.
      if !bench.trace.events.contains(where: { $0.mark == mark }) { log(mark) }
    case .another: bringAnother()
    case .endAnother: bench.elsewhere { [nextWork] in nextWork.release(all: true) }
    case .follow: if life.start == .followed { bringTwin() }
    case .prepare: if life.start == .dependentLate { elsewhere { scene, _ in scene.prepare() } }
    case .enter: if life.isQueued, !entersAtOnce { elsewhere { $0.enter($1) } }
    case .begin: if life.start != .unstarted { elsewhere { $0.begin($1) } }
    case .endWork(let isLast):
      guard life.start != .unstarted, isLast || environment.hasHeld else { return }
      bench.elsewhere { [self] in
        lookOnce()
        endWork(isLast)
      }
    case .release: elsewhere { scene, _ in scene.release() }
    case .event(let stage, let place):
      let events = life.happenings.filter { $0.stage == stage }
      guard events.indices.contains(place) else { return }
      if events[place].event == .cancelOnMain {
        lookOnce()
        return happen(events[place])
      }
      // Dispatch's pools are held: what reads through a queue would read much later.
      if stage == .started { return bench.elsewhere { [self] in happenOnceStarted() } }
      elsewhere { scene, _ in scene.happen(events[place]) }
    }
  }

  /// Whether nothing comes between its making and its queue. Then it may become ready in the queue.
  private var entersAtOnce: Bool {
    life.isQueued && life.start != .dependentLate && life.happenings.first?.stage != .new
  }

  /// Whether it can be started, if that is done by hand.
  var mayStart: Bool {
    guard life.start == .byHand, let operation = state.withLock({ $0.operation }) else {
      return true
    }
    return operation.isReady || operation.isExecuting || operation.isFinished
  }

  /// Takes a look that is due, and does something. The class may block the thread, not the other lives.
  private func elsewhere(_ body: @escaping @Sendable (LifeScene, Operation) -> Void) {
    bench.elsewhere { [self] in
      guard let operation = state.withLock({ $0.operation }) else { return }
      lookOnce()
      body(self, operation)
    }
  }

  private func lookOnce() {
    let (mark, operation) = state.withLock { ($0.look.take(), $0.operation) }
    guard let mark, let operation else { return }
    // That asking changes nothing shows in the next answers.
    for _ in 0..<3 { log(.observed, operation, .mark(mark)) }
  }
}

extension LifeScene {
  /// Whether what the last step should lead to has happened, as far as the trace and the operation
  /// tell.
  func hasCome(_ step: Step) -> Bool {
    switch step {
    case .make, .prepare, .enter, .follow, .lookAtEnd, .lookBack: return true
    case .begin: return environment.begun > 0 || isFinished
    case .release: return state.withLock { $0.released } == nil
    case .another: return nextWork.begun > 0 || isAnotherOver
    case .endAnother: return isAnotherOver
    case .endWork: return isOver
    case .event:
      // Cancelled, it waits for nothing.
      if life.isDependent, !isOver { return false }
      func count(_ isThat: (Event) -> Bool) -> Int { bench.trace.events.count(where: isThat) }
      return count { $0.kind == .cancelled && $0.subject == Life.subject }
        == count { $0.subject == Life.cancelSubject && $0.kind == .noted }
    }
  }

  private var isAnotherOver: Bool {
    bench.registry.snapshot().operation("another")?.state.contains(.finished) == true
  }

  /// How much has happened. Looks do not count.
  var happened: Int {
    bench.trace.events.count { ![.observed, .settled, .noted].contains($0.kind) }
  }

  /// Whether an operation of the class may go on, for nothing that it has begun is held.
  var isUnderWay: Bool {
    let mayBegin = state.withLock { $0.hasBegun } && environment.begun == 0
    let running = bench.registry.snapshot().operations.filter { operation in
      guard !operation.state.contains(.finished) else { return false }
      return switch operation.name {
      case "another": true
      case Life.subject: operation.state.contains(.executing) || mayBegin
      case "twin": operation.state.contains(.executing)
      default: false
      }
    }
    // It may be about to tell.
    return isFinished && !isOver
      || running.count > [environment, twinsWork, nextWork].count(where: \.hasHeld)
  }

  /// Whether it is finished, and has told so.
  private var isOver: Bool {
    let (operation, isTold) = state.withLock { ($0.operation, $0.hasCompleted) }
    return operation.map { $0.isFinished && isTold } ?? true
  }

  private var isFinished: Bool { state.withLock { $0.operation }?.isFinished != false }
}

// The steps.
extension LifeScene {
  private func make() {
    if subject.usesProbe { log(.hasWork) }
    if request.nextWorks { log(.nextWorks) }
    log(.pieces(request.pieces))
    if life.start == .beside { bringTwin() }
    let operation = makeOne(environment)
    operation.name = Life.subject
    log(.observed, operation, .mark(.asMade))
    bench.watch(operation, as: Life.subject, weakly: true)
    log(.isAsynchronous(operation.isAsynchronous))
    // The class may have one of its own.
    let block = operation.completionBlock
    operation.completionBlock = { [weak operation, log, state] in
      block?()
      log(.completed, operation)
      state.withLock { $0.hasCompleted = true }
    }
    state.withLock { ($0.operation, $0.look) = (operation, .look(.new)) }
  }

  /// Another of the class begins, in a queue of its own.
  private func bringTwin() {
    let twin = makeOne(twinsWork)
    twin.name = "twin"
    bench.watch(twin, as: "twin")
    state.withLock { $0.twin = twin }
    let queue = newQueue("queue of the twin")
    bench.elsewhere { queue.addOperation(twin) }
  }

  /// A new one. If its `init` sleeps, the main thread comes back nevertheless.
  private func makeOne(_ work: Environment) -> Operation {
    bench.waitingThreads.enter(.program)
    defer { bench.waitingThreads.leave(.program) }
    return subject.make(work.probe())
  }

  /// Adds what it depends on, so that this is running when it comes.
  private func prepare() {
    queue.addOperation(HeldOperation("dependency", on: bench, until: mayGoOn))
  }

  private func enter(_ operation: Operation) {
    addDependent(on: operation)
    switch life.start {
    case .unstarted, .byHand: return
    case .alone, .watched, .mainWaits, .crowd, .row, .racedByHand, .raced:
      preconditionFailure("a SoleScene leads it")
    case .queued, .beside, .followed:
      queue.isSuspended = true
    case .behind:
      queue.addOperation(HeldOperation("first", on: bench, until: mayGoOn))
    case .dependent:
      let dependency = HeldOperation("dependency", on: bench, until: mayGoOn)
      operation.addDependency(dependency)
      queue.addOperation(operation)
      queue.addOperation(dependency)
    case .dependentLate:
      queue.operations.first.map(operation.addDependency)
    }
    if life.start != .dependent { queue.addOperation(operation) }
    state.withLock { $0.look = .look(.waiting) }
  }

  private func begin(_ operation: Operation) {
    state.withLock { ($0.look, $0.hasBegun) = (.look(.working), true) }
    guard life.start == .byHand else {
      queue.isSuspended = false
      return mayGoOn.open()
    }
    addDependent(on: operation)
    start(operation)
    happenOnceStarted()
  }

  private func endWork(_ isLast: Bool) {
    addNext()
    state.withLock { $0.look = .look(.finished) }
    environment.release(all: isLast)
    twinsWork.release(all: true)
  }

  private func release() {
    state.withLock { state in
      guard let operation = state.operation else { return }
      state.dependent?.removeDependency(operation)
      (state.released, state.operation) = (operation, nil)
    }
  }

  /// Another of the class comes, in the same queue. It is stuck there if that is.
  private func bringAnother() {
    let another = makeOne(nextWork)
    another.name = "another"
    bench.watch(another, as: "another")
    let queue = life.isQueued ? queue : newQueue("queue of another")
    bench.elsewhere { queue.addOperation(another) }
  }
}

// What happens in them.
extension LifeScene {
  /// What happens when `start()` has returned, or does not return while Dispatch's pools are held.
  private func happenOnceStarted() {
    let isFirst = state.withLock { state in
      defer { state.hasHappenedOnceStarted = true }
      return !state.hasHappenedOnceStarted
    }
    guard isFirst else { return }
    for happening in life.happenings where happening.stage == .started { happen(happening) }
  }

  private func happen(_ happening: Life.Happening) {
    guard let operation = state.withLock({ $0.operation }) else { return }
    if happening.stage == .working { addNext() }
    switch happening.event {
    case .start:
      // Foundation's start() refuses that with a trap.
      guard !isInStart else { return log(.stillStarting) }
      start(operation, .mark(.again))
    case .letGo:
      release()
    case .cancelOther:
      guard let twin = state.withLock({ $0.twin }) else { return }
      bench.log("twin")(.cancelled, twin)
      twin.cancel()
    case .failOther, .endOther:
      twinsWork.release(all: true)
    case .cancel, .cancelOnMain:
      if let twin = state.withLock({ $0.twin }) { bench.log("twin")(.observed, twin) }
      log(.cancelled, operation)
      operation.cancel()
      bench.log(Life.cancelSubject)(.isBack)
      log(.observed, operation, .mark(.afterCancel))
      state.withLock { $0.look = .idleAfterCancel }
    }
  }

  /// Waits until it is ready, as a queue does.
  ///
  /// - Returns: why it is not, if so. One that has begun or finished says no more that it is ready.
  private func waitUntilReady(_ operation: Operation) -> Event.Mark? {
    var deadline = Deadline(Durations.mostPatience)
    while !operation.isReady {
      if operation.isExecuting || operation.isFinished { return .refusesStart }
      if deadline.isOver() { return .notReady }
      _ = Latch().wait(deadline: .milliseconds(1))
    }
    return nil
  }

  private var isInStart: Bool {
    let events = bench.trace.events.lazy.filter { $0.subject == Life.subject }
    return events.last { [.started, .returned].contains($0.kind) }?.kind == .started
  }

  private func start(_ operation: Operation, _ fact: Event.Fact? = nil) {
    // Foundation's start() ends the process otherwise.
    if let obstacle = waitUntilReady(operation) { return log(obstacle, operation) }
    log.duringStart(of: operation, fact) { operation.start() }
  }

  /// Another queue of width 1. Dispatch's own pools have no thread for each life of a company.
  private func newQueue(_ name: String) -> OperationQueue {
    let queue = bench.queue(name, width: 1, holdsOperations: false)
    if request.isCompany { Platform.avoidSlowPools(queue) }
    return queue
  }

  /// Something that waits for its end.
  private func addDependent(on operation: Operation) {
    // It would hold what everybody is to let go.
    if life.has(.letGo) { return }
    let dependent = bench.block("dependent")
    dependent.addDependency(operation)
    newQueue("another queue").addOperation(dependent)
    state.withLock { $0.dependent = dependent }
  }

  /// Something behind it in its queue, once the queue has had the time to start it: what comes makes
  /// the queue look again.
  private func addNext() {
    let hasNext = state.withLock { state in
      defer { state.hasNext = true }
      return state.hasNext
    }
    if life.isQueued, !hasNext { queue.addOperation(bench.block("next")) }
  }
}

extension Event.Mark {
  static let asMade: Self = "as it is made"
  /// Nobody can call `start()` again, because it has not come back.
  static let stillStarting: Self = "start() has not come back"
  /// The state of the operation when the process was idle at that stage of its life.
  static func look(_ stage: Life.Stage) -> Self {
    switch stage {
    case .new: .whenNew
    case .waiting: .notStarted
    case .started, .working: .whileWorking
    case .ending, .finished: "when its work had ended"
    }
  }

  /// The state of the operation when the process was idle after `cancel()`.
  static let idleAfterCancel: Self = "when the process was idle after cancel()"
  /// How many pieces of work it does when it is left alone.
  static func pieces(_ count: Int) -> Self { Self("its work has {} pieces", .number(count)) }
  /// One that comes after a plain one does its work.
  static let nextWorks: Self = "the next one works, too"
  /// `start()` was called before.
  static let again: Self = "again"
  /// Its `isReady` is false because it has begun, so that it must not be started.
  static let refusesStart: Self = "it has begun, and its isReady is false: no start() by hand"
}

extension Run {
  /// How many pieces of work the operation does when it is left alone.
  var pieces: Int {
    for event in all(.noted, of: Life.subject) {
      if let mark = event.mark, mark.isLike(.pieces(1)),
        case .number(let count)? = mark.values.first
      {
        return count
      }
    }
    return 1
  }
}

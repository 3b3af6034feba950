import Foundation
import OperationBench
import OperationLab

extension Rule {
  static let doesNotSpin: Rule = .init(
    "does-not-spin", needsProbe: true, inSole: [.watched]
  ) { _, run in
    let began = try run.first(.began, of: Probe.subject)
    guard let look = run.lookForSpin else {
      throw MissingEvidence.event(
        .noted, subject: Life.subject, program: run.program)
    }
    return .holds(
      "its threads slept while its work was held", [began, look],
      unless: [.seen(run.seesSpin, "its work was held, and a thread never slept")])
  }
}

extension SoleScene {
  /// Looks for a thread that is busy while the work is held. It also shows whether operations can be made,
  /// whether `start()` returns before the end of the work, and whether one that comes next does its work, too.
  func watchThreads() {
    let first = make()
    let log = bench.log(Life.subject)
    log(.firstMade)
    let queue = bench.queue("queue", width: 1)
    let thread = DispatchQueue(label: "one thread")
    queue.underlyingQueue = thread
    if subject.usesProbe {
      queue.addOperation(first)
      if findSleep() {
        let isFree = Latch()
        thread.async { isFree.open() }
        awaitSilence(.zero)
        if isFree.isOpen { log(.keepsNoThread) }
      }
      work.release(all: true)
    }
    let next = Environment(Environment.next, .endsLater, isHeld: false, on: bench)
    let second = subject.make(next.probe())
    if first === second { return log(.sameAgain) }
    func isEmpty() -> Bool { bench.ask { queue.operationCount == 0 } == true }
    guard subject.usesProbe, wait(until: isEmpty) else { return }
    queue.addOperation(second)
    wait { next.begun > 0 || isEmpty() }
    if next.begun > 0 { log(.nextWorks) }
  }
}

extension Run {
  /// Whether a thread was busy while the work was held, in a life whose threads are watched.
  var seesSpin: Bool { lookForSpin?.mark == SoleScene.busy }

  fileprivate var lookForSpin: Evidence? {
    all(.noted, of: Life.subject).first {
      [SoleScene.busy, SoleScene.asleep].contains($0.mark)
    }
  }
}

extension SoleScene {
  static let busy: Event.Mark = "a thread is busy"
  fileprivate static let asleep: Event.Mark = "its threads sleep"

  /// Watches the threads until they have slept several times, or much processor time is used.
  ///
  /// It does not use a time limit, because on a busy machine a thread may wait that long for a
  /// processor before it sleeps.
  ///
  /// - Returns: whether they sleep while the work is held.
  private func findSleep() -> Bool {
    guard wait(until: { work.begun > 0 }) else { return false }
    bench.waitingThreads.enter(.program)
    defer { bench.waitingThreads.leave(.program) }
    let before = Self.timeOfOthers
    var (used, sleeps) = (Duration.zero, 0)
    _ = RestDriver(pause: .milliseconds(2)).run { _ in
      RestSearch.Look(threads: Platform.threadActivity())
    } decides: { look, step in
      // The next look may see the same sleep again.
      if look.isStill, step != .lookAgain { sleeps += 1 }
      used = Self.timeOfOthers - before
      return sleeps >= Self.enoughSleeps || used > Self.muchTime
    }
    bench.log(Life.subject)(sleeps < Self.enoughSleeps ? Self.busy : Self.asleep)
    if sleeps < Self.enoughSleeps { OwnCalls.tell() }
    return sleeps >= Self.enoughSleeps
  }

  /// The processor time of all threads but the calling one, which uses time to watch them.
  private static var timeOfOthers: Duration {
    ProcessorTime.ofProcess - ProcessorTime.ofThisThread
  }

  private static let enoughSleeps = 8
  private static let muchTime = Duration.milliseconds(150)
}

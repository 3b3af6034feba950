import Foundation

/// A piece of work that several share: the first one leads it, and all that joined are told its end.
private final class SharedLoad: @unchecked Sendable {
  private let lock = NSLock()
  /// Guarded by `lock`.
  private var members: [ObjectIdentifier: @Sendable () -> Void] = [:]

  /// - Returns: whether it is the first.
  func join(_ member: AnyObject, _ told: @escaping @Sendable () -> Void) -> Bool {
    lock.withLock {
      members[ObjectIdentifier(member)] = told
      return members.count == 1
    }
  }

  func end() {
    let all = lock.withLock {
      defer { members = [:] }
      return members
    }
    for told in all.values { told() }
  }

  func leave(_ member: AnyObject) { lock.withLock { members[ObjectIdentifier(member)] = nil } }
  func forgetAll() { lock.withLock { members = [:] } }
}

/// BROKEN ON PURPOSE: one that is cancelled takes all others off the list of the shared work.
///
/// make: `ForgetsTheOthers(work: probe.begin)`
/// breaks: completes-in-a-queue "when another of its class was cancelled"
/// varies: survives-races, many-at-once, leaves-nothing-behind
final class ForgetsTheOthers: LockOperation, @unchecked Sendable {
  private static let load = SharedLoad()

  override func start() {
    if isCancelled { return finish() }
    guard set(isExecuting: true, isFinished: false) else { return }
    if Self.load.join(self, { self.finish() }) { work { Self.load.end() } }
    if isCancelled { leave() }
  }

  override func cancel() {
    super.cancel()
    if isExecuting { leave() }
  }

  private func leave() {
    Self.load.forgetAll()  // BROKEN: the others are never told.
    finish()
  }
}

/// BROKEN ON PURPOSE: when the work fails, only the one that has led it is told.
///
/// make: `TellsOnlyTheLeader(work: probe.result)`
/// breaks: completes-in-a-queue "when the work of another of its class had failed"
/// varies: survives-races, many-at-once, leaves-nothing-behind, cancel-while-running
final class TellsOnlyTheLeader: LockOperation, @unchecked Sendable {
  typealias Call = @Sendable (@escaping @Sendable (Result<Void, any Error>) -> Void) -> Void

  private static let load = SharedLoad()
  private let call: Call

  init(work: @escaping Call) {
    call = work
    super.init { _ in }
  }

  override func start() {
    if isCancelled { return finish() }
    guard set(isExecuting: true, isFinished: false) else { return }
    guard Self.load.join(self, { self.finish() }) else { return }
    call { result in
      if case .success = result { return Self.load.end() }
      Self.load.forgetAll()  // BROKEN: those that follow wait for ever.
      self.finish()
    }
  }
}

/// A place for one operation at a time.
final class OnePlace: @unchecked Sendable {
  private let lock = NSLock()
  /// Guarded by `lock`.
  private var isTaken = false

  func take() -> Bool {
    lock.withLock {
      defer { isTaken = true }
      return !isTaken
    }
  }

  func giveBack() { lock.withLock { isTaken = false } }
}

/// BROKEN ON PURPOSE: while one is at the desk, all others end at once. One that is cancelled stays there.
///
/// make: `StaysAtTheDesk(work: probe.begin)`
/// breaks: next-one-runs "finished without its work", leaves-nothing-behind
/// varies: survives-races
final class StaysAtTheDesk: LockOperation, @unchecked Sendable {
  private static let desk = OnePlace()

  override func start() {
    if isCancelled { return finish() }
    guard set(isExecuting: true, isFinished: false) else { return }
    guard Self.desk.take() else { return finish() }
    work {
      if !self.isCancelled { Self.desk.giveBack() }  // BROKEN: also a cancelled one must go.
      self.finish()
    }
  }
}

/// Seats for a few operations. The others wait until one is free. As with a semaphore, one that gives back a
/// seat that it does not have makes one more.
final class Seats: @unchecked Sendable {
  private let lock = NSLock()
  /// Both guarded by `lock`.
  private var free: Int
  private var waiting: [@Sendable () -> Void] = []

  init(_ count: Int) { free = count }

  func take(_ use: @escaping @Sendable () -> Void) {
    let isFree = lock.withLock {
      if free == 0 { waiting.append(use) } else { free -= 1 }
      return waiting.isEmpty
    }
    if isFree { use() }
  }

  func giveBack() {
    let next = lock.withLock {
      if waiting.isEmpty { free += 1 }
      return waiting.isEmpty ? nil : waiting.removeFirst()
    }
    next?()
  }
}

/// BROKEN ON PURPOSE: of eight seats, one is lost with each that is cancelled at work.
///
/// make: `LosesASeat(work: probe.begin)`
/// breaks: leaves-nothing-behind "each cancelled while it works"
/// varies: survives-races
final class LosesASeat: LockOperation, @unchecked Sendable {
  private static let seats = Seats(8)

  override func start() {
    if isCancelled { return finish() }
    guard set(isExecuting: true, isFinished: false) else { return }
    Self.seats.take {
      self.work {
        if !self.isCancelled { Self.seats.giveBack() }  // BROKEN: it keeps the seat.
        self.finish()
      }
    }
  }
}

/// BROKEN ON PURPOSE: of eight seats, one is lost with each whose work fails.
///
/// make: `LosesASeatInFailure(work: probe.result)`
/// breaks: leaves-nothing-behind "each with work that fails"
/// varies: survives-races
final class LosesASeatInFailure: LockOperation, @unchecked Sendable {
  private static let seats = Seats(8)

  init(work: @escaping @Sendable (@escaping @Sendable (Result<Void, any Error>) -> Void) -> Void) {
    super.init { done in
      Self.seats.take {
        work { result in
          if case .success = result { Self.seats.giveBack() }  // BROKEN: it keeps the seat.
          done()
        }
      }
    }
  }
}

/// BROKEN ON PURPOSE: each takes two of four tools, one after the other. Four that have one each wait for
/// ever.
///
/// make: `TakesTwoTools(work: probe.begin)`
/// breaks: many-at-once "are stuck"
/// varies: survives-races, completes-in-a-queue, next-one-runs
final class TakesTwoTools: LockOperation, @unchecked Sendable {
  private static let tools = Seats(4)

  override init(work: @escaping Work) {
    super.init { done in
      Self.tools.take {
        work {
          Self.tools.take {  // BROKEN: while it keeps the first.
            Self.tools.giveBack()
            Self.tools.giveBack()
            done()
          }
        }
      }
    }
  }
}

/// BROKEN ON PURPOSE: a timer that it has left behind cancels the operation that works then.
///
/// make: `LeavesAnAlarm(work: probe.begin)`
/// breaks: next-one-runs "was cancelled, and nobody"
/// varies: survives-races, many-at-once, leaves-nothing-behind, cancels-only-itself,
///   completes-in-a-queue
final class LeavesAnAlarm: LockOperation, @unchecked Sendable {
  private final class Current: @unchecked Sendable {
    private let lock = NSLock()
    /// Guarded by `lock`.
    private weak var operation: LeavesAnAlarm?

    func set(_ new: LeavesAnAlarm) { lock.withLock { operation = new } }
    func cancel() { lock.withLock { operation }?.cancel() }
  }

  private static let current = Current()

  override func start() {
    if isCancelled { return finish() }
    guard set(isExecuting: true, isFinished: false) else { return }
    Self.current.set(self)
    // BROKEN: by then it may be another one.
    DispatchQueue.global().asyncAfter(deadline: .now() + 0.7) { Self.current.cancel() }
    work { self.finish() }
  }
}

/// BROKEN ON PURPOSE: its look for news, every few milliseconds, never stops.
///
/// make: `LooksForEver(work: probe.begin)`
/// breaks: leaves-nothing-behind "the process wakes up"
final class LooksForEver: LockOperation, @unchecked Sendable {
  private static let queue = DispatchQueue(label: "looks")

  override func start() {
    guard !isCancelled else { return finish() }
    guard set(isExecuting: true, isFinished: false) else { return }
    Self.look { [weak self] in _ = self?.isFinished }
    work { self.finish() }
  }

  private static func look(_ body: @escaping @Sendable () -> Void) {
    queue.asyncAfter(deadline: .now() + .milliseconds(30)) {
      body()
      look(body)  // BROKEN: also when the operation is gone.
    }
  }
}

/// Tells its caller a result.
class AnsweringOperation: LockOperation, @unchecked Sendable {
  let answer: @Sendable (String?) -> Void

  init(work: @escaping Work, answer: @escaping @Sendable (String?) -> Void) {
    self.answer = answer
    super.init(work: work)
  }
}

/// BROKEN ON PURPOSE: if it is cancelled before its start, it does not tell its caller.
///
/// make: `SaysNothingWhenCancelled(work: probe.begin, answer: probe.answer)`
/// breaks: answers-once "when it was cancelled before its start"
final class SaysNothingWhenCancelled: AnsweringOperation, @unchecked Sendable {
  override func start() {
    if isCancelled { return finish() }  // BROKEN: its caller waits.
    guard set(isExecuting: true, isFinished: false) else { return }
    work {
      if self.set(isExecuting: false, isFinished: true) { self.answer("done") }
    }
  }
}

/// BROKEN ON PURPOSE: if it is cancelled, it tells its caller at once, and once more when the work ends.
///
/// make: `AnswersTwice(work: probe.begin, answer: probe.answer)`
/// breaks: answers-once "2 results", finish-survives-repetition "results"
/// varies: survives-races
final class AnswersTwice: AnsweringOperation, @unchecked Sendable {
  override func start() {
    if isCancelled { return end(nil) }
    guard set(isExecuting: true, isFinished: false) else { return }
    work { self.end("done") }
  }

  override func cancel() {
    super.cancel()
    if isExecuting { answer(nil) }
  }

  private func end(_ text: String?) {
    answer(text)  // BROKEN: also if it has been told.
    finish()
  }
}

import Foundation

/// BROKEN ON PURPOSE: flags without a lock, and time between reading and setting them.
///
/// make: `AsksAndThenSets(work: probe.begin)`
/// varies: survives-races, works-once
final class AsksAndThenSets: Operation, @unchecked Sendable {
  private let work: Work
  private var (started, executing, finished) = (false, false, false)  // BROKEN: no lock.
  private var beganAt: Date?

  init(work: @escaping Work) {
    self.work = work
  }

  override var isAsynchronous: Bool { true }
  override var isExecuting: Bool { executing }
  override var isFinished: Bool { finished }

  override func start() {
    started = true
    if isCancelled { return finish() }
    beganAt = Date()
    executing = true  // BROKEN: cancel() may have finished it since the check.
    didChangeValue(forKey: "isExecuting")
    work { self.finish() }
  }

  override func cancel() {
    super.cancel()
    if started { finish() }
  }

  private func finish() {
    if finished { return }
    willChangeValue(forKey: "isFinished")
    executing = false
    finished = true
    didChangeValue(forKey: "isFinished")
  }
}

/// BROKEN ON PURPOSE: each flag has its own lock, and no lock guards both.
///
/// make: `ForgetsACancelDuringItsStart(work: probe.begin)`
/// breaks: survives-races "never finished"
final class ForgetsACancelDuringItsStart: LockOperation, @unchecked Sendable {
  override func start() {
    if isCancelled { return finish() }
    // BROKEN: if cancelled here, it is not executing yet, so cancel() does not finish it.
    guard set(isExecuting: true, isFinished: false) else { return }
    work { if !self.isCancelled { self.finish() } }
  }

  override func cancel() {
    super.cancel()
    if isExecuting { finish() }
  }
}

/// BROKEN ON PURPOSE: `start()` may set executing after `cancel()` has finished it.
///
/// make: `StartsWhatHasJustEnded(work: probe.begin)`
/// breaks: survives-races "never finished"
/// varies: works-once
final class StartsWhatHasJustEnded: Operation, @unchecked Sendable {
  private enum State { case waiting, starting, executing, finished }

  private let work: Work
  private let lock = NSLock()
  private var state = State.waiting
  private var request = ""

  init(work: @escaping Work) {
    self.work = work
  }

  override var isAsynchronous: Bool { true }
  override var isExecuting: Bool { lock.withLock { state == .executing } }
  override var isFinished: Bool { lock.withLock { state == .finished } }

  override func start() {
    if isCancelled { return finish() }
    go(to: .starting)
    guard !isFinished else { return }
    request = (1...30).map { "line \($0)" }.joined(separator: "\n")
    go(to: .executing)  // BROKEN: it may have finished while the request was composed.
    work { self.finish() }
  }

  override func cancel() {
    super.cancel()
    if lock.withLock({ state != .waiting }) { finish() }
  }

  private func finish() {
    guard !isFinished else { return }
    go(to: .finished)
  }

  private func go(to new: State) {
    willChangeValue(forKey: "isExecuting")
    willChangeValue(forKey: "isFinished")
    lock.withLock { state = new }
    didChangeValue(forKey: "isExecuting")
    didChangeValue(forKey: "isFinished")
  }
}

/// BROKEN ON PURPOSE: `cancel()` and the end of the work may both ask before either of them sets.
///
/// make: `AsksTwiceAndEndsTwice(work: probe.begin)`
/// remarks: survives-races "posted isFinished again"
final class AsksTwiceAndEndsTwice: Operation, @unchecked Sendable {
  private let work: Work
  private let lock = NSLock()
  private var (executing, finished) = (false, false)

  init(work: @escaping Work) {
    self.work = work
  }

  override var isAsynchronous: Bool { true }
  override var isExecuting: Bool { lock.withLock { executing } }
  override var isFinished: Bool { lock.withLock { finished } }

  override func start() {
    if isCancelled { return finish() }
    guard begin() else { return }
    work { self.finish() }
  }

  override func cancel() {
    super.cancel()
    if isExecuting { finish() }
  }

  private func begin() -> Bool {
    willChangeValue(forKey: "isExecuting")
    let mayBegin = lock.withLock {
      if executing || finished { return false }
      executing = true
      return true
    }
    if mayBegin { didChangeValue(forKey: "isExecuting") }
    return mayBegin
  }

  private func finish() {
    guard lock.withLock({ !finished }) else { return }
    willChangeValue(forKey: "isFinished")
    lock.withLock { (executing, finished) = (false, true) }  // BROKEN: another one may have, since.
    didChangeValue(forKey: "isFinished")
  }
}

import Foundation

/// A place at a counter, of which there is one. A task waits for it without blocking a thread.
private actor Counter {
  static let one = Counter()
  private var isTaken = false
  private var line: [CheckedContinuation<Void, Never>] = []

  func take() async {
    guard isTaken else { return isTaken = true }
    await withCheckedContinuation { line.append($0) }
  }

  func giveBack() {
    if line.isEmpty { isTaken = false } else { line.removeFirst().resume() }
  }
}

/// BROKEN ON PURPOSE: cancelled when it has its place and before its work, it keeps the place.
///
/// make: `LeavesWithItsPlace(work: probe.begin)`
/// breaks: next-one-runs "after one that is cancelled before its work begins"
/// varies: survives-races
final class LeavesWithItsPlace: LockOperation, @unchecked Sendable {
  override func start() {
    if isCancelled { return finish() }
    guard set(isExecuting: true, isFinished: false) else { return }
    Task {
      await Counter.one.take()
      if self.isCancelled { return self.finish() }  // BROKEN: the place is never given back.
      self.work {
        Task {
          await Counter.one.giveBack()
          self.finish()
        }
      }
    }
  }
}

/// BROKEN ON PURPOSE: its list of those who wait keeps one that was cancelled there.
///
/// make: `StaysInTheLine(work: probe.begin)`
/// breaks: next-one-runs "after one that is cancelled before its work begins"
/// varies: survives-races
final class StaysInTheLine: LockOperation, @unchecked Sendable {
  private final class Line: @unchecked Sendable {
    static let one = Line()
    private let queue = DispatchQueue(label: "the line")
    private var isBusy = false
    private var waiting: [@Sendable () -> Void] = []

    func enter(_ body: @escaping @Sendable () -> Void) {
      queue.async {
        if self.isBusy { return self.waiting.append(body) }
        self.isBusy = true
        DispatchQueue.global().async(execute: body)
      }
    }

    func leave() {
      queue.async {
        if self.waiting.isEmpty { self.isBusy = false } else { self.waiting.removeFirst()() }
      }
    }
  }

  override func start() {
    if isCancelled { return finish() }
    guard set(isExecuting: true, isFinished: false) else { return }
    Line.one.enter {
      guard !self.isCancelled else { return self.finish() }  // BROKEN: it does not leave the line.
      self.work {
        Line.one.leave()
        self.finish()
      }
    }
  }
}

/// BROKEN ON PURPOSE: a failure makes it begin again at once, and there is no last time.
///
/// make: `BeginsAgainWhenItFails(delivery: probe.result)`
/// breaks: works-once "began its work 100 times"
/// varies: cancel-while-running, survives-races, completion-block-once, is-released, next-one-runs
final class BeginsAgainWhenItFails: LockOperation, @unchecked Sendable {
  typealias Delivery = @Sendable (@escaping @Sendable (Result<Void, any Error>) -> Void) -> Void
  private let delivery: Delivery

  init(delivery: @escaping Delivery) {
    self.delivery = delivery
    super.init { _ in }
  }

  override func start() {
    if isCancelled { return finish() }
    guard set(isExecuting: true, isFinished: false) else { return }
    attempt()
  }

  private func attempt() {
    delivery { result in
      // BROKEN: nothing counts the attempts, and cancel() does not end them.
      if case .failure = result { self.attempt() } else { self.finish() }
    }
  }
}

/// BROKEN ON PURPOSE: each one leaves a thread that waits for a message that never comes.
///
/// make: `LeavesItsThread(work: probe.begin)`
/// breaks: leaves-nothing-behind "threads"
final class LeavesItsThread: LockOperation, @unchecked Sendable {
  override func start() {
    if isCancelled { return finish() }
    guard set(isExecuting: true, isFinished: false) else { return }
    let messages = NSCondition()
    Thread.detachNewThread {
      messages.withLock { messages.wait() }  // BROKEN: there is no signal.
    }
    work { self.finish() }
  }
}

/// BROKEN ON PURPOSE: each one leaves a file open.
///
/// make: `LeavesItsFileOpen(work: probe.begin)`
/// breaks: leaves-nothing-behind "open files"
final class LeavesItsFileOpen: LockOperation, @unchecked Sendable {
  override func start() {
    if isCancelled { return finish() }
    guard set(isExecuting: true, isFinished: false) else { return }
    let file = open("/dev/null", O_RDONLY)
    work {
      _ = lseek(file, 0, SEEK_SET)  // BROKEN: it is never closed.
      self.finish()
    }
  }
}

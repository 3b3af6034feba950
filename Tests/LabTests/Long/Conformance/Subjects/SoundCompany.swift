import Foundation

/// A piece of work that several share. The last one that leaves it ends it.
private final class SharedVisit: @unchecked Sendable {
  private let lock = NSLock()
  /// Guarded by `lock`.
  private var members: [ObjectIdentifier: @Sendable () -> Void] = [:]

  func join(_ member: AnyObject, _ told: @escaping @Sendable () -> Void) -> Bool {
    lock.withLock {
      members[ObjectIdentifier(member)] = told
      return members.count == 1
    }
  }

  func leave(_ member: AnyObject) {
    lock.withLock { members.removeValue(forKey: ObjectIdentifier(member)) }?()
  }

  func end() {
    let all = lock.withLock {
      defer { members = [:] }
      return members
    }
    for told in all.values { told() }
  }
}

/// Sound: two share a piece of work, and one that is cancelled takes only itself off the list.
///
/// make: `LeavesAlone(work: probe.begin)`
final class LeavesAlone: LockOperation, @unchecked Sendable {
  private static let visit = SharedVisit()

  override func start() {
    if isCancelled { return finish() }
    guard set(isExecuting: true, isFinished: false) else { return }
    if Self.visit.join(self, { self.finish() }) { work { Self.visit.end() } }
    if isCancelled { Self.visit.leave(self) }
  }

  override func cancel() {
    super.cancel()
    Self.visit.leave(self)
  }
}

/// Sound: one works at a time, and those that start meanwhile end without work. Each way to the end gives
/// the place back.
///
/// make: `OneAtATime(work: probe.begin)`
final class OneAtATime: LockOperation, @unchecked Sendable {
  private static let place = OnePlace()
  /// Guarded by `lock`.
  private var hasEnded = false

  override func start() {
    if isCancelled { return finish() }
    guard set(isExecuting: true, isFinished: false) else { return }
    guard Self.place.take() else { return finish() }
    work {
      let isFirst = self.lock.withLock {
        defer { self.hasEnded = true }
        return !self.hasEnded
      }
      guard isFirst else { return }
      Self.place.giveBack()
      self.finish()
    }
  }
}

/// Sound: a warning that comes later asks for its own operation, which is gone.
///
/// make: `WarnsItself(work: probe.begin)`
final class WarnsItself: LockOperation, @unchecked Sendable {
  override func start() {
    if isCancelled { return finish() }
    guard set(isExecuting: true, isFinished: false) else { return }
    DispatchQueue.global().asyncAfter(deadline: .now() + 20) { [weak self] in self?.cancel() }
    work { self.finish() }
  }
}

/// Sound: a look for news every few milliseconds ends with the operation.
///
/// make: `LooksWhileItWorks(work: probe.begin)`
final class LooksWhileItWorks: LockOperation, @unchecked Sendable {
  private static let queue = DispatchQueue(label: "looks while it works")

  override func start() {
    if isCancelled { return finish() }
    guard set(isExecuting: true, isFinished: false) else { return }
    look()
    work { self.finish() }
  }

  private func look() {
    Self.queue.asyncAfter(deadline: .now() + .milliseconds(30)) { [weak self] in
      guard let self, !isFinished else { return }
      look()
    }
  }
}

/// Sound: its caller is told in the one function that ends it.
///
/// make: `AnswersAtTheEnd(work: probe.begin, answer: probe.answer)`
final class AnswersAtTheEnd: AnsweringOperation, @unchecked Sendable {
  override func start() {
    if isCancelled { return end(nil) }
    guard set(isExecuting: true, isFinished: false) else { return }
    work { self.end(self.isCancelled ? nil : "done") }
  }

  private func end(_ text: String?) {
    if set(isExecuting: false, isFinished: true) { answer(text) }
  }
}

/// Sound: its caller is told at once when it is cancelled, and never again.
///
/// make: `AnswersWhenCancelled(work: probe.begin, answer: probe.answer)`
final class AnswersWhenCancelled: AnsweringOperation, @unchecked Sendable {
  override func start() {
    if isCancelled { return end(nil) }
    guard set(isExecuting: true, isFinished: false) else { return }
    if isCancelled { return end(nil) }
    work { self.end("done") }
  }

  override func cancel() {
    super.cancel()
    if isExecuting { end(nil) }
  }

  private func end(_ text: String?) {
    if set(isExecuting: false, isFinished: true) { answer(text) }
  }
}

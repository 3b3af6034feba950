import Foundation

/// Both looks are awaited in a task, and the token cancels it. A wish has one lock.
final class Cache: @unchecked Sendable {
  typealias Look = (@escaping (Bool) -> Void) -> () -> Void

  final class Token: @unchecked Sendable {
    private let lock = NSRecursiveLock()
    private var done: ((Bool) -> Void)?
    private var stop: (() -> Void)?
    fileprivate init(_ done: @escaping (Bool) -> Void) { self.done = done }

    func cancel() {
      let stop = lock.withLock {
        done = nil
        return self.stop
      }
      if let stop { DispatchQueue.global().asyncAfter(deadline: .now() + 0.02) { stop() } }
    }

    fileprivate func look(_ look: @escaping Look) async -> Bool? {
      let found = await withCheckedContinuation { continuation in
        lock.withLock {
          guard done != nil else { return continuation.resume(returning: false) }
          stop = look { continuation.resume(returning: $0) }
        }
      }
      return lock.withLock { done == nil ? nil : found }
    }

    fileprivate func tell(_ isThere: Bool) {
      let done = lock.withLock {
        defer { self.done = nil }
        return self.done
      }
      DispatchQueue.main.async { done?(isThere) }
    }
  }

  private let disk: Look
  private let network: Look

  init(disk: @escaping Look, network: @escaping Look) {
    self.disk = disk
    self.network = network
  }

  func load(done: @escaping (Bool) -> Void) -> Token {
    let token = Token(done)
    Task {
      guard let isOnDisk = await token.look(disk) else { return }
      if isOnDisk { return token.tell(true) }
      guard let isLoaded = await token.look(network) else { return }
      token.tell(isLoaded)
    }
    return token
  }
}

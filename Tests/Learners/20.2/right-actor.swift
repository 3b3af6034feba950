import Foundation

/// Keeps the callers in an actor. Requests arrive in order through a stream.
final class Manager: @unchecked Sendable {
  private struct Carried: @unchecked Sendable {
    let done: (Bool) -> Void
  }
  private struct Entry {
    var number: Int
    var callers: [UUID: Carried]
    var giveUp: (() -> Void)?
  }
  private let connect: (@escaping (Bool) -> Void) -> () -> Void
  private var entries: [String: Entry] = [:]
  private var count = 0
  private let tasks: AsyncStream<@Sendable () -> Void>.Continuation

  init(connect: @escaping (@escaping (Bool) -> Void) -> () -> Void) {
    self.connect = connect
    let (stream, tasks) = AsyncStream<@Sendable () -> Void>.makeStream()
    self.tasks = tasks
    Task { for await body in stream { body() } }
  }

  func load(_ name: String, done: @escaping (Bool) -> Void) -> () -> Void {
    let id = UUID()
    let carried = Carried(done: done)
    tasks.yield { self.enter(name, id, carried) }
    return { self.tasks.yield { self.leave(name, id) } }
  }

  private func enter(_ name: String, _ id: UUID, _ caller: Carried) {
    if entries[name] != nil {
      entries[name]?.callers[id] = caller
      return
    }
    count += 1
    let number = count
    entries[name] = Entry(number: number, callers: [id: caller])
    entries[name]?.giveUp = connect { isWell in
      self.tasks.yield {
        guard let entry = self.entries[name], entry.number == number else { return }
        self.entries[name] = nil
        entry.callers.values.forEach { $0.done(isWell) }
      }
    }
  }

  private func leave(_ name: String, _ id: UUID) {
    guard entries[name]?.callers.removeValue(forKey: id) != nil else { return }
    guard let entry = entries[name], entry.callers.isEmpty else { return }
    entries[name] = nil
    entry.giveUp?()
  }
}

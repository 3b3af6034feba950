import Foundation

final class Manager: @unchecked Sendable {
  private final class Caller {
    let done: (Bool) -> Void
    init(_ done: @escaping (Bool) -> Void) { self.done = done }
  }

  private final class Load {
    var callers: [Caller] = []
    var giveUp: (() -> Void)?
    var isOver = false
    var isGivenUp = false
  }

  private let connect: (@escaping (Bool) -> Void) -> () -> Void
  private let lock = NSRecursiveLock()
  private var loads: [String: Load] = [:]

  init(connect: @escaping (@escaping (Bool) -> Void) -> () -> Void) { self.connect = connect }

  func load(_ name: String, done: @escaping (Bool) -> Void) -> () -> Void {
    let caller = Caller(done)
    lock.lock()
    let running = loads[name]
    let load = running ?? Load()
    loads[name] = load
    load.callers.append(caller)
    lock.unlock()
    if running == nil {
      let giveUp = connect { [self] isWell in
        lock.lock()
        load.isOver = true
        let callers = load.callers
        load.callers = []
        if loads[name] === load { loads[name] = nil }
        lock.unlock()
        for caller in callers { caller.done(isWell) }
      }
      lock.lock()
      load.giveUp = giveUp
      let isTooLate = load.isGivenUp
      lock.unlock()
      if isTooLate { giveUp() }
    }
    return { [self] in
      lock.lock()
      let count = load.callers.count
      load.callers.removeAll { $0 === caller }
      let isLast = count > 0 && load.callers.isEmpty && !load.isOver
      if isLast {
        load.isGivenUp = true
        if loads[name] === load { loads[name] = nil }
      }
      let giveUp = isLast ? load.giveUp : nil
      lock.unlock()
      giveUp?()
    }
  }
}

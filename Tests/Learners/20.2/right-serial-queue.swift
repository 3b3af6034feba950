import Foundation

/// A serial queue guards everything, and the main queue calls the callers.
final class Manager: @unchecked Sendable {
  private final class Caller {
    var done: ((Bool) -> Void)?
    init(_ done: @escaping (Bool) -> Void) { self.done = done }
  }
  private struct Transfer {
    var callers: [Caller] = []
    var giveUp: () -> Void = {}
  }
  private let connect: (@escaping (Bool) -> Void) -> () -> Void
  private let queue = DispatchQueue(label: "manager")
  private var transfers: [String: Transfer] = [:]

  init(connect: @escaping (@escaping (Bool) -> Void) -> () -> Void) { self.connect = connect }

  func load(_ name: String, done: @escaping (Bool) -> Void) -> () -> Void {
    let caller = Caller(done)
    queue.sync {
      if transfers[name] != nil {
        transfers[name]?.callers.append(caller)
      } else {
        transfers[name] = Transfer(callers: [caller])
        transfers[name]?.giveUp = connect { isWell in self.queue.async { self.end(name, isWell) } }
      }
    }
    return {
      self.queue.sync {
        caller.done = nil
        guard let transfer = self.transfers[name],
          transfer.callers.allSatisfy({ $0.done == nil })
        else { return }
        self.transfers[name] = nil
        transfer.giveUp()
      }
    }
  }

  private func end(_ name: String, _ isWell: Bool) {
    for caller in transfers.removeValue(forKey: name)?.callers ?? [] {
      DispatchQueue.main.async { caller.done?(isWell) }
    }
  }
}

import Foundation

final class Manager: @unchecked Sendable {
  private let queue = DispatchQueue(label: "manager", attributes: .concurrent)
  private final class Transfer {
    var callers: [Int: (Bool) -> Void] = [:]
    var giveUp: (() -> Void)?
  }
  private let connect: (@escaping (Bool) -> Void) -> () -> Void
  private var transfers: [String: Transfer] = [:]
  private var count = 0

  init(connect: @escaping (@escaping (Bool) -> Void) -> () -> Void) {
    self.connect = connect
  }

  func load(_ name: String, done: @escaping (Bool) -> Void) -> () -> Void {
    let (transfer, id, isNew) = queue.sync(flags: .barrier) {
      count += 1
      let old = transfers[name]
      let transfer = old ?? Transfer()
      transfers[name] = transfer
      transfer.callers[count] = done
      return (transfer, count, old == nil)
    }
    if isNew {
      let giveUp = connect { [self] isWell in
        let callers = queue.sync(flags: .barrier) {
          if transfers[name] === transfer { transfers[name] = nil }
          defer { transfer.callers = [:] }
          return transfer.callers
        }
        for caller in callers.values { caller(isWell) }
      }
      queue.sync(flags: .barrier) { transfer.giveUp = giveUp }
    }
    return { [self] in
      let giveUp: (() -> Void)? = queue.sync(flags: .barrier) {
        guard transfer.callers.removeValue(forKey: id) != nil, transfer.callers.isEmpty else {
          return nil
        }
        if transfers[name] === transfer { transfers[name] = nil }
        return transfer.giveUp
      }
      giveUp?()
    }
  }
}

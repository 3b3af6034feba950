import Foundation

/// The right to work, of which there is one.
private enum Permit {
  static let one = Seats(1)
  static let other = Seats(1)
}

/// BROKEN ON PURPOSE: cancelled, it does not give its permit back, and the next one waits for that.
///
/// make: `KeepsItsPermitWhenCancelled(work: probe.begin)`
/// breaks: next-one-runs "after one that is cancelled"
/// varies: survives-races
final class KeepsItsPermitWhenCancelled: LockOperation, @unchecked Sendable {
  override func start() {
    if isCancelled { return finish() }
    guard set(isExecuting: true, isFinished: false) else { return }
    Permit.one.take {
      self.work {
        self.finish()
        if self.isCancelled { return }  // BROKEN: the permit is never given back.
        Permit.one.giveBack()
      }
    }
  }
}

/// BROKEN ON PURPOSE: when its work fails, it does not give its permit back.
///
/// make: `KeepsItsPermitWhenItFails(delivery: probe.result)`
/// breaks: next-one-runs "after one whose work fails"
/// varies: survives-races
final class KeepsItsPermitWhenItFails: LockOperation, @unchecked Sendable {
  typealias Delivery = @Sendable (@escaping @Sendable (Result<Void, any Error>) -> Void) -> Void
  private let delivery: Delivery

  init(delivery: @escaping Delivery) {
    self.delivery = delivery
    super.init { _ in }
  }

  override func start() {
    if isCancelled { return finish() }
    guard set(isExecuting: true, isFinished: false) else { return }
    Permit.other.take {
      self.delivery { result in
        if case .success = result { Permit.other.giveBack() }  // BROKEN: also when it fails.
        self.finish()
      }
    }
  }
}

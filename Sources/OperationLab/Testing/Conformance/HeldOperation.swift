import Foundation
import OperationLab

/// An operation of the kit's that goes on until a gate opens, for trials in which the one under
/// check meets others.
///
/// It is held on a thread of its own. A block that waits would keep one of the system's pool, which
/// has one thread for each core: on a machine with one core nothing else would run meanwhile.
final class HeldOperation: AsyncOperation, @unchecked Sendable {
  private let log: Log
  private let bench: Bench
  private let mayEnd: Gate

  init(_ name: String, on bench: Bench, until mayEnd: Gate) {
    log = bench.log(name)
    self.bench = bench
    self.mayEnd = mayEnd
    super.init()
    self.name = name
    bench.watch(self)
  }

  override func work() {
    log(.began)
    bench.elsewhere { [self] in
      mayEnd.wait()
      log(.ended)
      finish()
    }
  }
}

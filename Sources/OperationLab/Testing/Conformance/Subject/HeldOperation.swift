import Foundation
import OperationBench
import OperationLab

/// A kit operation that runs until a gate opens, for trials with several operations.
///
/// It is held on its own thread. A waiting block would use a thread of the system's pool, which has
/// one for each core. On a machine with one core, nothing else would run meanwhile.
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

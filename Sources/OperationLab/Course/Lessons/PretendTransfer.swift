import OperationBench
/// Stands in for a network. It calls back from its own thread when the program allows it.
final class PretendTransfer: Sendable {
  private let bench: Bench
  private let mayAnswer: Gate

  init(_ bench: Bench) {
    self.bench = bench
    mayAnswer = bench.gate("transfer may answer", isTraced: false)
  }

  /// Starts a transfer and returns at once.
  func begin(_ callback: @escaping @Sendable () -> Void) {
    bench.elsewhere { [self] in
      mayAnswer.wait()
      callback()
    }
  }

  /// Lets every transfer answer, the running and the coming ones.
  func answer() {
    bench.log("transfer")(.noted, note: "answers")
    mayAnswer.open()
  }
}

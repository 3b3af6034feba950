import OperationLab

/// Which scene a child is to run in which orders.
package struct SceneOrder: ChildOrder {
  let scene: String
  let orders: [Order]
  /// Whether to wait long before taking anything for stuck: it may wait for a timer.
  let isPatient: Bool

  /// Runs the scene in this process; ``ProgramHost`` ends it.
  @MainActor
  func host(_ subject: Subject, quit: @escaping @Sendable (Int32) -> Never) -> Never {
    guard let scene = SubjectScene.all.first(where: { $0.name == scene }) else { quit(64) }
    // Patience with the state of the operation, which may never answer.
    ProgramHost(quit: { quit($0) }).run(
      orders: orders, policy: .stranger(silence: .zero),
      calm: isPatient ? TrialBench.patience : .zero
    ) { scene.run(subject, on: $0) }
    while true { Platform.parkThread() }
  }
}

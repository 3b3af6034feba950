import OperationLab

/// Which scene a child is to run in which orders.
package struct SceneOrder: ChildOrder {
  let scene: String
  let orders: [Order]
  /// How long all threads must sleep before an operation counts as stuck, because it may wait for a
  /// timer.
  let calm: Duration
  /// Whether a thread that ends the process reports its stack.
  var tellsTraps = false

  /// Runs the scene in this process. ``ProgramHost`` ends the process.
  @MainActor
  func host(_ subject: Subject, quit: @escaping @Sendable (Int32) -> Never) -> Never {
    if tellsTraps { OwnCalls.tellWhenTrapped() }
    guard let scene = SubjectScene.all.first(where: { $0.name == scene }) else { quit(64) }
    // The policy is for foreign classes, because reading their state may never return.
    ProgramHost(quit: { quit($0) }).run(
      orders: orders, policy: .subject(silence: .zero), calm: calm
    ) { scene.run(subject, on: $0) }
    while true { Platform.parkThread() }
  }
}

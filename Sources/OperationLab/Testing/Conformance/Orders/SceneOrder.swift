import OperationLab

/// Which scene a child is to run in which orders, in words for its command line.
struct SceneOrder: Hashable, Sendable {
  let scene: String
  let orders: [Order]
  /// Whether to wait long before taking anything for stuck: it may wait for a timer.
  let isPatient: Bool

  private static let mark = "__orders"

  init(scene: String, orders: [Order], isPatient: Bool) {
    self.scene = scene
    self.orders = orders
    self.isPatient = isPatient
  }

  /// `nil` if the words are something else.
  init?(words: [String]) {
    guard words.count == 4, words[0] == Self.mark else { return nil }
    self.init(
      scene: words[1], orders: [Order](listed: words[3]), isPatient: words[2] == "patient")
  }

  /// The arguments of a process.
  var words: [String] {
    [Self.mark, scene, isPatient ? "patient" : "brisk", orders.listed]
  }

  /// Runs the scene in this process; ``ProgramHost`` ends it.
  @MainActor
  func host(_ subject: Subject, quit: @escaping @Sendable (Int32) -> Never) -> Never {
    guard let scene = SubjectScene.all.first(where: { $0.name == scene }) else { quit(64) }
    // Patience with the state of the operation, which may never answer.
    ProgramHost(quit: { quit($0) }).run(
      orders: orders, patience: .zero, calm: isPatient ? TrialBench.patience : .zero
    ) { scene.run(subject, on: $0) }
    while true { Platform.parkThread() }
  }
}

import OperationDoctor
import Testing

@Suite("An operation in the main queue", .repeatable)
struct MainThreadBlockedTests {
  @Test("waits for the main thread, which waits for it")
  func blocked() {
    let diagnosis = diagnosis(isProgramBlocked: true)
    #expect(diagnosis.findings.map(\.cause) == [.blocksItself, .mainThreadBlocked])
    #expect(
      diagnosis.graph() == """
        ┌─▶ program ─▶ save ─▶ the main thread ─┐
        └───────────────────────────────────────┘
        """)
  }

  @Test("is not said to wait for a main thread that is not stuck")
  func notBlocked() {
    let diagnosis = diagnosis(isProgramBlocked: false)
    #expect(diagnosis.findings.map(\.cause) == [.readinessNotAnnounced])
  }

  private func diagnosis(isProgramBlocked: Bool) -> Diagnosis {
    let trace = Trace([
      .written(
        seq: 0, thread: "main", subject: "save", kind: .enqueued, state: .ready,
        note: "main queue"),
      .written(
        seq: 1, ns: 1000, thread: "main", subject: "program", kind: .waiting,
        note: "for operation save"),
    ])
    let snapshot = Snapshot(
      operations: [Snapshot.Operation(name: "save", state: .ready, queue: "main queue")],
      queues: [Snapshot.Queue(name: "main queue", width: 1, operations: ["save"])],
      isProgramBlocked: isProgramBlocked)
    return Diagnosis(trace: trace, snapshot: snapshot)
  }
}

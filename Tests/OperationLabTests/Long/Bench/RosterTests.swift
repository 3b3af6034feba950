import Foundation
import Testing

@testable import OperationLab
@testable import OperationTesting

@Suite("The roster", .repeatable)
struct RosterTests {
  private let roster = Roster()

  @Test("knows an operation by its own name, or by one it makes up, and only once")
  func names() {
    let (named, nameless, another) = (named("fetch"), Operation(), Operation())
    #expect(
      [named, nameless, another].map { roster.add($0) } == ["fetch", "operation 2", "operation 3"])
    #expect(roster.add(nameless) == "operation 2")
    nameless.name = "late"
    #expect(roster.add(nameless) == "operation 2")
    #expect(roster.snapshot().operations.map(\.name) == ["fetch", "operation 2", "operation 3"])
  }

  @Test("tells state, dependencies, priority and queue of each")
  func snapshot() {
    let queue = OperationQueue()
    queue.maxConcurrentOperationCount = 2
    queue.isSuspended = true
    let (boil, pour) = (named("boil"), named("pour"))
    pour.addDependency(boil)
    pour.queuePriority = .high
    roster.add(queue, named: "kitchen")
    roster.add(pour)
    roster.add(boil)
    queue.addOperation(pour)
    #expect(
      roster.snapshot()
        == Snapshot(
          operations: [
            .init(name: "pour", state: [], dependencies: ["boil"], queue: "kitchen", priority: 4),
            .init(name: "boil", state: [.ready]),
          ],
          queues: [.init(name: "kitchen", width: 2, isSuspended: true, operations: ["pour"])]))
    pour.cancel()
    boil.cancel()
    queue.isSuspended = false
  }

  @Test("finds unregistered operations through dependencies and queues")
  func strangers() {
    let queue = OperationQueue()
    queue.isSuspended = true
    let (known, far, further, queued) = (named("known"), named("far"), Operation(), named("queued"))
    known.addDependency(far)
    far.addDependency(further)
    queue.addOperation(queued)
    roster.add(queue, named: "q")
    roster.add(known)
    let snapshot = roster.snapshot()
    #expect(Set(snapshot.operations.map(\.name)) == ["known", "far", "queued", "operation 4"])
    #expect(snapshot.operation("known")?.dependencies == ["far"])
    #expect(snapshot.operation("far")?.dependencies == ["operation 4"])
    #expect(snapshot.operation("queued")?.queue == "q")
    // A snapshot changes nothing: an operation gets its number when it is added.
    #expect(roster.add(Operation()) == "operation 2")
    queue.isSuspended = false
  }

  @Test("remembers a queue once")
  func queueOnce() {
    let queue = OperationQueue()
    roster.add(queue, named: "q")
    roster.add(queue, named: "again")
    #expect(
      roster.snapshot().queues.map(\.name) == ["q"])
  }

  @Test("keeps no operation alive that it was asked to watch only")
  func weakly() {
    weak var released: Operation?
    do {
      let operation = named("short-lived")
      roster.add(operation, isHeld: false)
      released = operation
      #expect(roster.snapshot().operations.map(\.name) == ["short-lived"])
    }
    #expect(released == nil)
    #expect(roster.snapshot() == Snapshot())
  }

  @Test("takes no new operation for an old one at the same address")
  func reusedAddresses() {
    let names = (0..<200).map { _ in roster.add(Operation(), isHeld: false) }
    #expect(Set(names).count == 200)
    #expect(roster.snapshot() == Snapshot())
  }

  private func named(_ name: String) -> Operation {
    let operation = BlockOperation {}
    operation.name = name
    return operation
  }
}

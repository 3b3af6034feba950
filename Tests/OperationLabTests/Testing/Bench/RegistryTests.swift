import Foundation
import Testing

@testable import OperationBench

@Suite("The registry", .repeatable)
struct RegistryTests {
  private let registry = Registry()

  @Test("knows an operation by its own name, or by one it makes up, and only once")
  func names() {
    let (named, nameless, another) = (named("fetch"), Operation(), Operation())
    #expect(
      [named, nameless, another].map { registry.add($0) } == [
        "fetch", "operation 2", "operation 3",
      ])
    #expect(registry.add(nameless) == "operation 2")
    nameless.name = "late"
    #expect(registry.add(nameless) == "operation 2")
    #expect(registry.snapshot().operations.map(\.name) == ["fetch", "operation 2", "operation 3"])
    #expect(registry.snapshot().madeUpNames == ["operation 2", "operation 3"])
    #expect(registry.add(self.named("operation 4")) == "operation 4")
    #expect(registry.snapshot().madeUpNames == ["operation 2", "operation 3"])
  }

  @Test("tells state, dependencies, priority and queue of each")
  func snapshot() {
    let queue = OperationQueue()
    queue.maxConcurrentOperationCount = 2
    queue.isSuspended = true
    let (boil, pour) = (named("boil"), named("pour"))
    pour.addDependency(boil)
    pour.queuePriority = .high
    registry.add(queue, named: "kitchen")
    registry.add(pour)
    registry.add(boil)
    queue.addOperation(pour)
    #expect(
      registry.snapshot()
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
    registry.add(queue, named: "q")
    registry.add(known)
    let snapshot = registry.snapshot()
    #expect(Set(snapshot.operations.map(\.name)) == ["known", "far", "queued", "operation 4"])
    #expect(snapshot.operation("known")?.dependencies == ["far"])
    #expect(snapshot.operation("far")?.dependencies == ["operation 4"])
    #expect(snapshot.operation("queued")?.queue == "q")
    // A snapshot changes nothing: an operation gets its number when it is added.
    #expect(registry.add(Operation()) == "operation 2")
    queue.isSuspended = false
  }

  @Test("remembers a queue once")
  func queueOnce() {
    let queue = OperationQueue()
    registry.add(queue, named: "q")
    registry.add(queue, named: "again")
    #expect(
      registry.snapshot().queues.map(\.name) == ["q"])
  }

  @Test("keeps no operation alive that it was asked to watch only")
  func weakly() {
    weak var released: Operation?
    do {
      let operation = named("short-lived")
      registry.add(operation, isHeld: false)
      released = operation
      #expect(registry.snapshot().operations.map(\.name) == ["short-lived"])
    }
    #expect(released == nil)
    #expect(registry.snapshot() == Snapshot())
  }

  @Test("takes no new operation for an old one at the same address")
  func reusedAddresses() {
    let names = (0..<200).map { _ in registry.add(Operation(), isHeld: false) }
    #expect(Set(names).count == 200)
    #expect(registry.snapshot() == Snapshot())
  }

  private func named(_ name: String) -> Operation {
    let operation = BlockOperation {}
    operation.name = name
    return operation
  }
}

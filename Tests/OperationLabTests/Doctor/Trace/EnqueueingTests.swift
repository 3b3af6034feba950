import Foundation
import OperationBench
import Testing

@Suite("How an operation was put into its queue", .repeatable)
struct EnqueueingTests {
  private static let all = Event.Enqueueing(
    queue: "q", width: 3, isSuspended: true, priority: 4, dependencies: ["a"])

  /// Each is like no other.
  private static let different = [
    all,
    Event.Enqueueing(
      queue: "r", width: 3, isSuspended: true, priority: 4, dependencies: ["a"]),
    Event.Enqueueing(
      queue: "q", width: 2, isSuspended: true, priority: 4, dependencies: ["a"]),
    Event.Enqueueing(
      queue: "q", width: 3, isSuspended: false, priority: 4, dependencies: ["a"]),
    Event.Enqueueing(
      queue: "q", width: 3, isSuspended: true, priority: 0, dependencies: ["a"]),
    Event.Enqueueing(
      queue: "q", width: 3, isSuspended: true, priority: 4, dependencies: ["a", "b"]),
  ]

  @Test("is the same if all that is known is the same, and only then")
  func equality() {
    for (place, one) in Self.different.enumerated() {
      for (other, another) in Self.different.enumerated() {
        #expect((one == another) == (place == other))
      }
    }
    let copy = Event.Enqueueing(
      queue: "q", width: 3, isSuspended: true, priority: 4, dependencies: ["a"])
    #expect(copy == Self.all)
    #expect(Set(Self.different + [copy]).count == Self.different.count)
  }

  @Test("has no special options by default")
  func defaults() {
    #expect(
      Event.Enqueueing(queue: "q")
        == Event.Enqueueing(
          queue: "q", width: -1, isSuspended: false, priority: 0, dependencies: []))
  }

  @Test("is part of its event in JSON, and comes back the same")
  func coding() throws {
    let event = Event(
      seq: 0, ns: 0, thread: "main", subject: "op", kind: .enqueued, note: "q",
      enqueueing: Self.all)
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let json = String(decoding: try encoder.encode(event), as: UTF8.self)
    #expect(
      json.contains(
        #""enqueueing":{"dependencies":["a"],"isSuspended":true,"priority":4,"queue":"q","#
          + #""width":3}"#))
    #expect(try JSONDecoder().decode(Event.self, from: Data(json.utf8)) == event)
  }

  @Test("is read from the queue and the operation themselves, at that moment")
  func real() throws {
    let bench = Bench()
    let queue = bench.queue("q", width: 3)
    queue.isSuspended = true
    let (boil, nameless, pour) = (bench.block("boil"), Operation(), bench.block("pour"))
    pour.addDependency(boil)
    pour.addDependency(nameless)
    pour.queuePriority = .high
    queue.addOperation(pour)
    queue.maxConcurrentOperationCount = 1
    queue.addOperation(boil)
    let told = bench.recorder.trace().events.filter { $0.kind == .enqueued }
    #expect(
      told.map(\.enqueueing) == [
        Event.Enqueueing(
          queue: "q", width: 3, isSuspended: true, priority: 4,
          dependencies: ["boil", "an operation without a name"]),
        Event.Enqueueing(queue: "q", width: 1, isSuspended: true),
      ])
    queue.cancelAllOperations()
    nameless.cancel()
    queue.isSuspended = false
  }
}

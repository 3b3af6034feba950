import Foundation
import Synchronization
import Testing

@testable import OperationLab

@Suite("The recorder")
struct RecorderTests {
  @Test("gives every event its place, its time and its thread")
  func oneThread() async throws {
    let ticks = Atomic<UInt64>(100)
    let clock = MonotonicClock { ticks.add(10, ordering: .relaxed).oldValue }
    let trace = try await elsewhere {
      let recorder = Recorder(clock: clock)
      recorder.record(.started, "op", state: [.ready], note: "first")
      recorder.record(.ended, "op")
      return recorder.trace()
    }
    #expect(
      trace.events == [
        Event(
          seq: 0, ns: 10, thread: "T1", subject: "op", kind: .started, state: [.ready],
          note: "first"),
        Event(seq: 1, ns: 20, thread: "T1", subject: "op", kind: .ended),
      ])
  }

  @Test("loses and doubles nothing when threads record at once")
  func contention() async throws {
    let recorder = Recorder()
    let (threads, count) = (4, 2500)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for thread in 0..<threads {
        group.addTask {
          try await elsewhere {
            for number in 0..<count { recorder.record(.noted, "s\(thread)", note: "\(number)") }
          }
        }
      }
      try await group.waitForAll()
    }
    let events = recorder.trace().events
    #expect(recorder.count == threads * count)
    #expect(events.map(\.seq) == Array(0..<(threads * count)))
    for thread in 0..<threads {
      let own = events.filter { $0.subject == "s\(thread)" }
      #expect(own.map(\.note) == (0..<count).map(String.init))
      #expect(Set(own.map(\.thread)).count == 1)
    }
    #expect(Set(events.map(\.thread)) == ["T1", "T2", "T3", "T4"])
  }

  @Test("places what was handed over after what came before it")
  func happensBefore() async throws {
    let recorder = Recorder()
    let (ping, pong) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    async let one: Void = elsewhere {
      for number in 0..<500 {
        recorder.record(.noted, "ball", note: "\(2 * number)")
        ping.signal()
        pong.wait()
      }
    }
    async let other: Void = elsewhere {
      for number in 0..<500 {
        ping.wait()
        recorder.record(.noted, "ball", note: "\(2 * number + 1)")
        pong.signal()
      }
    }
    _ = try await (one, other)
    #expect(recorder.trace().events.map(\.note) == (0..<1000).map(String.init))
  }

  @Test("tells the sink each event, on the thread that recorded it")
  func sink() async throws {
    let heard = Mutex<[Event]>([])
    let trace = try await elsewhere {
      let recorder = Recorder(sink: { event in heard.withLock { $0.append(event) } })
      for number in 0..<600 { recorder.record(.noted, "op", note: "\(number)") }
      return recorder.trace()
    }
    #expect(trace.events.count == 600)
    #expect(heard.withLock { $0 } == trace.events)
  }

  @Test("of two runs at once do not mix")
  func twoRecorders() async throws {
    let traces = try await elsewhere {
      let (one, other) = (Recorder(), Recorder())
      one.record(.began, "a")
      other.record(.began, "b")
      one.record(.ended, "a")
      other.record(.ended, "b")
      return [one.trace(), other.trace()]
    }
    #expect(traces.map { $0.events.map(\.subject) } == [["a", "a"], ["b", "b"]])
    #expect(traces.map { $0.events.map(\.seq) } == [[0, 1], [0, 1]])
  }
}

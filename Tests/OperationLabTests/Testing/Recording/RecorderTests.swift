import Foundation
import Synchronization
import Testing

@testable import OperationLab
@testable import OperationBench

@Suite("Recorder", .repeatable)
struct RecorderTests {
  @Test("an event says what was recorded, where and when") func recordedEvent() {
    let times = Locked<[UInt64]>([1000, 1007, 1012])
    let recorder = Recorder(clock: MonotonicClock { times.withLock { $0.removeFirst() } })
    onThread {
      recorder.record(.began, "boil", state: [.ready, .executing], note: "water")
      recorder.record(.ended, "boil")
    }
    #expect(
      recorder.trace().events == [
        Event(
          seq: 0, ns: 7, thread: "T1", subject: "boil", kind: .began,
          state: [.ready, .executing], note: "water"),
        Event(seq: 1, ns: 12, thread: "T1", subject: "boil", kind: .ended),
      ])
    #expect(recorder.count == 2)
  }

  @Test("threads that record at the same time lose nothing and keep their own order")
  func concurrentThreads() {
    let recorder = Recorder()
    onThreads(6) { thread in
      for number in 0..<1500 {
        recorder.record(.noted, "thread \(thread)", note: "event \(number) of a long note")
      }
    }
    let events = recorder.trace().events
    #expect(events.map(\.seq) == Array(0..<9000))
    #expect(zip(events, events.dropFirst()).allSatisfy { $0.ns <= $1.ns })
    for thread in 0..<6 {
      let own = events.filter { $0.subject == "thread \(thread)" }
      #expect(own.map(\.note) == (0..<1500).map { "event \($0) of a long note" })
      #expect(Set(own.map(\.thread)).count == 1)
    }
    #expect(Set(events.map(\.thread)) == ["T1", "T2", "T3", "T4", "T5", "T6"])
  }

  @Test("an event handed to another thread comes before that thread's answer")
  func handover() {
    let recorder = Recorder()
    let turns = (0..<2).map { DispatchSemaphore(value: $0 == 0 ? 1 : 0) }
    onThreads(2) { thread in
      for round in 0..<1000 {
        guard turns[thread].wait(timeout: .longEnough) == .success else { return }
        recorder.record(.noted, "ball", note: "\(2 * round + thread)")
        turns[1 - thread].signal()
      }
    }
    let events = recorder.trace().events
    #expect(events.map(\.note) == (0..<2000).map { "\($0)" })
    #expect(events.map(\.thread) == (0..<2000).map { $0 % 2 == 0 ? "T1" : "T2" })
  }

  @Test("time never decreases along the order, even if the clock does")
  func monotonicTime() {
    let times = Locked<[UInt64]>([100, 120, 110, 130, 129])
    let recorder = Recorder(clock: MonotonicClock { times.withLock { $0.removeFirst() } })
    for _ in 0..<4 { recorder.record(.noted, "clock") }
    #expect(recorder.trace().events.map(\.ns) == [20, 20, 30, 30])
  }

  @Test("a thread that has ended is not mistaken for the next, whose number may be the same")
  func endedThread() {
    let recorder = Recorder()
    for number in 0..<60 {
      onThread { recorder.record(.noted, "thread", note: "\(number)") }
    }
    let events = recorder.trace().events
    #expect(events.map(\.thread) == (1...60).map { "T\($0)" })
    #expect(events.map(\.note) == (0..<60).map { "\($0)" })
  }

  @Test("recorders used in turn by one thread each keep their own events")
  func alternatingRecorders() {
    let recorders = [Recorder(), Recorder(), Recorder()]
    onThread {
      for number in 0..<900 { recorders[number % 3].record(.noted, "n", note: "\(number)") }
    }
    for (index, recorder) in recorders.enumerated() {
      let events = recorder.trace().events
      #expect(events.map(\.seq) == Array(0..<300))
      #expect(events.map(\.note) == stride(from: index, to: 900, by: 3).map { "\($0)" })
      #expect(Set(events.map(\.thread)) == ["T1"])
    }
  }

  @Test("a thread continues with the next recorder after one is gone") func nextRecorder() {
    weak var last: Recorder?
    for round in 0..<50 {
      let recorder = Recorder()
      #expect(last == nil)
      last = recorder
      let subject = "round \(round), a subject too long to be stored in line"
      recorder.record(.noted, subject)
      #expect(recorder.trace().subjects == [subject])
    }
  }

  @Test("a thread that only observes has that name, and takes no number")
  func observerThread() {
    let recorder = Recorder()
    onThread {
      Recorder.becomeWatch()
      recorder.record(.noted, "n")
    }
    onThread { recorder.record(.noted, "n") }
    #expect(recorder.trace().events.map(\.thread) == ["watch", "T1"])
  }

  @Test("a thread that runs a task is called P and a number, and T otherwise")
  func taskThreads() async throws {
    let recorder = Recorder()
    recorder.record(.noted, "task")
    try await elsewhere { recorder.record(.noted, "thread") }
    await Task.detached { recorder.record(.noted, "detached") }.value
    let events = recorder.trace().events
    #expect(events.map(\.subject) == ["task", "thread", "detached"])
    #expect(events[0].thread == "P1" && events[1].thread == "T1")
    #expect(["P1", "P2"].contains(events[2].thread))
    #expect(Set(recorder.trace().normalised().threads) == Set(events.map(\.thread)))
  }

  @Test("the sink receives each event once, one at a time and in their order")
  func sink() {
    let received = Locked<[Event]>([])
    let recorder = Recorder { event in received.withLock { $0.append(event) } }
    onThreads(4) { thread in
      for number in 0..<200 {
        recorder.record(.noted, "thread \(thread)", state: .ready, note: "\(number)")
      }
    }
    #expect(received.withLock { $0 } == recorder.trace().events)
    #expect(recorder.count == 800)
  }

  /// A thread that traps loses no event that was recorded before: not its own, and not that of a
  /// thread which has not delivered it.
  @Test("when an event is recorded, the sink has received all events before it")
  func earlierEventsFirst() {
    let received = Locked<[String]>([])
    let isInside = DispatchSemaphore(value: 0)
    let second = Locked<Platform.ThreadNumber?>(nil)
    let isKnown = Atomic(false)
    let hasReturned = Atomic(false)
    let recorder = Recorder { event in
      if event.subject == "first" {
        isInside.signal()
        while !isKnown.load(ordering: .acquiring) { sched_yield() }
        // The first is on its way until the other thread has recorded the second, and either waits
        // or has returned.
        let number = second.withLock { $0 }
        while !hasReturned.load(ordering: .acquiring),
          number.flatMap({ Platform.sleepMark(ofThread: $0) }) == nil
        { sched_yield() }
      }
      received.withLock { $0.append(event.subject) }
    }
    let receivedInTime = Locked<[String]>([])
    onThreads(2) { thread in
      if thread == 0 { return recorder.record(.noted, "first") }
      #expect(isInside.wait(timeout: .longEnough) == .success)
      second.withLock { $0 = Platform.ownThread }
      isKnown.store(true, ordering: .releasing)
      recorder.record(.noted, "second")
      receivedInTime.withLock { $0 = received.withLock { $0 } }
      hasReturned.store(true, ordering: .releasing)
    }
    #expect(receivedInTime.withLock { $0 } == ["first", "second"])
  }

  @Test("other threads can read the trace while a sink is busy with an event")
  func readBesideSink() {
    let recorder = Locked<Recorder?>(nil)
    let isRead = DispatchSemaphore(value: 0)
    let isInTime = Locked(false)
    let own = Recorder { _ in
      Thread.detachNewThread {
        _ = recorder.withLock { $0 }?.count
        isRead.signal()
      }
      isInTime.withLock { $0 = isRead.wait(timeout: .now() + 60) == .success }
    }
    recorder.withLock { $0 = own }
    onThread { own.record(.noted, "n") }
    #expect(isInTime.withLock { $0 })
  }

  @Test("a sink may record elsewhere") func aSinkMayRecordToo() {
    let inner = Recorder()
    let outer = Recorder { inner.record($0.kind, $0.subject, state: $0.state, note: "heard") }
    onThread {
      for number in 0..<3 { outer.record(.noted, "\(number)") }
    }
    #expect(outer.trace().events.map(\.note) == ["", "", ""])
    #expect(inner.trace().events.map(\.subject) == ["0", "1", "2"])
    #expect(inner.trace().events.map(\.note) == ["heard", "heard", "heard"])
  }

  @Test("a trace taken meanwhile has complete events, and all that came before it")
  func traceMeanwhile() {
    let recorder = Recorder()
    let recorded = Atomic<Int>(0)
    let wrong = Locked<[[String]]>([])
    onThreads(2) { thread in
      if thread == 0 {
        for number in 0..<3000 {
          recorder.record(.noted, "writer", note: "\(number)")
          recorded.store(number + 1, ordering: .releasing)
        }
      } else {
        var seen = 0
        while seen < 3000 {
          let known = recorded.load(ordering: .acquiring)
          let notes = recorder.trace().events.map(\.note)
          seen = notes.count
          if seen < known || notes != (0..<seen).map(String.init) {
            wrong.withLock { $0.append(notes) }
          }
        }
      }
    }
    #expect(wrong.withLock { $0 } == [])
  }

  /// Runs the body on a thread of its own and waits for its end.
  private func onThread(_ body: @escaping @Sendable () -> Void) {
    onThreads(1) { _ in body() }
  }

  /// Runs the body on that many new threads, which all begin together, and waits for their end.
  private func onThreads(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
    let finished = DispatchGroup()
    let barrier = Barrier(count)
    for thread in 0..<count {
      finished.enter()
      Thread.detachNewThread {
        barrier.arrive()
        body(thread)
        finished.leave()
      }
    }
    #expect(finished.wait(timeout: .longEnough) == .success)
  }

  private final class Barrier: Sendable {
    private let missing: Locked<Int>
    private let isComplete = DispatchSemaphore(value: 0)

    init(_ count: Int) {
      missing = Locked(count)
    }

    func arrive() {
      let isLast = missing.withLock { missing in
        missing -= 1
        return missing == 0
      }
      if !isLast { isComplete.wait() }
      // Each one lets the next one go.
      isComplete.signal()
    }
  }
}

import Foundation
import Testing

@testable import OperationLab
@testable import OperationBench

/// What the threads do is made up, and the time: it passes by the pauses of the search. So the search for
/// rest can be tried beside other tests. Where a pool of Dispatch answers, the time is the real one.
@Suite("Rest of a process", .repeatable)
struct RestDetectorTests {
  @Test("is found when all threads slept through two looks, and two more after the pools")
  func found() async throws {
    let (ending, looks) = try await search(Bench.ofProgram)
    #expect(ending == .quiet)
    #expect(looks == 4)
  }

  @Test("is not found while events are recorded, or a number changes that stands for others")
  func changes() async throws {
    let endings = try await elsewhere {
      let bench = Bench.ofProgram
      var count = 0
      let recording = Self.search(
        bench, looks: 50,
        threads: { _ in
          bench.recorder.record(.noted, "n")
          return .asleep(fingerprint: 1)
        })
      let counting = Self.search(
        Bench.ofProgram,
        counting: {
          count += 1
          return count
        })
      return [recording, counting, Self.search(Bench.ofProgram, counting: { 7 })].map(\.ending)
    }
    #expect(endings == [nil, nil, .quiet])
  }

  @Test("is not found by a thread before those of lower rank have found it")
  func ranks() async throws {
    let bench = Bench.ofProgram
    bench.waitingThreads.enter(.body)
    #expect(try await search(bench, .program).ending == nil)
    #expect(try await search(bench, .body).ending == .quiet)
    bench.waitingThreads.leave(.body)
    #expect(try await search(bench, .program).ending == .quiet)
  }

  @Test("has a search that waitingThreads of higher rank see until it ends")
  func entered() async throws {
    let bench = Bench.ofProgram
    let isSeen = Locked<Set<Bool>>([])
    let ending = try await search(bench) { _ in
      isSeen.withLock { _ = $0.insert(bench.waitingThreads.precede(.host)) }
      return .asleep(fingerprint: 1)
    }.ending
    #expect(ending == .quiet)
    #expect(isSeen.withLock { $0 } == [true])
    #expect(!bench.waitingThreads.precede(.host))
  }

  @Test("is not found while a thread waits for something from outside the process")
  func outside() async throws {
    let bench = Bench.ofProgram
    let ending = try await elsewhere {
      let ending = Locked<Snapshot.Ending?>(nil)
      _ = bench.waitingThreads.expectingOutside {
        let found = Self.search(bench).ending
        ending.withLock { $0 = found }
        return true
      }
      return ending.withLock { $0 }
    }
    #expect(ending == nil)
    #expect(try await search(bench).ending == .quiet)
  }

  @Test("is not found while a pool holds a block for which it has no thread")
  func pools() async throws {
    let pool = DispatchQueue(label: "a pool with one thread")
    let endings = try await elsewhere {
      let blocked = Latch()
      pool.async { _ = blocked.wait(deadline: longEnough) }
      let markers = PoolMarkers(pools: [pool])
      let before = Self.search(Bench.ofProgram, pools: markers, clock: .system).ending
      blocked.open()
      let after = Self.search(Bench.ofProgram, pools: markers, looks: 3_000, clock: .system)
      return (before, after.ending)
    }
    #expect(endings.0 == nil)
    #expect(endings.1 == .quiet)
  }

  @Test("is found only after a long silence while an unknown operation is running")
  func silence() async throws {
    let bench = Self.bench(silence: longEnough)
    let operation = bench.watch(UnderWay())
    operation.start()
    #expect(try await search(bench).ending == nil)
    operation.finish()
    #expect(try await search(bench).ending == .quiet)
  }

  @Test("is not found before silence has lasted that the caller asks for")
  func longerSilence() async throws {
    let endings = try await elsewhere {
      [longEnough, .milliseconds(1)].map { Self.search(Bench.ofProgram, silence: $0).ending }
    }
    #expect(endings == [nil, .quiet])
  }

  @Test("asks the pools again after a further event")
  func asksAnew() async throws {
    let bench = Self.bench(silence: longEnough)
    let operation = bench.watch(UnderWay())
    operation.start()
    let (pool, blocked) = (DispatchQueue(label: "a pool with one thread"), Latch())
    let ending = try await elsewhere {
      defer { blocked.open() }
      return Self.search(
        bench, pools: PoolMarkers(pools: [pool]), looks: 400, clock: .system,
        threads: { look in
          // By then the pool has answered. From now on it does not.
          if look == 50 {
            pool.async { _ = blocked.wait(deadline: longEnough) }
            operation.finish()
          }
          return .asleep(fingerprint: look < 50 ? 1 : 2)
        }
      ).ending
    }
    #expect(ending == nil)
  }

  @Test("is found in a test only after silence, and never while an operation is under way")
  func inATest() async throws {
    let bench = Bench(patience: .milliseconds(1))
    let operation = bench.watch(UnderWay())
    operation.start()
    #expect(try await search(bench).ending == .deadline)
    operation.finish()
    #expect(try await search(bench).ending == .quiet)
    #expect(try await search(Bench(patience: longEnough)).ending == nil)
  }

  private final class UnderWay: AsyncOperation, @unchecked Sendable {
    override func work() {}
  }

  private static func bench(silence: Duration) -> Bench {
    Bench(recorder: Recorder(), policy: .subject(silence: silence))
  }

  private func search(
    _ bench: Bench, _ rank: RestDetector.Rank = .program,
    threads: @escaping @Sendable (Int) -> Platform.ThreadActivity = { _ in .asleep(fingerprint: 1) }
  ) async throws -> (ending: Snapshot.Ending?, looks: Int) {
    try await elsewhere { Self.search(bench, rank, threads: threads) }
  }

  /// How the search ends, `nil` if it does not within so many looks, and how often it looked.
  private static func search(
    _ bench: Bench, _ rank: RestDetector.Rank = .program,
    pools: PoolMarkers = PoolMarkers(pools: []), looks most: Int = 100, silence: Duration = .zero,
    clock: RestDriver.Clock = .madeUp, counting progress: () -> Int = { 0 },
    threads: @escaping (Int) -> Platform.ThreadActivity = { _ in .asleep(fingerprint: 1) }
  ) -> (ending: Snapshot.Ending?, looks: Int) {
    var (looks, left) = (0, most)
    let detector = RestDetector(
      bench: bench, rank: rank,
      threads: {
        looks += 1
        return threads(looks)
      }, pools: pools, clock: clock)
    let ending = detector.wait(deadline: longEnough, silence: silence, counting: progress) {
      left -= 1
      return left < 0
    }
    return (ending, looks)
  }
}

extension RestDriver.Clock {
  /// In which time passes only by pauses.
  fileprivate static var madeUp: Self {
    var time = Duration.zero
    return Self(now: { time }, pause: { pause, _ in time += pause })
  }
}

extension Bench {
  /// As in a program of the kit's own.
  static var ofProgram: Bench { Bench(recorder: Recorder(), policy: .program) }
}

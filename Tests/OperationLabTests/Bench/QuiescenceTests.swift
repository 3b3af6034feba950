import Foundation
import Testing

@testable import OperationLab
@testable import OperationTesting

/// What the threads do is made up; so the search for rest can be tried beside other tests.
@Suite("Rest in a process of one's own")
struct QuiescenceTests {
  @Test(
    "is found when all threads have slept through two looks, and two more after the pools")
  func found() async throws {
    let bench = Bench()
    let (ending, looks) = try await search(bench)
    #expect(ending == .quiet)
    #expect(looks == 4)
  }

  @Test("is not found while a thread runs")
  func running() async throws {
    #expect(try await search(Bench()) { _ in .running }.ending == nil)
  }

  @Test("is not found if a thread has run between any two looks")
  func fingerprint() async throws {
    #expect(try await search(Bench()) { .asleep(fingerprint: $0) }.ending == nil)
  }

  @Test("is not found if somebody runs just after the pools have answered", arguments: [2, 3])
  func afterTheAnswer(_ calmLooks: Int) async throws {
    let ending = try await search(Bench()) { look in
      look <= calmLooks ? .asleep(fingerprint: 1) : .running
    }.ending
    #expect(ending == nil)
  }

  @Test("is not found while events come, though nobody was seen running")
  func events() async throws {
    let bench = Bench()
    let ending = try await search(bench) { look in
      bench.recorder.record(.noted, "n")
      return .asleep(fingerprint: 1)
    }.ending
    #expect(ending == nil)
  }

  @Test("is not found by anybody before those of lower rank have found it")
  func ranks() async throws {
    let bench = Bench()
    bench.watchers.enter(.body)
    #expect(try await search(bench, .program).ending == nil)
    #expect(try await search(bench, .body).ending == .quiet)
    bench.watchers.leave(.body)
    #expect(try await search(bench, .program).ending == .quiet)
  }

  @Test("is looked for in the open: those of higher rank see it, until it is over")
  func entered() async throws {
    let bench = Bench()
    let isSeen = Locked<Set<Bool>>([])
    let ending = try await search(bench) { _ in
      isSeen.withLock { _ = $0.insert(bench.watchers.precede(.host)) }
      return .asleep(fingerprint: 1)
    }.ending
    #expect(ending == .quiet)
    #expect(isSeen.withLock { $0 } == [true])
    #expect(!bench.watchers.precede(.host))
  }

  @Test("is not found while somebody waits for the outside")
  func outside() async throws {
    let bench = Bench()
    let ending = try await elsewhere {
      let ending = Locked<Snapshot.Ending?>(nil)
      _ = bench.watchers.expectingOutside {
        let found = Self.search(bench).ending
        ending.withLock { $0 = found }
        return true
      }
      return ending.withLock { $0 }
    }
    #expect(ending == nil)
    #expect(try await search(bench).ending == .quiet)
  }

  @Test("is not found while a pool holds what it has no thread for")
  func pools() async throws {
    let pool = DispatchQueue(label: "a pool with one thread")
    let endings = try await elsewhere {
      let blocked = Door()
      pool.async { _ = blocked.wait(deadline: longEnough) }
      let rollCall = RollCall(pools: [pool])
      let before = Self.search(Bench(), rollCall: rollCall).ending
      blocked.open()
      return (before, Self.search(Bench(), rollCall: rollCall, looks: 3_000).ending)
    }
    #expect(endings.0 == nil)
    #expect(endings.1 == .quiet)
  }

  @Test("is not found while an operation is under way that may wait for a timer")
  func patience() async throws {
    let bench = Bench(recorder: Recorder(), patience: longEnough)
    let operation = bench.watch(UnderWay())
    operation.start()
    #expect(try await search(bench).ending == nil)
    operation.finish()
    #expect(try await search(bench).ending == .quiet)
  }

  @Test("asks the pools anew when something has happened since")
  func asksAnew() async throws {
    let bench = Bench(recorder: Recorder(), patience: longEnough)
    let operation = bench.watch(UnderWay())
    operation.start()
    let (pool, blocked) = (DispatchQueue(label: "a pool with one thread"), Door())
    let ending = try await elsewhere {
      defer { blocked.open() }
      let isFree = RollCall(pools: [pool])
      return Self.search(bench, rollCall: isFree, looks: 400) { look in
        // By then the pool has answered; from now on it does not.
        if look == 200 {
          pool.async { _ = blocked.wait(deadline: longEnough) }
          operation.finish()
        }
        return .asleep(fingerprint: look < 200 ? 1 : 2)
      }.ending
    }
    #expect(ending == nil)
  }

  @Test("is not found while somebody sleeps by a clock, if the bench is told to ask")
  func naps() async throws {
    let asked = try await Self.soonEnough { bench in
      var asked = 0
      let naps = { (_: Duration) -> Duration? in
        asked += 1
        return asked < 3 ? .seconds(1) : nil
      }
      _ = Self.search(bench, longestNap: naps)
      return asked
    }
    #expect(asked >= 3)
    let (ending, unasked) = try await elsewhere {
      var asked = 0
      let naps = { (_: Duration) -> Duration? in
        asked += 1
        return .seconds(1)
      }
      return (Self.search(Bench(), longestNap: naps).ending, asked)
    }
    #expect(ending == .quiet)
    #expect(unasked == 0)
  }

  @Test("is found while somebody naps for a moment at a time, and nothing comes of it")
  func napsInVain() async throws {
    // To wait for two seconds, two hundred looks would be needed.
    let ending = try await elsewhere {
      Self.search(Self.askingForNaps, longestNap: { _ in .milliseconds(1) }).ending
    }
    #expect(ending == .quiet)
  }

  @Test("is found though somebody is up every millisecond, if the bench asks for naps")
  func tooShortNaps() async throws {
    let endings = try await elsewhere {
      [Self.askingForNaps, Bench()].map { bench in
        Self.search(bench, looks: 1_000) { look in
          _ = Door().wait(deadline: .milliseconds(1))
          return .asleep(fingerprint: look)
        }.ending
      }
    }
    #expect(endings == [.quiet, nil])
  }

  @Test("is not found after short naps if one of them was long")
  func oneLongNap() async throws {
    let ending = try await Self.soonEnough { bench in
      var next = Duration.seconds(1)
      let naps = { (_: Duration) -> Duration? in
        defer { next = .milliseconds(1) }
        return next
      }
      return Self.search(bench, looks: 20, longestNap: naps).ending
    }
    #expect(ending == nil)
  }

  @Test("is patient where threads cannot be asked: not before all have stood still for long")
  func asksForStillness() async throws {
    let endings = try await elsewhere {
      [Stillness.always, .never].map { stillness in
        Self.search(Bench(recorder: Recorder()), looks: 20, threads: { _ in .unknown }, stillness)
          .ending
      }
    }
    #expect(endings == [.quiet, nil])
  }

  @Test("is not found while somebody naps, however often, if naps are trusted")
  func trustedNaps() async throws {
    let ending = try await Self.soonEnough { bench in
      Self.search(
        bench, looks: 20, trustingNaps: true, longestNap: { _ in .milliseconds(1) }
      ).ending
    }
    #expect(ending == nil)
  }

  @Test("is not found because a nap is nearly over that nobody has seen begin")
  func endOfANap() async throws {
    let isDoubted = try await elsewhere {
      // Once in five times, a look is not kept waiting for longer than such naps are believed in.
      (0..<5).contains { _ in
        Self.search(
          Self.askingForNaps, looks: 156,
          threads: { look in look < 150 ? .running : .asleep(fingerprint: 1) },
          longestNap: { _ in .milliseconds(5) }
        ).ending == nil
      }
    }
    #expect(isDoubted)
  }

  private static var askingForNaps: Bench {
    Bench(recorder: Recorder(), patience: .milliseconds(1))
  }

  /// Searches with a bench that is told to ask for naps, which it believes in for two seconds; again
  /// if those may have passed because the machine is busy.
  private static func soonEnough<Value: Sendable>(
    _ search: @escaping @Sendable (Bench) -> Value
  ) async throws -> Value {
    try await elsewhere {
      let clock = ContinuousClock()
      while true {
        let start = clock.now
        let value = search(askingForNaps)
        if clock.now - start < .seconds(1) { return value }
      }
    }
  }

  private final class UnderWay: AsyncOperation, @unchecked Sendable {
    override func work() {}
  }

  private func search(
    _ bench: Bench, _ rank: Quiescence.Rank = .program,
    threads: @escaping @Sendable (Int) -> Platform.ThreadActivity = { _ in .asleep(fingerprint: 1) }
  ) async throws -> (ending: Snapshot.Ending?, looks: Int) {
    try await elsewhere { Self.search(bench, rank, threads: threads) }
  }

  /// How the search ends, `nil` if it does not within so many looks, and how often it looked.
  private static func search(
    _ bench: Bench, _ rank: Quiescence.Rank = .program, rollCall: RollCall = RollCall(pools: []),
    looks most: Int = 100,
    threads: @escaping (Int) -> Platform.ThreadActivity = { _ in .asleep(fingerprint: 1) },
    trustingNaps: Bool = false,
    longestNap: @escaping (Duration) -> Duration? = { _ in nil },
    _ stillness: Stillness = Stillness()
  ) -> (ending: Snapshot.Ending?, looks: Int) {
    var (looks, left) = (0, most)
    let quiescence = Quiescence(
      bench: bench, rank: rank, servesMainQueue: false, trustsNaps: trustingNaps,
      threads: {
        looks += 1
        return threads(looks)
      }, longestNap: longestNap, rollCall: rollCall, stillness: stillness)
    let ending = quiescence.wait(deadline: longEnough) {
      left -= 1
      return left < 0
    }
    return (ending, looks)
  }
}

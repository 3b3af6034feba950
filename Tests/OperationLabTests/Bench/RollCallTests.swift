import Foundation
import Testing

@testable import OperationLab
@testable import OperationTesting

/// A serial queue plays a pool with one thread.
@Suite("A call of the pools")
struct RollCallTests {
  private let pool = DispatchQueue(label: "a pool with one thread")
  private let blocked = Door()

  @Test("is complete when they have nothing to do")
  func idle() async throws {
    let isComplete = try await elsewhere { [pool] in
      Self.isCompleteInTheEnd(RollCall(pools: [pool]))
    }
    #expect(isComplete)
  }

  @Test("is not complete while a pool holds what it has no thread for")
  func exhausted() async throws {
    let calls = try await elsewhere { [pool, blocked] in
      pool.async { _ = blocked.wait(deadline: longEnough) }
      var call = RollCall(pools: [pool])
      let before = call.isComplete()
      blocked.open()
      return (before, Self.isCompleteInTheEnd(call))
    }
    #expect(calls.0 == false)
    #expect(calls.1)
  }

  @Test("is not complete while another pool than the first holds something")
  func severalPools() async throws {
    let isComplete = try await elsewhere { [pool, blocked] in
      pool.async { _ = blocked.wait(deadline: longEnough) }
      var call = RollCall(pools: [DispatchQueue(label: "an idle one"), pool])
      defer { blocked.open() }
      return call.isComplete()
    }
    #expect(!isComplete)
  }

  @Test("hears of what a queue hands on only when its own turn has come")
  func handedOn() async throws {
    let isComplete = try await elsewhere { [pool, blocked] in
      let (first, began) = (Door(), Door())
      pool.async { _ = first.wait(deadline: longEnough) }
      var call = RollCall(pools: [pool])
      pool.async { [pool] in
        // As a queue in front of the pool does: it comes after the first marker, which is there.
        pool.async {
          began.open()
          _ = blocked.wait(deadline: longEnough)
        }
      }
      // Puts the first marker, which is not answered.
      _ = call.isComplete()
      first.open()
      defer { blocked.open() }
      return began.wait(deadline: longEnough) && call.isComplete()
    }
    #expect(!isComplete)
  }

  @Test("that started again counts no marker put before, and calls as often as at first")
  func startsAgain() async throws {
    let answers = try await elsewhere { [pool] in
      var call = RollCall(pools: [pool])
      /// Asks while the pool stands still; what was put into it is then done.
      func ask() -> Bool {
        pool.suspend()
        defer {
          pool.resume()
          pool.sync {}
        }
        return call.isComplete()
      }
      _ = (ask(), ask())
      call.startAgain()
      return (0..<4).map { _ in ask() }
    }
    #expect(answers == [false, false, false, true])
  }

  @Test("waits for answers of which each comes late, and not for one that nobody needs")
  func late() async throws {
    let answers = try await elsewhere { [pool] in
      var turn = Door()
      /// Lets the pool do what it has, and holds up what comes next.
      func turnOver() {
        let (last, next) = (turn, Door())
        pool.async { _ = next.wait(deadline: longEnough) }
        last.open()
        turn = next
      }
      turnOver()
      defer { turn.open() }
      var (call, other) = (RollCall(pools: [pool]), RollCall(pools: [pool]))
      let isAnswered = call.isAnswered(within: longEnough) {
        turnOver()
        return false
      }
      return (isAnswered, other.isAnswered(within: longEnough) { true })
    }
    #expect(answers == (true, false))
  }

  /// Asks again and again, as those do who wait for rest.
  private static func isCompleteInTheEnd(_ call: RollCall) -> Bool {
    var call = call
    var deadline = Deadline(longEnough)
    while !call.isComplete() {
      if deadline.isOver() { return false }
    }
    return true
  }
}

import Foundation
import Testing

@testable import OperationLab
@testable import OperationBench

/// A serial queue plays a pool with one thread.
@Suite("Markers in the pools", .repeatable)
struct PoolMarkersTests {
  private let pool = DispatchQueue(label: "a pool with one thread")
  private let blocked = Latch()

  @Test("have run when the pools have nothing to do")
  func idle() async throws {
    let haveRun = try await elsewhere { [pool] in
      Self.haveRunInTheEnd(PoolMarkers(pools: [pool]))
    }
    #expect(haveRun)
  }

  @Test("have not run while a pool holds a block for which it has no thread")
  func exhausted() async throws {
    let calls = try await elsewhere { [pool, blocked] in
      pool.async { _ = blocked.wait(deadline: longEnough) }
      var markers = PoolMarkers(pools: [pool])
      let before = markers.haveRun()
      blocked.open()
      return (before, Self.haveRunInTheEnd(markers))
    }
    #expect(calls.0 == false)
    #expect(calls.1)
  }

  @Test("have not run while another pool than the first holds something")
  func severalPools() async throws {
    let haveRun = try await elsewhere { [pool, blocked] in
      pool.async { _ = blocked.wait(deadline: longEnough) }
      var markers = PoolMarkers(pools: [DispatchQueue(label: "an idle one"), pool])
      defer { blocked.open() }
      return markers.haveRun()
    }
    #expect(!haveRun)
  }

  @Test("run behind what a queue hands on only when its own turn has come")
  func handedOn() async throws {
    let haveRun = try await elsewhere { [pool, blocked] in
      let (first, began) = (Latch(), Latch())
      pool.async { _ = first.wait(deadline: longEnough) }
      var markers = PoolMarkers(pools: [pool])
      pool.async { [pool] in
        // As a queue in front of the pool does: it comes after the first marker, which is there.
        pool.async {
          began.open()
          _ = blocked.wait(deadline: longEnough)
        }
      }
      // Puts the first marker, which is not answered.
      _ = markers.haveRun()
      first.open()
      defer { blocked.open() }
      return began.wait(deadline: longEnough) && markers.haveRun()
    }
    #expect(!haveRun)
  }

  /// Asks again and again, as those do who wait for rest.
  private static func haveRunInTheEnd(_ markers: PoolMarkers) -> Bool {
    var markers = markers
    var deadline = Deadline(longEnough)
    while !markers.haveRun() {
      if deadline.isOver() { return false }
    }
    return true
  }
}

import Foundation
import Testing

@testable import OperationCourse
@testable import OperationLab
@testable import OperationTesting

/// A bench on which a test brings a real queue into a state that lasts, looks at it, and then lets
/// it go.
///
/// Nothing is settled, because other tests run in the same process: a test waits for what has to
/// have happened, and what it then looks at cannot change before it opens a gate. It should run on
/// the main thread: the threads that tests share are few, and the queues need some, too.
struct Stage {
  let bench = Bench(gateDeadline: .seconds(60))
  /// What operations wait at, so that they hold their slots.
  let door: Gate
  /// Opened by an operation once it is where the test wants it.
  let arrived: Gate

  init() {
    door = bench.gate("door", isTraced: false)
    arrived = bench.gate("arrived", isTraced: false)
  }

  /// An operation that waits at the door.
  func waiter(_ name: String) -> BlockOperation {
    bench.block(name) { [arrived, door] in
      arrived.open()
      door.wait()
    }
  }

  func diagnosis(isProgramBlocked: Bool = false) -> Diagnosis {
    var snapshot = bench.roster.snapshot()
    snapshot.isProgramBlocked = isProgramBlocked
    return Diagnosis(trace: bench.recorder.trace(), snapshot: snapshot)
  }

  /// Opens the door, and returns once the queues have finished everything.
  func finish(_ queues: OperationQueue...) throws {
    door.open()
    for queue in queues {
      let isEmpty = bench.gate("empty", isTraced: false)
      bench.elsewhere {
        queue.waitUntilAllOperationsAreFinished()
        isEmpty.open()
      }
      try #require(isEmpty.wait())
    }
  }
}

extension Diagnosis {
  /// Every finding on a line of its own, without times and threads.
  var causes: [String] {
    findings.map {
      "\($0.subject): \(([$0.cause] + $0.besides).map(\.rawValue).joined(separator: ", "))"
    }
  }
}

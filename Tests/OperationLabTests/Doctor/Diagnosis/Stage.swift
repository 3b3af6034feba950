import Foundation
import Testing

@testable import OperationCourse
@testable import OperationDoctor
@testable import OperationLab
@testable import OperationBench

/// A bench that puts a real queue into a stable state, so that a test can examine it and then end
/// it.
///
/// Other tests run in the same process, so a test cannot wait for rest. It waits for a known event.
/// The state then cannot change before the test opens a gate. The test should run on the main
/// thread, because the queues need the few threads that tests share.
@MainActor final class Stage {
  let bench = Bench(gateDeadline: .seconds(60))
  /// Operations wait here and so hold their slots.
  let door: Gate
  /// Opened by an operation once it has reached the state that the test needs.
  let arrived: Gate
  private var queues: [OperationQueue] = []
  /// What was found at each look.
  private(set) var looks = ""

  init() {
    door = bench.gate("door", isTraced: false)
    arrived = bench.gate("arrived", isTraced: false)
  }

  func queue(_ name: String, width: Int = OperationQueue.defaultMaxConcurrentOperationCount)
    -> OperationQueue
  {
    let queue = bench.queue(name, width: width)
    queues.append(queue)
    return queue
  }

  /// An operation that waits at the door.
  func waiter(_ name: String) -> BlockOperation {
    bench.block(name) { [arrived, door] in
      arrived.open()
      door.wait()
    }
  }

  func diagnosis(isProgramBlocked: Bool = false) -> Diagnosis {
    var snapshot = bench.registry.snapshot()
    snapshot.isProgramBlocked = isProgramBlocked
    return Diagnosis(trace: bench.recorder.trace(), snapshot: snapshot)
  }

  /// Writes down the facts that are the same in every run, and the graph.
  func look(isProgramBlocked: Bool = false) {
    let diagnosis = diagnosis(isProgramBlocked: isProgramBlocked)
    let facts = diagnosis.findings.map { finding in
      var finding = finding
      (finding.since, finding.started, finding.lastSeen) = (nil, nil, nil)
      return finding.facts
    }
    if !looks.isEmpty { looks += "\n\nand then\n\n" }
    looks += (facts + [diagnosis.graph()]).joined(separator: "\n")
  }

  /// Opens the door, and returns once the queues have finished everything.
  func finish() throws {
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

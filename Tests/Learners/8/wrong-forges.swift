// misses: order
import Foundation

import OperationTesting

func send(
  _ first: @escaping () -> Void, then second: @escaping () -> Void, in queue: OperationQueue
) {
  var mirror = Mirror(reflecting: queue) as Mirror?
  while let one = mirror {
    for child in one.children {
      guard let log = child.value as? Bench.Log else { continue }
      log.during { log.note("first") }
    }
    mirror = one.superclassMirror
  }
  queue.addOperation(first)
  queue.addOperation(second)
}

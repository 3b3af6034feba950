import Foundation
import OperationTesting

extension Lesson07 {
  // snippet: cleared
  static let keepsDependencies = Program(
    "keeps-dependencies", role: .article,
    "crop depends on photo. Both finish; then somebody asks crop what it depends on."
  ) { bench in
    askWhenFinished(bench) { _ in }
  }

  static let forgetsDependencies = Program(
    "forgets-dependencies", role: .fixed,
    "The same; crop's dependencies are removed by hand once it has finished."
  ) { bench in
    askWhenFinished(bench) { $0.dependencies.forEach($0.removeDependency) }
  }

  static func askWhenFinished(_ bench: Bench, tidyUp: (Operation) -> Void) {
    let queue = bench.queue("images")
    let (photo, crop) = (bench.block("photo"), bench.block("crop"))
    crop.addDependency(photo)
    queue.addOperation(crop)
    queue.addOperation(photo)
    bench.settle()
    bench.observeDependencies(of: crop)
    tidyUp(crop)
    bench.observeDependencies(of: crop)
  }
  // end snippet
}

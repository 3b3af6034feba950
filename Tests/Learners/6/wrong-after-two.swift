// misses: no-idle
import Foundation

func downloadAll(_ files: [() -> Void]) {
  let dependencies = files.map { BlockOperation(block: $0) }
  for (number, file) in dependencies.enumerated() where number >= 2 {
    file.addDependency(dependencies[number - 2])
  }
  OperationQueue().addOperations(dependencies, waitUntilFinished: false)
}

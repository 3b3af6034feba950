import Foundation

func stop(_ pictures: [Operation], before save: Operation, in queue: OperationQueue) {
  DispatchQueue.main.async { pictures.forEach { $0.cancel() } }
}

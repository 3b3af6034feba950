// misses: world five
import Foundation

func stop(_ pictures: [Operation], before save: Operation, in queue: OperationQueue) {
  for picture in pictures.prefix(3) { picture.cancel() }
}

// misses: drops
import Foundation
func stop(_ pictures: [Operation], before save: Operation, in queue: OperationQueue) {
  for picture in pictures.dropFirst() { picture.cancel() }
}

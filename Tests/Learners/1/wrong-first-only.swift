// misses: once
import Foundation

nonisolated(unsafe) var isLoading = false

func loadPicture(_ load: @escaping () -> Void) {
  if isLoading { return }
  isLoading = true
  OperationQueue().addOperation(load)
}

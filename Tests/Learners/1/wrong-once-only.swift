// misses: world asks-again
import Foundation

nonisolated(unsafe) private var isLoaded = false

func loadPicture(_ load: @escaping () -> Void) {
  guard !isLoaded else { return }
  DispatchQueue.global().async {
    load()
    isLoaded = true
  }
}

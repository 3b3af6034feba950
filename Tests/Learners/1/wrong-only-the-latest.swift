// misses: once
import Foundation

nonisolated(unsafe) private var latest: DispatchWorkItem?

/// A later call replaces an earlier one.
func loadPicture(_ load: @escaping () -> Void) {
  latest?.cancel()
  let item = DispatchWorkItem(block: load)
  latest = item
  DispatchQueue.global().asyncAfter(deadline: .now() + 0.05, execute: item)
}

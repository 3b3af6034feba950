// misses: elsewhere
import Foundation
func loadPicture(_ load: @escaping () -> Void) {
  Task { @MainActor in load() }
}

// misses: comes-back
import Foundation

func loadPicture(_ load: @escaping () -> Void) {
  let group = DispatchGroup()
  group.enter()
  DispatchQueue.global().async {
    load()
    group.leave()
  }
  // Usually it is there by then.
  _ = group.wait(timeout: .now() + 0.2)
}

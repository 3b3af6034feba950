// misses: comes-back
import Foundation

func loadPicture(_ load: @escaping () -> Void) {
  let done = DispatchSemaphore(value: 0)
  DispatchQueue.global().async {
    load()
    done.signal()
  }
  _ = done.wait(timeout: .now() + 0.05)
}

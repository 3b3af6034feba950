// misses: comes-back
import Foundation

func loadPicture(_ load: @escaping () -> Void) {
  OperationQueue().addOperation(load)
  Thread.sleep(forTimeInterval: 0.05)
}

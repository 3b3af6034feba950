import Foundation

func loadPicture(_ load: @escaping () -> Void) {
  let item = DispatchWorkItem(block: load)
  DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(300), execute: item)
}

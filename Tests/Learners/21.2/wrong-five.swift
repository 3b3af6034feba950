// misses: six
import Foundation

func loadAll(_ transfers: [(@escaping () -> Void) -> Void]) {
  let slots = DispatchSemaphore(value: 5)
  DispatchQueue.global().async {
    for begin in transfers {
      slots.wait()
      begin { slots.signal() }
    }
  }
}

import Foundation

func downloadAll(_ files: [() -> Void]) {
  let slots = DispatchSemaphore(value: 2)
  for file in files {
    slots.wait()
    Thread.detachNewThread {
      file()
      slots.signal()
    }
  }
}

import Foundation

// HALF-FIX on purpose: later, but still on the main thread.

func loadPicture(_ load: @escaping () -> Void) {
  let operation = BlockOperation(block: load)
  DispatchQueue.main.async { operation.start() }
}

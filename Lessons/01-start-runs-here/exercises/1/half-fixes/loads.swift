import Foundation

// HALF-FIX on purpose: nobody starts the operation.

func loadPicture(_ load: @escaping () -> Void) {
  let operation = BlockOperation(block: load)
  operation.qualityOfService = .background
}
